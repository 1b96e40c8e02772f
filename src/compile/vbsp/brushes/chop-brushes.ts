/** Constructive solid geometry: overlapping brushes are cut until none is inside another. */

import { type BspBrush, splitBrush } from "./bsp-brush.ts";
import {
  CONTENTS_AREAPORTAL,
  CONTENTS_DETAIL,
  CONTENTS_LIQUID,
  CONTENTS_SOLID,
  CONTENTS_TRANSPARENT,
} from "./contents.ts";
import type { PlaneTable } from "./plane-table.ts";

/**
 * Cuts brushes where they overlap, if one of the two may bite the other, and if that leaves one of
 * them in one piece (detail brushes may fall apart; so may water and area portals).
 */
export function chopBrushes(brushes: readonly BspBrush[], planes: PlaneTable): BspBrush[] {
  const queue: (BspBrush | null)[] = [...brushes];
  const kept: BspBrush[] = [];
  for (let i = 0; i < queue.length; i++) {
    const brush = queue[i];
    if (brush && !chopAgainstRest(brush, i, queue, planes)) kept.push(brush);
  }
  return kept;
}

/** Cuts what comes later in the queue by a brush, or it by them: then returns true. */
function chopAgainstRest(
  brush: BspBrush,
  at: number,
  queue: (BspBrush | null)[],
  planes: PlaneTable,
): boolean {
  // Pieces of a later brush that this one cuts are appended, and do not touch it.
  const end = queue.length;
  for (let j = at + 1; j < end; j++) {
    const other = queue[j];
    if (!other || areDisjoint(brush, other)) continue;
    const ofBrush = mayBite(other, brush) ? subtractBrush(brush, other, planes) : null;
    const ofOther = mayBite(brush, other) ? subtractBrush(other, brush, planes) : null;
    if (!ofBrush && !ofOther) continue;
    const brushPieces = ofBrush ? ofBrush.length : Number.POSITIVE_INFINITY;
    const otherPieces = ofOther ? ofOther.length : Number.POSITIVE_INFINITY;
    if (brushPieces > 1 && otherPieces > 1 && !mayFallApart(brush, other)) continue;
    if (ofBrush && brushPieces < otherPieces) {
      queue.push(...ofBrush);
      return true;
    }
    queue[j] = null;
    queue.push(...ofOther!);
  }
  return false;
}

function areDisjoint(a: BspBrush, b: BspBrush): boolean {
  for (let axis = 0; axis < 3; axis++) {
    if (a.mins[axis] >= b.maxs[axis] || a.maxs[axis] <= b.mins[axis]) return true;
  }
  // Back to back.
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

/** What is left of `a` without `b`: nothing if it is inside, null if they do not overlap. */
function subtractBrush(a: BspBrush, b: BspBrush, planes: PlaneTable): BspBrush[] | null {
  const outside: BspBrush[] = [];
  let rest: BspBrush | null = a;
  for (const { plane } of b.sides) {
    const { front, back } = splitBrush(rest, plane, planes);
    if (front) outside.push(front);
    rest = back;
    if (!rest) return null;
  }
  return outside;
}
