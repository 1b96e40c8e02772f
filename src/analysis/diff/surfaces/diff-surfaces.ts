/**
 * Comparison of surfaces by area: the parts of each plane and material that only one version has.
 */

import type { Bsp } from "../../../formats/bsp/types.ts";
import type { MapVersion } from "../open-version.ts";
import { compareTexts } from "../things/thing.ts";
import type { MaterialArea, SurfaceChange, SurfaceDiff } from "../types.ts";
import type { FaceMatches, FacePair, FaceRow, PlaneRows } from "./face-table.ts";
import {
  type ClipBudget,
  doubleArea,
  type FlatPolygon,
  flatten,
  lift,
  spend,
  subtractAll,
  subtractPolygon,
} from "./polygon-area.ts";
import { boxAround, placeCorners } from "./windings.ts";

// Faces with equal corners but another texture alignment or luxel grid.

/** Largest texture shift in texels that counts as unmoved. */
const SAME_TEXEL = 1 / 4;
/** Largest difference of lightmap vectors in luxels per inch. Smaller ones are rounding. */
const SAME_GRID = 1e-4;

function listRealigned(
  a: Bsp,
  b: Bsp,
  pairs: readonly FacePair[],
  materials: readonly string[],
): SurfaceChange[] {
  return pairs.flatMap((pair): SurfaceChange[] => {
    const texA = a.faces.texinfo[pair.a.face];
    const texB = b.faces.texinfo[pair.b.face];
    const isMoved = isTextureMoved(a, texA, b, texB, pair);
    if (!isMoved && !isGridOther(a, texA, b, texB)) return [];
    const { model } = pair;
    return [
      {
        change: isMoved ? "realigned" : "regridded",
        material: materials[pair.b.material],
        was: null,
        owner: model.owner,
        area: pair.b.area,
        box: boxAround(pair.b.corners, model.origin),
        corners: placeCorners(pair.b.corners, model.origin),
      },
    ];
  });
}

/**
 * Whether any of three corners shows another texel. A shift by a whole texture is no difference.
 */
function isTextureMoved(a: Bsp, texA: number, b: Bsp, texB: number, pair: FacePair): boolean {
  const { shift } = pair.model;
  for (let corner = 0; corner < 3; corner++) {
    for (let t = 0; t < 2; t++) {
      const size = (t === 0 ? b.texDatas.width : b.texDatas.height)[b.texInfos.texdata[texB]];
      const was = texelOf(a, texA * 8 + t * 4, pair.b, corner, shift);
      const is = texelOf(b, texB * 8 + t * 4, pair.b, corner, [0, 0, 0]);
      const apart = Math.abs(was - is);
      const rest = size > 0 ? apart % size : apart;
      if (Math.min(rest, size > 0 ? size - rest : rest) > SAME_TEXEL) return true;
    }
  }
  return false;
}

/** @param at offset of four numbers of `textureVecs` */
function texelOf(
  { texInfos }: Bsp,
  at: number,
  { corners }: FaceRow,
  corner: number,
  shift: readonly number[],
): number {
  let texel = texInfos.textureVecs[at + 3];
  for (let axis = 0; axis < 3; axis++) {
    texel += texInfos.textureVecs[at + axis] * (corners[corner * 3 + axis] - shift[axis]);
  }
  return texel;
}

/** Whether luxels have another size or other axes. */
function isGridOther(a: Bsp, texA: number, b: Bsp, texB: number): boolean {
  for (let i = 0; i < 8; i++) {
    if (i === 3 || i === 7) continue;
    const [was, is] = [
      a.texInfos.lightmapVecs[texA * 8 + i],
      b.texInfos.lightmapVecs[texB * 8 + i],
    ];
    if (Math.abs(was - is) > SAME_GRID) return true;
  }
  return false;
}

/** Budget for comparing polygons, in tests of pairs: a second or two. */
const MOST_TESTS = 2 ** 26;
/** Smallest differences of area that count: square inches, and share. Smaller ones are rounding. */
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

/** Finds the changed surfaces of one plane. */
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
  // Where one material was removed and another added, the surface was repainted.
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

/** Returns the parts of faces that no face of the same material covers in the other version. */
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

/** Compares changes by area, the largest first. */
function compareChanges(x: SurfaceChange, y: SurfaceChange): number {
  return (
    y.area - x.area ||
    compareTexts(`${x.change} ${x.material} ${x.owner}`, `${y.change} ${y.material} ${y.owner}`) ||
    compareTexts(JSON.stringify(x.box), JSON.stringify(y.box))
  );
}
