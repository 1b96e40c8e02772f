/** What copies depth: fetched with the first surface that refracts. */

export { default as behind } from "../../../shaders/screen/behind.wgsl";
export { default as behindSamples } from "../../../shaders/screen/behind.wgsl?multisampled";
