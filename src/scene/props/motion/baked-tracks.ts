/** Sequences that are baked to what the GPU plays. */

import type { BakedSequence } from "../../../model/pose/bake-sequence.ts";
import type { Motions } from "../../../model/studio-model.ts";

/** Frames that a sequence is baked to, at most; 0 where there is none. */
export function countFrames({ sequences, animations }: Motions, row: number): number {
  const blends = sequences[row]?.blends ?? [];
  return blends.reduce((most, blend) => Math.max(most, animations[blend].frameCount), 0);
}

/** Least that a number of a pose changes by where anything moves: inches, and parts of a quaternion. */
const LEAST_CHANGE = 1e-4;

/** Whether the model is somewhere else in any of its frames, and ever comes to it. */
export function isMoving(track: BakedSequence): boolean {
  const { frameCount, fps } = track;
  if (frameCount < 2 || !(fps > 0)) return false;
  for (const column of [track.position, track.quaternion]) {
    const stride = column.length / frameCount;
    for (let i = stride; i < column.length; i++) {
      if (Math.abs(column[i] - column[i % stride]) > LEAST_CHANGE) return true;
    }
  }
  return false;
}
