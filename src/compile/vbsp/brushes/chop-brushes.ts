/** Constructive solid geometry: cuts overlapping brushes. */

import {
  CONTENTS_AREAPORTAL,
  CONTENTS_DETAIL,
  CONTENTS_SOLID,
} from "../../../formats/bsp/layouts/contents-flags.ts";
import { type BspBrush, splitBrush } from "./bsp-brush.ts";
import { CONTENTS_LIQUID, CONTENTS_TRANSPARENT } from "./contents.ts";
import type { PlaneTable } from "./plane-table.ts";

/**
 * Cuts brushes where they overlap, if one of the two may cut the other, and if the cut leaves one
 * of them in one piece. Two detail brushes, and pairs with an area portal, may also be cut into
 * several pieces.
 * The order of the result is vbsp's, and decides between equally good planes of the tree: after
 * each cut the remaining brushes are taken in reverse, with the pieces first.
 */
export function chopBrushes(brushes: readonly BspBrush[], planes: PlaneTable): BspBrush[] {
  let open = [...brushes];
  let settled = 0;
  const kept: BspBrush[] = [];
  while (settled < open.length) {
    const cut = cutFirst(open, settled, planes);
    if (!cut) {
      kept.push(open[settled++]);
      continue;
    }
    const rest: BspBrush[] = [];
    for (let i = cut.pieces.length - 1; i >= 0; i--) rest.push(cut.pieces[i]);
    for (let i = open.length - 1; i >= settled; i--) if (i !== cut.brush) rest.push(open[i]);
    open = rest;
    settled = 0;
  }
  return kept.reverse();
}

/** Finds the first later brush that cuts the brush at `at` or is cut by it; `null` if none. */
function cutFirst(
  open: readonly BspBrush[],
  at: number,
  planes: PlaneTable,
): { brush: number; pieces: readonly BspBrush[] } | null {
  const brush = open[at];
  for (let i = at + 1; i < open.length; i++) {
    const other = open[i];
    if (areDisjoint(brush, other)) continue;
    const isBitten = mayBite(other, brush);
    const ofBrush = isBitten ? subtractBrush(brush, other, planes) : null;
    if (isBitten && !ofBrush) continue;
    if (ofBrush?.length === 0) return { brush: at, pieces: ofBrush };
    const ofOther = mayBite(brush, other) ? subtractBrush(other, brush, planes) : null;
    if (ofOther?.length === 0) return { brush: i, pieces: ofOther };
    const brushPieces = ofBrush ? ofBrush.length : Number.POSITIVE_INFINITY;
    const otherPieces = ofOther ? ofOther.length : Number.POSITIVE_INFINITY;
    if (brushPieces > 1 && otherPieces > 1 && !mayFallApart(brush, other)) continue;
    if (ofBrush && brushPieces < otherPieces) return { brush: at, pieces: ofBrush };
    if (ofOther) return { brush: i, pieces: ofOther };
  }
  return null;
}

function areDisjoint(a: BspBrush, b: BspBrush): boolean {
  for (let axis = 0; axis < 3; axis++) {
    if (a.mins[axis] >= b.maxs[axis] || a.maxs[axis] <= b.mins[axis]) return true;
  }
  // Two opposite sides touch.
  for (const side of a.sides) {
    for (const other of b.sides) if (side.plane === (other.plane ^ 1)) return true;
  }
  return false;
}

function mayBite({ source: { contents } }: BspBrush, bitten: BspBrush): boolean {
  const other = bitten.source.contents;
  if ((contents & CONTENTS_AREAPORTAL) !== 0 && (other & CONTENTS_LIQUID) !== 0) return true;
  if ((contents & CONTENTS_DETAIL) !== 0 && (other & CONTENTS_DETAIL) === 0) return false;
  if (contents & CONTENTS_SOLID) return true;
  return (contents & CONTENTS_TRANSPARENT) !== 0 && (other & CONTENTS_TRANSPARENT) !== 0;
}

function mayFallApart(a: BspBrush, b: BspBrush): boolean {
  const both = a.source.contents & b.source.contents;
  const either = a.source.contents | b.source.contents;
  return (both & CONTENTS_DETAIL) !== 0 || (either & CONTENTS_AREAPORTAL) !== 0;
}

/**
 * Returns the parts of `a` outside of `b`: empty if it is inside, `null` if they do not overlap.
 */
function subtractBrush(a: BspBrush, b: BspBrush, planes: PlaneTable): BspBrush[] | null {
  const outside: BspBrush[] = [];
  let rest: BspBrush | null = a;
  for (const { plane } of b.sides) {
    const { front, back } = splitBrush(rest, plane, planes);
    if (front) outside.push(front);
    rest = back;
    if (!rest) return null;
  }
  return outside.reverse();
}
