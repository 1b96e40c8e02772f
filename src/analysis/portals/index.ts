/** Portals of a compiled map, rebuilt from its tree. */

export type { LeafPortals } from "./compare-portals.ts";
export {
  comparePortals,
  listSightPortals,
  type PortalComparison,
  portalFileOf,
  selectPortals,
} from "./compare-portals.ts";
export { rebuildPortals, type TreeLumps } from "./rebuild-portals.ts";
