/** Shows compiler-hidden brushes and entities over a viewer's map. */

export { CameraAxes } from "../camera/camera-axes.ts";
export { type FloorPaint, paintFloors } from "./floor-paint.ts";
export { MapMarks } from "./map-marks.ts";
export { writeNearest } from "./nearest-markers.ts";
export type { MarkHit } from "./pick-mark.ts";
export { pointAt } from "./point-at.ts";
