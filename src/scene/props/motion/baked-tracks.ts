/** Sequences that are baked to what the GPU plays. */

import type { MdlSequence } from "../../../formats/studio/animation/animation-types.ts";
import type { BakedSequence } from "../../../model/pose/bake-sequence.ts";
import { STUDIO_AUTOPLAY } from "../../../model/pose/sequence-flags.ts";
import type { Motions } from "../../../model/studio-model.ts";

/** Frames that a sequence is baked to, at most; 0 where there is none. */
export function countFrames({ sequences, animations }: Motions, row: number): number {
  const blends = sequences[row]?.blends ?? [];
  return blends.reduce((most, blend) => Math.max(most, animations[blend].frameCount), 0);
}

/** Sequences that a pose of one is made of: itself, what is laid over it, and what always plays. */
export function countPlayed({ sequences }: Motions, row: number): number {
  const always = sequences.filter(({ flags }) => (flags & STUDIO_AUTOPLAY) !== 0);
  /** Layers never lead back: see `cutLayers`. */
  const count = ({ autoLayers }: MdlSequence): number =>
    autoLayers.reduce((sum, layer) => sum + count(sequences[layer.sequence]), 1);
  return always.reduce((sum, sequence) => sum + count(sequence), count(sequences[row]));
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
