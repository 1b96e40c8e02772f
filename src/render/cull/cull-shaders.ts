/** The code of culling, fetched when the first picture is there: see `TURN_CULLING`. */

export { default as compactProps } from "../../../shaders/compact-props.wgsl";
export { default as compactTranslucent } from "../../../shaders/compact-translucent.wgsl";
export { default as compactWorld } from "../../../shaders/compact-world.wgsl";
export { default as cullDecals } from "../../../shaders/cull-decals.wgsl";
export { default as cullDetails } from "../../../shaders/cull-details.wgsl";
export { default as cullProps } from "../../../shaders/cull-props.wgsl";
export { default as cullWorld } from "../../../shaders/cull-world.wgsl";
export { default as depthPyramid } from "../../../shaders/depth-pyramid.wgsl";
export { default as depthPyramidSamples } from "../../../shaders/depth-pyramid-samples.wgsl";
export { default as orderProps } from "../../../shaders/order-props.wgsl";
export { default as orderWorld } from "../../../shaders/order-world.wgsl";
export { default as pullProps } from "../../../shaders/pull-props.wgsl";
export { default as scanGroups } from "../../../shaders/scan-groups.wgsl";
