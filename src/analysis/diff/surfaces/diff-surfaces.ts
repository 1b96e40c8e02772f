/** Surfaces by area: what of each plane and material only one version has. */

import type { MapVersion } from "../open-version.ts";
import { compareTexts } from "../things/thing.ts";
import type { MaterialArea, SurfaceChange, SurfaceDiff } from "../types.ts";
import { listRealigned } from "./alignment.ts";
import type { FaceMatches, FaceRow, PlaneRows } from "./face-table.ts";
import { flatten, lift } from "./plane-polygons.ts";
import {
  type ClipBudget,
  doubleArea,
  type FlatPolygon,
  spend,
  subtractAll,
  subtractPolygon,
} from "./polygon-area.ts";
import { boxAround, placeCorners } from "./windings.ts";

/** What comparing polygons may cost, in tests of pairs: a second or two. */
const MOST_TESTS = 2 ** 26;
/** Square inches, and one in 100,000: less is what rounding makes of an area. */
const SAME_AREA = 1;
const SAME_SHARE = 1e-5;

export function diffSurfaces(
  a: MapVersion,
  b: MapVersion,
  table: FaceMatches,
  materials: readonly string[],
  untold: string | null,
): SurfaceDiff {
  if (untold !== null) return { ...NOTHING, untold };
  const budget: ClipBudget = { left: MOST_TESTS };
  const changes: SurfaceChange[] = [];
  for (const plane of table.planes) changes.push(...diffPlane(plane, materials, budget));
  changes.push(...listRealigned(a.bsp, b.bsp, table.same, materials));
  changes.sort(compareChanges);
  const sum = (change: SurfaceChange["change"]) =>
    changes.reduce((area, it) => (it.change === change ? area + it.area : area), 0);
  return {
    untold: null,
    changes,
    addedArea: sum("added"),
    removedArea: sum("removed"),
    repaintedArea: sum("repainted"),
    materials: sumMaterials(table, changes, materials),
    sameFaces: table.same.length,
    isRough: budget.left < 0,
  };
}

const NOTHING: Omit<SurfaceDiff, "untold"> = {
  ...{ changes: [], materials: [], addedArea: 0, removedArea: 0, repaintedArea: 0 },
  ...{ sameFaces: 0, isRough: false },
};

interface Piece {
  readonly row: FaceRow;
  readonly polygon: FlatPolygon;
}

/** What of one plane is another. */
function diffPlane(
  plane: PlaneRows,
  materials: readonly string[],
  budget: ClipBudget,
): SurfaceChange[] {
  const [gone, come] = [
    leftOf(plane, plane.a, plane.b, budget),
    leftOf(plane, plane.b, plane.a, budget),
  ];
  const changes: SurfaceChange[] = [];
  const { owner, origin } = plane.model;
  const add = (change: SurfaceChange["change"], { row, polygon }: Piece, was: string | null) => {
    const corners = lift(plane, row, polygon);
    changes.push({
      ...{ change, was, owner, material: materials[row.material] },
      area: (Math.abs(doubleArea(polygon)) / 2) * plane.scale,
      box: boxAround(corners, origin),
      corners: placeCorners(corners, origin),
    });
  };
  // Where one material went and another came, the surface was painted anew.
  const still: Piece[] = [];
  let left: Piece[] = come;
  for (const piece of gone) {
    let pieces: FlatPolygon[] = [piece.polygon];
    const rest: Piece[] = [];
    for (const other of left) {
      const outside: FlatPolygon[] = [];
      for (const part of pieces) {
        if (!spend(budget)) {
          outside.push(part);
          continue;
        }
        const inside = subtractPolygon(part, other.polygon, outside);
        if (inside.length > 0) {
          add("repainted", { row: other.row, polygon: inside }, materials[piece.row.material]);
        }
      }
      if (outside.length === pieces.length && outside.every((it, i) => it === pieces[i])) {
        rest.push(other);
        continue;
      }
      const [remaining] = subtractAll([other.polygon], [piece.polygon], budget);
      rest.push(...remaining.map((polygon) => ({ row: other.row, polygon })));
      pieces = outside;
    }
    left = rest;
    still.push(...pieces.map((polygon) => ({ row: piece.row, polygon })));
  }
  for (const piece of still) add("removed", piece, null);
  for (const piece of left) add("added", piece, null);
  return changes;
}

/** What of some faces no face of the same material covers on the other side. */
function leftOf(
  plane: PlaneRows,
  rows: readonly FaceRow[],
  others: readonly FaceRow[],
  budget: ClipBudget,
): Piece[] {
  const flat = (row: FaceRow) => flatten(plane, row.corners);
  const byMaterial = new Map<number, FlatPolygon[]>();
  for (const row of others) {
    const list = byMaterial.get(row.material);
    if (list === undefined) byMaterial.set(row.material, [flat(row)]);
    else list.push(flat(row));
  }
  const grouped = new Map<number, FaceRow[]>();
  for (const row of rows) {
    const list = grouped.get(row.material);
    if (list === undefined) grouped.set(row.material, [row]);
    else list.push(row);
  }
  const pieces: Piece[] = [];
  for (const [material, list] of grouped) {
    const left = subtractAll(list.map(flat), byMaterial.get(material) ?? [], budget);
    for (const [i, polygons] of left.entries()) {
      pieces.push(...polygons.map((polygon) => ({ row: list[i], polygon })));
    }
  }
  return pieces;
}

function sumMaterials(
  { areas }: FaceMatches,
  changes: readonly SurfaceChange[],
  materials: readonly string[],
): MaterialArea[] {
  const moved = new Map<string, { added: number; removed: number }>();
  const of = (material: string) => {
    const sum = moved.get(material) ?? { added: 0, removed: 0 };
    moved.set(material, sum);
    return sum;
  };
  for (const { change, material, was, area } of changes) {
    if (change === "added" || change === "repainted") of(material).added += area;
    if (change === "removed") of(material).removed += area;
    if (change === "repainted" && was !== null) of(was).removed += area;
  }
  const rows = [...areas].map(([row, [a, b]]): MaterialArea => {
    const { added, removed } = moved.get(materials[row]) ?? { added: 0, removed: 0 };
    return { material: materials[row], a, b, added, removed };
  });
  const isOther = ({ a, b, added, removed }: MaterialArea) =>
    added > 0 || removed > 0 || Math.abs(a - b) > SAME_AREA + Math.max(a, b) * SAME_SHARE;
  return rows
    .filter(isOther)
    .sort(
      (x, y) => y.added + y.removed - x.added - x.removed || compareTexts(x.material, y.material),
    );
}

/** The largest first. */
function compareChanges(x: SurfaceChange, y: SurfaceChange): number {
  return (
    y.area - x.area ||
    compareTexts(`${x.change} ${x.material} ${x.owner}`, `${y.change} ${y.material} ${y.owner}`) ||
    compareTexts(JSON.stringify(x.box), JSON.stringify(y.box))
  );
}
