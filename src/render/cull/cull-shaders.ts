/** Shader code of culling, loaded after the first picture: see `TURN_CULLING`. */

export { default as compactProps } from "../../../shaders/cull/compact-props.wgsl";
export { default as compactTranslucent } from "../../../shaders/cull/compact-translucent.wgsl";
export { default as compactWorld } from "../../../shaders/cull/compact-world.wgsl";
export { default as cullDecals } from "../../../shaders/cull/cull-decals.wgsl";
export { default as cullDetails } from "../../../shaders/cull/cull-details.wgsl";
export { default as cullProps } from "../../../shaders/cull/cull-props.wgsl";
export { default as cullWorld } from "../../../shaders/cull/cull-world.wgsl";
export { default as depthPyramid } from "../../../shaders/cull/depth-pyramid.wgsl";
export { default as depthPyramidSamples } from "../../../shaders/cull/depth-pyramid.wgsl?multisampled";
export { default as orderProps } from "../../../shaders/cull/order-props.wgsl";
export { default as orderWorld } from "../../../shaders/cull/order-world.wgsl";
export { default as scanGroups } from "../../../shaders/cull/scan-groups.wgsl";
export { default as pullProps } from "../../../shaders/surfaces/pull-props.wgsl";
