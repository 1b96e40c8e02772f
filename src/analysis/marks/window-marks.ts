/** Marks of area-portal windows and occluders, which are flat polygons from dedicated lumps. */

import { FormatError } from "../../core/errors.ts";
import { AREAPORTALS, AREAS } from "../../formats/bsp/records/areas.ts";
import { CLIPPORTALVERTS } from "../../formats/bsp/records/other-lumps.ts";
import { readOcclusion } from "../../formats/bsp/tables/read-occlusion.ts";
import { kindRow, MARK_KINDS } from "../../map/mark-kinds.ts";
import { ShapeClusters } from "./brush-marks.ts";
import { addTriangles, edgesOf } from "./convex.ts";
import type { MarkBuilder } from "./mark-builder.ts";
import type { MarkMap } from "./mark-map.ts";

/** Most corners of a polygon. Compilers write fewer. */
const MAX_CORNERS = 64;
/** Most rows read, because damaged records may refer to any number. */
const MAX_ROWS = 2 ** 18;
const WINDOW = kindRow("window");
const OCCLUDER = kindRow("occluder");

/** @returns warnings about omissions, one sentence each */
export function addWindowMarks(map: MarkMap, out: MarkBuilder): string[] {
  const { lumps, world } = map;
  const clusters = new ShapeClusters(map.tree);
  const polygon = (points: readonly number[], kind: number, name: string, entity = -1): boolean => {
    const isSound = points.length >= 9 && points.length <= MAX_CORNERS * 3;
    if (!isSound || !points.every(Number.isFinite)) return false;
    const corners: number[] = [];
    addTriangles(points, corners);
    const lines = edgesOf([points]);
    out.add(
      { kind, color: MARK_KINDS[kind].color, name, entity },
      corners,
      lines,
      clusters.of(lines),
    );
    return true;
  };
  const warnings: string[] = [];
  /** Reads one lump's polygons. Skips unreadable ones with a warning. */
  const read = (what: string, list: () => number): void => {
    try {
      const bad = list();
      if (bad > 0)
        warnings.push(`${bad} ${what} are left out: they have no corners that can be read.`);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      warnings.push(`The ${what} are left out: ${error.message}`);
    }
  };

  read("area portals", () => {
    const areas = lumps.table("LUMP_AREAS", AREAS);
    const portals = lumps.table("LUMP_AREAPORTALS", AREAPORTALS);
    const { value: verts } = lumps.table("LUMP_CLIPPORTALVERTS", CLIPPORTALVERTS);
    const entityOfKey = portalEntities(map);
    const known = new Set<string>();
    let bad = 0;
    let rest = MAX_ROWS;
    for (let area = 1; area < areas.count; area++) {
      const first = areas.firstAreaPortal[area];
      const end = Math.min(first + areas.areaPortalCount[area], portals.count);
      for (let row = Math.max(first, 0); row < end && rest > 0; row++, rest--) {
        const firstVert = portals.firstClipPortalVert[row];
        const count = portals.clipPortalVertCount[row];
        const other = portals.otherArea[row];
        const key = portals.portalKey[row];
        // Each portal has one row for each of its two areas.
        const name = `area ${Math.min(area, other)} to area ${Math.max(area, other)}, portal ${key}`;
        if (known.has(name)) continue;
        known.add(name);
        const points = Array.from(verts.subarray(firstVert * 3, (firstVert + count) * 3));
        if (!polygon(points, WINDOW, name, entityOfKey.get(key) ?? -1)) bad++;
      }
    }
    return bad;
  });

  read("occluders", () => {
    if (lumps.isEmpty("LUMP_OCCLUSION")) return 0;
    const [occluders, polygons, indices] = readOcclusion(lumps);
    const { position } = world.vertexes;
    const occluderOf = occludersOf(occluders, polygons.count);
    let bad = 0;
    for (let row = 0; row < polygons.count; row++) {
      const { firstvertexindex, vertexcount } = polygons.row(row);
      const first = Number(firstvertexindex);
      const count = Number(vertexcount);
      const points: number[] = [];
      const isInside = first >= 0 && count <= MAX_CORNERS && first + count <= indices.count;
      for (let i = first; isInside && i < first + count; i++) {
        const vertex = Number(indices.row(i).vertex);
        points.push(...position.subarray(Math.max(vertex, 0) * 3, Math.max(vertex, 0) * 3 + 3));
      }
      if (!polygon(points, OCCLUDER, `occluder ${occluderOf[row]}`)) bad++;
    }
    return bad;
  });
  return warnings;
}

type Table = ReturnType<typeof readOcclusion>[number];

/** Returns the occluder of each polygon; -1 if none. */
function occludersOf(occluders: Table, polygonCount: number): Int32Array {
  const of = new Int32Array(polygonCount).fill(-1);
  let rest = MAX_ROWS;
  for (let row = 0; row < occluders.count; row++) {
    const { firstpoly, polycount } = occluders.row(row);
    const first = Math.max(Number(firstpoly), 0);
    const end = Math.min(first + Number(polycount), polygonCount);
    for (let i = first; i < end && rest > 0; i++, rest--) if (of[i] < 0) of[i] = row;
  }
  return of;
}

/** Indexes area-portal entities by their `portalnumber`. */
function portalEntities({ world }: MarkMap): Map<number, number> {
  const rows = new Map<number, number>();
  for (const [row, entity] of world.entities.entries()) {
    const key = Number.parseInt(entity.get("portalnumber") ?? "", 10);
    if (Number.isInteger(key) && !rows.has(key)) rows.set(key, row);
  }
  return rows;
}
