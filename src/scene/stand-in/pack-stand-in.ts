/** The word that says what is drawn in place of a missing texture. */

import {
  STAND_IN_CELL_BITS,
  STAND_IN_CELL_MASK,
  STAND_IN_PATTERN_SHIFT,
  STAND_IN_STRENGTH_SHIFT,
  STAND_IN_STRENGTHS,
  STAND_IN_TURNED,
} from "../../map/families/missing.ts";

export interface StandInPattern {
  /** `PATTERN_*`. */
  readonly pattern: number;
  /** Cells a repeat, whole and at least 1: more than fit are as many as fit. */
  readonly across: number;
  readonly down: number;
  readonly isTurned?: boolean;
  /** 1 to `STAND_IN_STRENGTHS`, the strongest, which it is unless told. */
  readonly strength?: number;
}

export function packStandIn(standIn: StandInPattern): number {
  const { pattern, across, down, isTurned = false, strength = STAND_IN_STRENGTHS } = standIn;
  const cells =
    Math.min(across, STAND_IN_CELL_MASK) +
    Math.min(down, STAND_IN_CELL_MASK) * 2 ** STAND_IN_CELL_BITS;
  const turn = isTurned ? STAND_IN_TURNED : 0;
  const level = (strength - 1) * 2 ** STAND_IN_STRENGTH_SHIFT;
  return cells + pattern * 2 ** STAND_IN_PATTERN_SHIFT + turn + level;
}
