/** Shader code that copies depth, loaded with the first refracting surface. */

export { default as behind } from "../../../shaders/screen/behind.wgsl";
export { default as behindSamples } from "../../../shaders/screen/behind.wgsl?multisampled";
