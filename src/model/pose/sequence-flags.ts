/** What of a sequence's, an animation's and a layer's flags says how it is played: Valve's public `studio.h`. */

export {
  STUDIO_DELTA,
  STUDIO_LOOPING,
  STUDIO_OVERRIDE,
} from "../../formats/studio/animation/animation-types.ts";
/** Nothing is blended when it begins. */
export const STUDIO_SNAP = 0x2;
/** It plays whatever else does. */
export const STUDIO_AUTOPLAY = 0x8;
/** Its turns are added after those that there are. */
export const STUDIO_POST = 0x10;
/** Of an animation: it moves nothing. */
export const STUDIO_ALLZEROS = 0x20;
export const STUDIO_CYCLEPOSE = 0x80;
/** The clock says where in its cycle it is. */
export const STUDIO_REALTIME = 0x100;
/** It has layers that are blended into it before it is blended into the rest. */
export const STUDIO_LOCAL = 0x200;
/** It is blended by how bones are turned in the model, not to their parents. */
export const STUDIO_WORLD = 0x4000;

export const STUDIO_AL_SPLINE = 0x40;
export const STUDIO_AL_XFADE = 0x80;
export const STUDIO_AL_NOBLEND = 0x200;
export const STUDIO_AL_LOCAL = 0x1000;
/** Its span is of a pose parameter. */
export const STUDIO_AL_POSE = 0x4000;

/** `BONE_FIXED_ALIGNMENT`: turns of the bone are never taken the other way round. */
export const BONE_FIXED_ALIGNMENT = 0x00100000;

/** `SimpleSpline` */
export function easeInOut(t: number): number {
  return t * t * (3 - 2 * t);
}
