/**
 * How a frame's exposure comes of the one before it. Frames whose time goes on are a sequence: each takes
 * the exposure on by what it shows. One that stands alone (a map's first, one after a jump in time or in
 * place, one whose time does not go on) is drawn at rest: with the exposure that is come to by looking at
 * it for long, from the map's own start. So the same sequence of frames gives the same pictures, and a
 * single one depends on nothing but what it shows.
 */

import type { Camera } from "../../types.ts";

/** Drawn at rest. */
export const STEP_REST = 0;
/** Takes the exposure on. */
export const STEP_APPROACH = 1;
/** The frame before once more, of a sequence that pauses. */
export const STEP_HOLD = 2;

export type ExposureStep = typeof STEP_REST | typeof STEP_APPROACH | typeof STEP_HOLD;

/** Seconds without a frame after which nobody has looked. */
const LONGEST_FRAME = 1;
/** Inches from one frame to the next that no flight covers. */
const CUT_DISTANCE = 1024;

export interface ExposureSteps {
  next(camera: Camera, seconds: number): ExposureStep;
  /** Another map. */
  restart(): void;
}

export function createExposureSteps(): ExposureSteps {
  /** Place and angles of the frame before. */
  const before = new Float64Array(5);
  let time = Number.NaN;
  let isSequence = false;

  return {
    next({ x, y, z, pitch, yaw }, seconds) {
      const passed = seconds - time;
      const moved = Math.hypot(x - before[0], y - before[1], z - before[2]);
      const isSame = moved === 0 && pitch === before[3] && yaw === before[4];
      before[0] = x;
      before[1] = y;
      before[2] = z;
      before[3] = pitch;
      before[4] = yaw;
      time = seconds;
      if (passed === 0 && isSame && isSequence) return STEP_HOLD;
      isSequence = passed > 0 && passed <= LONGEST_FRAME && moved <= CUT_DISTANCE;
      return isSequence ? STEP_APPROACH : STEP_REST;
    },
    restart() {
      time = Number.NaN;
      isSequence = false;
    },
  };
}
