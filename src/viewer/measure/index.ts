/** Measures in a viewer's map: snapping points, distances between them, and their surfaces. */

export { CameraAxes } from "../camera/camera-axes.ts";
export { type SurfaceMeasure, slopeOf } from "./find-surface.ts";
export { MapMeasure, type MeasuredPoint, type PointOptions } from "./map-measure.ts";
export {
  angleAt,
  type LegMeasure,
  measureLeg,
  measurePath,
  type PathMeasure,
} from "./path-measures.ts";
export { findUnit, formatArea, formatLength, UNITS, type UnitRow } from "./units.ts";
