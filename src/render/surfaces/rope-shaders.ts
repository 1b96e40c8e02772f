/** The shaders that ropes are drawn with: fetched with the first of them. */

export { default as flat } from "../../../shaders/families/flat.wgsl?surface=ropes";
export { default as unlit } from "../../../shaders/families/unlit.wgsl?surface=ropes";
