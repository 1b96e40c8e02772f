/** Reads the lumps of a map file in a worker, on request. */

export type { CheckReport } from "../../analysis/check/check-map.ts";
export { type Finding, SEVERITIES, type Severity } from "../../analysis/check/findings.ts";
export type {
  CannotTell,
  Closing,
  Closings,
  Hint,
  PlaceCost,
  PlaceSample,
} from "../../analysis/cost/index.ts";
export type { MapComparison, OutlineKind, Outlines, Stop, StopList } from "./compare-maps.ts";
export { createFileReader, type FileReader, placeOf } from "./file-reader.ts";
export type { CostReport, DearPlace } from "./serve-cost.ts";
export type { MaterialReport, MaterialTexture, TextureMip } from "./serve-material.ts";
