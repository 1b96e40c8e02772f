/** Where one was before each jump: the way back. */

import type { Camera } from "../../viewer/index.ts";

const MAX_STEPS = 50;
/** Inches and degrees within which one is still where one was. */
const NEAR = 8;
const NEAR_ANGLE = 2;

export interface Trail {
  /** To be called before a jump. */
  leave(camera: Camera): void;
  /** Where one was before the last jump; null: nowhere else. */
  back(): Camera | null;
  /** Another map is shown. */
  clear(): void;
}

export function createTrail(): Trail {
  let steps: Camera[] = [];
  return {
    leave(camera) {
      const last = steps.at(-1);
      // A jump from where the last one began is the same step.
      if (last !== undefined && isNear(last, camera)) return;
      steps = [...steps.slice(1 - MAX_STEPS), { ...camera }];
    },
    back: () => steps.pop() ?? null,
    clear() {
      steps = [];
    },
  };
}

function isNear(a: Camera, b: Camera): boolean {
  const turn = (Math.abs(a.yaw - b.yaw) + 360) % 360;
  return (
    Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z) < NEAR &&
    Math.abs(a.pitch - b.pitch) < NEAR_ANGLE &&
    Math.min(turn, 360 - turn) < NEAR_ANGLE
  );
}
