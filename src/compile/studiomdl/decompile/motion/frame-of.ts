import { shorten } from "../rig/shorten.ts";

/** How far from a whole frame a part of the cycle may be and be one. */
const NEAR = 1e-3;

/** The frame that a part of a cycle is; null: an animation of one frame has none for it. */
export function frameOf(part: number, frameCount: number): number | null {
  if (frameCount < 2) return part === 0 ? 0 : null;
  const frame = part * (frameCount - 1);
  return Math.abs(frame - Math.round(frame)) < NEAR ? Math.round(frame) + 0 : shorten(frame);
}
