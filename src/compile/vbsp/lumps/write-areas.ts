import { DAREA, DAREAPORTAL, DVECTOR } from "../../../formats/bsp/layouts/compile-layouts.ts";
import type { LumpName } from "../../../formats/bsp/lumps.ts";
import type { MapLump } from "../../types.ts";
import type { VbspAreas } from "../tree/areas.ts";
import { recordLump } from "./record-lump.ts";

/**
 * LUMP_AREAS, LUMP_AREAPORTALS and LUMP_CLIPPORTALVERTS. Area 0 and area portal 0 are not used.
 * @param portalNumber what an entity's key `portalnumber` says
 */
export function writeAreas(
  areas: VbspAreas,
  portalNumber: (entity: number) => number,
): [LumpName, MapLump][] {
  const { portals } = areas;
  const areaPortalCount = new Int32Array(areas.count);
  const firstAreaPortal = new Int32Array(areas.count);
  for (const { area } of portals) areaPortalCount[area]++;
  for (let area = 1, next = 1; area < areas.count; area++) {
    firstAreaPortal[area] = next;
    next += areaPortalCount[area];
  }
  const points: number[] = [];
  const first = [0];
  for (const { side } of portals) {
    first.push(points.length / 3);
    points.push(...side.winding!);
  }
  const count = portals.length + 1;
  return [
    ["LUMP_AREAS", recordLump(DAREA, { count: areas.count, areaPortalCount, firstAreaPortal })],
    [
      "LUMP_AREAPORTALS",
      recordLump(DAREAPORTAL, {
        count,
        portalKey: Uint32Array.of(0, ...portals.map(({ entity }) => portalNumber(entity))),
        otherArea: Uint32Array.of(0, ...portals.map(({ otherArea }) => otherArea)),
        firstClipPortalVert: Uint32Array.from(first),
        clipPortalVertCount: Uint32Array.of(
          0,
          ...portals.map(({ side }) => side.winding!.length / 3),
        ),
        plane: Int32Array.of(0, ...portals.map(({ side }) => side.plane)),
      }),
    ],
    [
      "LUMP_CLIPPORTALVERTS",
      recordLump(DVECTOR, { count: points.length / 3, value: Float32Array.from(points) }),
    ],
  ];
}
