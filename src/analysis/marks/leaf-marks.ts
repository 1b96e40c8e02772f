/** Marks of leafs: the convex cells of the tree, as edges, like `mat_leafvis`. */

import type { Ledger } from "../../core/ledger.ts";
import { kindRow, MARK_KINDS } from "../../map/marks/mark-kinds.ts";
import { makeHugeWinding, splitWinding, type Winding } from "../../math/winding.ts";
import { isCannotTell } from "../cannot-tell.ts";
import { listSightPortals, rebuildPortals } from "../portals/index.ts";
import { hueColor } from "./brush-marks.ts";
import { boxEdges, edgesOf } from "./convex.ts";
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
  if (isCannotTell(portals)) return [`Portals cannot be told, because ${portals.because}.`];
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
