/** Which ways a place is open. */

import type { CameraPose } from "../../map/types.ts";
import type { SceneRays } from "./scene-rays.ts";
import { depthScore } from "./view-score.ts";

const DIRECTIONS = 16;
/** Directions to either side that a view shows too. */
const BESIDE = 2;
/** Degrees up of the rays: over what stands about, under ceilings. */
const PITCHES = [-3, -12];

const RADIANS = Math.PI / 180;

/** The yaw with the widest view, and the widest of those that show something else. Casts 32 rays. */
export function findOpenYaws(rays: SceneRays, { x, y, z }: CameraPose): number[] {
  const depth = new Float64Array(DIRECTIONS);
  for (let i = 0; i < DIRECTIONS; i++) {
    const yaw = (i / DIRECTIONS) * 2 * Math.PI;
    for (const pitch of PITCHES) {
      const level = Math.cos(pitch * RADIANS);
      const up = -Math.sin(pitch * RADIANS);
      const isHit = rays.cast(x, y, z, level * Math.cos(yaw), level * Math.sin(yaw), up);
      // Nothing but sky is a little less than something far away.
      depth[i] += isHit ? depthScore(rays.hit.distance) : 0.9;
    }
  }
  const wide = depth.map((_, i) => {
    let sum = 0;
    for (let k = -BESIDE; k <= BESIDE; k++) {
      sum += depth[(i + k + DIRECTIONS) % DIRECTIONS] * (BESIDE + 1 - Math.abs(k));
    }
    return sum;
  });
  const widest = (isAllowed: (i: number) => boolean): number => {
    let best = -1;
    for (let i = 0; i < DIRECTIONS; i++) {
      if (isAllowed(i) && (best < 0 || wide[i] > wide[best])) best = i;
    }
    return best;
  };
  const first = widest(() => true);
  const second = widest((i) => {
    const apart = Math.abs(i - first);
    return Math.min(apart, DIRECTIONS - apart) > BESIDE;
  });
  return [first, second].map((i) => (i * 360) / DIRECTIONS);
}
