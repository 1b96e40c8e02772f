/** Shaders of what comes after a map's first picture: props, and what is see-through. */

export { default as compactProps } from "../../../shaders/compact-props.wgsl";
export { default as compactTranslucent } from "../../../shaders/compact-translucent.wgsl";
export { default as cullProps } from "../../../shaders/cull-props.wgsl";
export { default as orderProps } from "../../../shaders/order-props.wgsl";
export { default as orderWorld } from "../../../shaders/order-world.wgsl";
export { default as pullProps } from "../../../shaders/pull-props.wgsl";
