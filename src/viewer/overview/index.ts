/** A map from above, without perspective, to scale. */

export { drawTopView, type TopView } from "./draw-top-view.ts";
