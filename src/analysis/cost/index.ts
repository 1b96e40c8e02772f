/** Drawing cost of a map's places, and its causes. */

export { type CannotTell, isCannotTell } from "../cannot-tell.ts";
export { measurePlace, type PlaceCost } from "../place/measure-place.ts";
export type { Closing, Closings } from "../place/propose-closings.ts";
export type { Hint } from "../place/propose-hints.ts";
export type { PlaceSample } from "../place/sample-place.ts";
export { comparePortals } from "../portals/compare-portals.ts";
export { rebuildPortals } from "../portals/rebuild-portals.ts";
export {
  aimCamera,
  type ClusterCost,
  COST_MEASURES,
  type CostMeasure,
  countClusterCosts,
  createVisibleRows,
  rankPlaces,
} from "./cluster-costs.ts";
export { type CostComparison, type CountedMap, compareCosts } from "./compare-costs.ts";
export { buildFloorHeat, drawHeatMap, type FloorHeat, type HeatMap } from "./heat-map.ts";
export { type CostMoment, mapAtMoment } from "./map-at-moment.ts";
export type { CostMap } from "./open-cost-map.ts";
export { openCostMap } from "./open-cost-map.ts";
export { findStandingPlaces, type StandingPlaces } from "./standing-places.ts";
export { createCostCounter, findOwnModels, type ViewCost } from "./view-cost.ts";
