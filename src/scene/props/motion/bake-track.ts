/** A sequence of a model, decoded to what the GPU plays. */

import { STUDIO_DELTA, STUDIO_LOOPING } from "../../../formats/studio/animation/animation-types.ts";
import type { BonePose } from "../../../formats/studio/mesh/build-bone-palette.ts";
import type { Mdl } from "../../../formats/studio/types.ts";
import type { Motions } from "../../../model/studio-model.ts";

export interface ModelTrack {
  readonly frameCount: number;
  /** Frames a second. */
  readonly fps: number;
  /** Its last frame is its first. */
  readonly isLooping: boolean;
  /** 3 and 4 floats a bone, all bones a frame, each relative to its parent. */
  readonly position: Float32Array;
  readonly quaternion: Float32Array;
}

/** Of a sequence; 0 where there is none. */
export function countFrames({ sequences, animations }: Motions, row: number): number {
  const sequence = sequences[row];
  return sequence === undefined ? 0 : animations[sequence.blends[0]].frameCount;
}

/** null: the sequence says nothing of the whole model, as it is added to another. */
export function bakeTrack(motions: Motions, row: number): ModelTrack | null {
  const sequence = motions.sequences[row];
  if (sequence === undefined || (sequence.flags & STUDIO_DELTA) !== 0) return null;
  const [blend] = sequence.blends;
  const { fps, frameCount, flags } = motions.animations[blend];
  if ((flags & STUDIO_DELTA) !== 0) return null;
  const { position, quaternion } = motions.frames(blend);
  const isLooping = (sequence.flags & STUDIO_LOOPING) !== 0;
  return { frameCount, fps, isLooping, position, quaternion };
}

/** How a model stands in a frame of its track. */
export function poseOf(
  { position, quaternion }: ModelTrack,
  { bones }: Pick<Mdl, "bones">,
  frame: number,
): BonePose {
  const { count } = bones;
  return {
    position: position.subarray(frame * count * 3, (frame + 1) * count * 3),
    quaternion: quaternion.subarray(frame * count * 4, (frame + 1) * count * 4),
  };
}

/** Least that a number of a pose changes by where anything moves: inches, and parts of a quaternion. */
const LEAST_CHANGE = 1e-4;

/** Whether the model is somewhere else in any of its frames, and ever comes to it. */
export function isMoving(track: ModelTrack): boolean {
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
