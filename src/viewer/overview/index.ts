/** Draws a map from above, orthographic and to scale. */

export { drawTopView, type TopView } from "./draw-top-view.ts";
