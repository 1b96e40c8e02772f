/** What copies depth: fetched with the first surface that refracts. */

export { default as behind } from "../../../shaders/behind.wgsl";
export { default as behindSamples } from "../../../shaders/behind-samples.wgsl";
