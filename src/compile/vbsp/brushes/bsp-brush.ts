/** Pieces of brushes during the division of the tree. */

import { SURF_SKIP } from "../../../formats/bsp/layouts/surface-flags.ts";
import {
  chopWinding,
  dot3,
  EXACT_EPSILON,
  emptyMaxs,
  emptyMins,
  growBox,
  isTinyWinding,
  makeHugeWinding,
  splitWinding,
  type Winding,
  windingArea,
} from "../../../math/winding.ts";
import type { MapBrush, MapSide } from "./map-brush.ts";
import type { PlaneTable } from "./plane-table.ts";

/** Inches by which a piece must cross a plane to be cut. */
export const MIN_REACH = 0.1;
/** Volume in cubic inches below which pieces are dropped. */
const MIN_VOLUME = 1;

/** Empty polygon of a bevel. */
const NO_WINDING: Winding = new Float64Array(0);

export interface BspSide {
  readonly plane: number;
  /** `null` for a side made by a cut. */
  readonly source: MapSide | null;
  /** Empty on a bevel. */
  readonly winding: Winding;
  /** True if a node of the tree lies on the side, so that it must not split again. */
  readonly onNode: boolean;
}

export interface BspBrush {
  readonly source: MapBrush;
  readonly sides: readonly BspSide[];
  readonly mins: Float64Array;
  readonly maxs: Float64Array;
}

export const isVisibleSide = ({ source, onNode }: BspSide): boolean =>
  source?.visible === true && !onNode;
export const isSkipSide = ({ source }: BspSide): boolean =>
  source !== null && (source.surf & SURF_SKIP) !== 0;

/** Returns the piece of the whole brush, including bevels, which the first cut drops. */
export function makeBspBrush(source: MapBrush): BspBrush {
  const sides = source.sides.map(
    (side): BspSide => ({
      plane: side.plane,
      source: side,
      winding: side.winding ?? NO_WINDING,
      onNode: side.isHidden,
    }),
  );
  return { source, sides, mins: source.mins, maxs: source.maxs };
}

/** Marks the sides on a plane as on a node of the tree, so that they do not split again. */
export function markOnNode(brush: BspBrush, plane: number): BspBrush {
  const isOnIt = (side: BspSide) => side.plane >> 1 === plane >> 1 && !side.onNode;
  if (!brush.sides.some(isOnIt)) return brush;
  const sides = brush.sides.map((side) => (isOnIt(side) ? { ...side, onNode: true } : side));
  return { ...brush, sides };
}

/** Parts of a brush in front of and behind a plane, or the brush itself if it is not cut. */
export interface SplitBrush {
  readonly front: BspBrush | null;
  readonly back: BspBrush | null;
}

/** Cuts a brush. Both parts can be `null` only if neither reaches a cubic inch. */
export function splitBrush(brush: BspBrush, plane: number, planes: PlaneTable): SplitBrush {
  const { normal, dist } = planes;
  const nx = normal[plane * 3];
  const ny = normal[plane * 3 + 1];
  const nz = normal[plane * 3 + 2];
  const d = dist[plane];
  let above = 0;
  let below = 0;
  for (const { winding } of brush.sides) {
    for (let i = 0; i < winding.length; i += 3) {
      const height = Math.fround(dot3(winding[i], winding[i + 1], winding[i + 2], nx, ny, nz) - d);
      if (height > above) above = height;
      else if (height < below) below = height;
    }
  }
  if (above < MIN_REACH) return { front: null, back: brush };
  if (below > -MIN_REACH) return { front: brush, back: null };

  // Negative middle of the brush.
  const offset = [0, 1, 2].map((axis) =>
    Math.fround(-0.5 * Math.fround(brush.mins[axis] + brush.maxs[axis])),
  );
  const [ox, oy, oz] = offset;
  let cut: Winding | null = makeHugeWinding(
    nx,
    ny,
    nz,
    Math.fround(d + dot3(nx, ny, nz, ox, oy, oz)),
  );
  for (const side of brush.sides) {
    const q = side.plane ^ 1;
    const [x, y, z] = [normal[q * 3], normal[q * 3 + 1], normal[q * 3 + 2]];
    const moved = Math.fround(dist[q] + dot3(x, y, z, ox, oy, oz));
    cut = chopWinding(cut, x, y, z, moved, EXACT_EPSILON);
    if (!cut) break;
  }
  if (!cut || isTinyWinding(cut)) {
    return above > -below ? { front: brush, back: null } : { front: null, back: brush };
  }
  for (let i = 0; i < cut.length; i++) cut[i] = Math.fround(cut[i] - offset[i % 3]);
  const frontSides: BspSide[] = [];
  const backSides: BspSide[] = [];
  for (const side of brush.sides) {
    const { front, back } = splitWinding(side.winding, nx, ny, nz, d, EXACT_EPSILON, offset);
    if (front) frontSides.push(front === side.winding ? side : { ...side, winding: front });
    if (back) backSides.push(back === side.winding ? side : { ...side, winding: back });
  }
  if (frontSides.length < 3) return { front: null, back: brush };
  if (backSides.length < 3) return { front: brush, back: null };
  const cutSide = { source: null, winding: cut, onNode: true };
  // The part in front faces back to the plane, so its new side is the opposite plane.
  frontSides.push({ ...cutSide, plane: plane ^ 1 });
  backSides.push({ ...cutSide, plane });
  return {
    front: closeBrush(brush.source, frontSides, planes),
    back: closeBrush(brush.source, backSides, planes),
  };
}

function closeBrush(source: MapBrush, sides: BspSide[], planes: PlaneTable): BspBrush | null {
  const mins = emptyMins();
  const maxs = emptyMaxs();
  for (const { winding } of sides) growBox(winding, mins, maxs);
  return brushVolume(sides, planes) < MIN_VOLUME ? null : { source, sides, mins, maxs };
}

function brushVolume(sides: readonly BspSide[], { normal, dist }: PlaneTable): number {
  const corner = sides[0].winding;
  let volume = 0;
  for (let i = 1; i < sides.length; i++) {
    const { plane, winding } = sides[i];
    const at = plane * 3;
    const height =
      dist[plane] -
      (corner[0] * normal[at] + corner[1] * normal[at + 1] + corner[2] * normal[at + 2]);
    volume += height * windingArea(winding);
  }
  return volume / 3;
}
