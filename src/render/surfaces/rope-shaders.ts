/** Rope shaders, loaded with the first rope. */

export { default as flat } from "../../../shaders/families/flat.wgsl?surface=ropes";
export { default as unlit } from "../../../shaders/families/unlit.wgsl?surface=ropes";
