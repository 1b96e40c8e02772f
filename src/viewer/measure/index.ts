/** Measures in a viewer's map: snapping points, distances between them, and their surfaces. */

export { CameraAxes } from "../camera/camera-axes.ts";
export { type SurfaceMeasure, slopeOf } from "./find-surface.ts";
export {
  angleAt,
  findUnit,
  formatArea,
  formatLength,
  type LegMeasure,
  measureLeg,
  measurePath,
  type PathMeasure,
  UNITS,
  type UnitRow,
} from "./lengths.ts";
export { MapMeasure, type MeasuredPoint, type PointOptions } from "./map-measure.ts";
