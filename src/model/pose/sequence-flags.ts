/**
 * Flags of sequences, animations and layers that affect playback, from Valve's public `studio.h`.
 */

export {
  STUDIO_DELTA,
  STUDIO_LOOPING,
  STUDIO_OVERRIDE,
} from "../../formats/studio/animation/animation-types.ts";
/** Sequence starts without a fade. */
export const STUDIO_SNAP = 0x2;
/** Sequence always plays, over all others. */
export const STUDIO_AUTOPLAY = 0x8;
/** Rotations are added after the current ones. */
export const STUDIO_POST = 0x10;
/** Animation moves no bone. */
export const STUDIO_ALLZEROS = 0x20;
export const STUDIO_CYCLEPOSE = 0x80;
/** Cycle follows the clock. */
export const STUDIO_REALTIME = 0x100;
/** Sequence has layers that are blended into it before it is blended over other sequences. */
export const STUDIO_LOCAL = 0x200;
/** Sequence is blended by rotations in model space, not relative to parents. */
export const STUDIO_WORLD = 0x4000;

export const STUDIO_AL_SPLINE = 0x40;
export const STUDIO_AL_XFADE = 0x80;
export const STUDIO_AL_NOBLEND = 0x200;
export const STUDIO_AL_LOCAL = 0x1000;
/** Span of the layer refers to a pose parameter. */
export const STUDIO_AL_POSE = 0x4000;

/** `BONE_FIXED_ALIGNMENT`: the bone's quaternion is never negated for alignment. */
export const BONE_FIXED_ALIGNMENT = 0x00100000;

/** `SimpleSpline` */
export function easeInOut(t: number): number {
  return t * t * (3 - 2 * t);
}
