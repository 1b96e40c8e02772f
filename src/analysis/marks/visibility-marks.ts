/**
 * Marks of what visibility is made of: leafs (the convex cells of the tree, as edges, like
 * `mat_leafvis`), portals, area-portal windows and occluders.
 */

import { FormatError } from "../../core/errors.ts";
import type { Ledger } from "../../core/ledger.ts";
import { AREAPORTALS, AREAS } from "../../formats/bsp/records/areas.ts";
import { CLIPPORTALVERTS } from "../../formats/bsp/records/other-lumps.ts";
import { readOcclusion } from "../../formats/bsp/tables/read-occlusion.ts";
import { kindRow, MARK_KINDS } from "../../map/mark-kinds.ts";
import { makeHugeWinding, splitWinding, type Winding } from "../../math/winding.ts";
import { isCannotTell } from "../cannot-tell.ts";
import { listSightPortals } from "../portals/compare-portals.ts";
import { rebuildPortals } from "../portals/rebuild-portals.ts";
import { hueColor, ShapeClusters } from "./brush-marks.ts";
import { addTriangles, boxEdges, edgesOf } from "./convex.ts";
import type { MarkBuilder } from "./mark-builder.ts";
import type { MarkMap } from "./mark-map.ts";

/** Side of a cell: a polygon, and the plane that the cell is behind. */
interface CellSide {
  readonly winding: Winding;
  readonly nx: number;
  readonly ny: number;
  readonly nz: number;
  readonly dist: number;
}

type Cell = readonly CellSide[];

const LEAF = kindRow("leaf");
const PORTAL = kindRow("portal");
const GOLDEN = 0.618034;
/** Cost of a cut, in tests of a ray against a plane. */
const CUT_COST = 16;

/** @returns warnings about omissions, one sentence each */
export function addLeafMarks(map: MarkMap, out: MarkBuilder, ledger: Ledger): string[] {
  const { world, tree } = map;
  const { leafs } = world;
  let boxed = 0;

  const addLeaf = (leaf: number, cell: Cell | null): void => {
    const cluster = leafs.cluster[leaf];
    if (cluster < 0) return;
    let lines = cell === null ? [] : edgesOf(cell.map(({ winding }) => winding));
    if (lines.length === 0) {
      boxed++;
      const at = leaf * 6;
      const box = tree.leafBox;
      lines = boxEdges(box.subarray(at, at + 3), box.subarray(at + 3, at + 6));
    }
    const area = leafs.area[leaf];
    const facts = { source: leaf, area, contents: leafs.contents[leaf] };
    out.add({ kind: LEAF, color: areaColor(area), name: "leaf", ...facts }, [], lines, [cluster]);
  };

  const todo: { node: number; cell: Cell | null }[] = [
    { node: tree.nodeCount === 0 ? -1 : 0, cell: worldCell(map) },
  ];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const { node, cell } = next;
    if (node < 0) {
      addLeaf(-1 - node, cell);
      continue;
    }
    const sides = cell?.length ?? 0;
    const canCut = cell !== null && ledger.tryTake("rayTests", (sides + 1) * 2 * CUT_COST);
    const parts = canCut ? cutCell(cell, tree.nodePlane, node * 4) : { front: null, back: null };
    todo.push({ node: tree.nodeChildren[node * 2], cell: parts.front });
    todo.push({ node: tree.nodeChildren[node * 2 + 1], cell: parts.back });
  }
  return boxed === 0 ? [] : [`${boxed} leafs are drawn as the boxes that the map has of them.`];
}

/**
 * Adds the portals of vvis, rebuilt from the tree.
 * @returns warnings about omissions, one sentence each
 */
export function addPortalMarks({ world }: MarkMap, out: MarkBuilder): string[] {
  const portals = rebuildPortals(world);
  if (isCannotTell(portals)) return [`Portals cannot be rebuilt, because ${portals.because}.`];
  const { first, points, clusterA, clusterB } = portals;
  for (const row of listSightPortals(portals)) {
    const polygon = points.subarray(first[row] * 3, first[row + 1] * 3);
    const seenFrom = [clusterA[row], clusterB[row]];
    const name = `from cluster ${seenFrom[0]} to cluster ${seenFrom[1]}`;
    const { color } = MARK_KINDS[PORTAL];
    out.add({ kind: PORTAL, color, name }, [], edgesOf([polygon]), seenFrom);
  }
  return [];
}

/** Returns an area's color, distinct and the same in every map. */
export const areaColor = (area: number): number => hueColor((Math.max(area, 0) * GOLDEN) % 1);

/** Returns the world's box, which contains all cells. */
function worldCell({ world, tree }: MarkMap): Cell | null {
  const { models } = world;
  const mins = [0, 1, 2].map((axis) => models.mins[axis]);
  const maxs = [0, 1, 2].map((axis) => models.maxs[axis]);
  for (let i = 0; i < tree.leafBox.length; i++) {
    if (tree.leafCluster[Math.floor(i / 6)] < 0) continue;
    const axis = i % 3;
    if (i % 6 < 3) mins[axis] = Math.min(mins[axis], tree.leafBox[i]);
    else maxs[axis] = Math.max(maxs[axis], tree.leafBox[i]);
  }
  const planes: number[][] = [];
  for (let axis = 0; axis < 3; axis++) {
    const unit = [0, 1, 2].map((k) => Number(k === axis));
    planes.push([...unit, maxs[axis]], [...unit.map((k) => -k), -mins[axis]]);
  }
  const sides: CellSide[] = [];
  for (const [nx, ny, nz, dist] of planes) {
    let winding: Winding | null = makeHugeWinding(nx, ny, nz, dist);
    for (const [ox, oy, oz, od] of planes) {
      if (winding === null || (ox === nx && oy === ny && oz === nz)) continue;
      winding = splitWinding(winding, ox, oy, oz, od).back;
    }
    if (winding === null) return null;
    sides.push({ winding, nx, ny, nz, dist });
  }
  return sides;
}

/** Splits a cell by a plane; `null` for a part that is empty. */
function cutCell(
  cell: Cell,
  plane: Float32Array,
  at: number,
): { front: Cell | null; back: Cell | null } {
  const nx = plane[at];
  const ny = plane[at + 1];
  const nz = plane[at + 2];
  const dist = plane[at + 3];
  const front: CellSide[] = [];
  const back: CellSide[] = [];
  for (const side of cell) {
    const parts = splitWinding(side.winding, nx, ny, nz, dist);
    if (parts.front !== null) front.push({ ...side, winding: parts.front });
    if (parts.back !== null) back.push({ ...side, winding: parts.back });
  }
  if (front.length === 0 || back.length === 0) {
    return { front: front.length > 0 ? cell : null, back: back.length > 0 ? cell : null };
  }
  let cap: Winding | null = makeHugeWinding(nx, ny, nz, dist);
  for (const side of cell) {
    if (cap === null) break;
    cap = splitWinding(cap, side.nx, side.ny, side.nz, side.dist).back;
  }
  if (cap !== null) {
    // The front part is in front of the plane, so its cap uses the inverted plane.
    front.push({ winding: cap, nx: -nx, ny: -ny, nz: -nz, dist: -dist });
    back.push({ winding: cap, nx, ny, nz, dist });
  }
  return { front, back };
}

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
