/** The portals of a compiled map, made again from its tree. */

export { comparePortals, type PortalComparison } from "./compare-portals.ts";
export type { LeafPortals } from "./leaf-portals.ts";
export { listSightPortals, portalFileOf, selectPortals } from "./portal-file.ts";
export { rebuildPortals, type TreeLumps } from "./rebuild-portals.ts";
