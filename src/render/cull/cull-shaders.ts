/** Shader code of culling, loaded after the first picture: see `TURN_CULLING`. */

export { default as compactRows } from "../../../shaders/cull/compact-rows.wgsl";
export { default as depthPyramid } from "../../../shaders/cull/depth-pyramid.wgsl";
export { default as depthPyramidSamples } from "../../../shaders/cull/depth-pyramid.wgsl?multisampled";
export { default as testRows } from "../../../shaders/cull/test-rows.wgsl";
