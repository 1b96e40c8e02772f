/** Bounds an emitter's particles at any time. */

import {
  EMITTER_AROUND_EYE,
  EMITTER_BALL,
  EMITTER_CUBE,
  EMITTER_DRAGGED,
  EMITTER_FROZEN,
  EMITTER_GRID,
  EMITTER_SIZE_BY_DEPTH,
  EMITTER_SIZE_BY_SECONDS,
} from "../map/placed/emitters.ts";
import type { Emitter } from "./emitter.ts";

const ORIGIN = [0, 0, 0];

/** Half edge of motes of constant size on screen, at the depth at which they have faded out. */
const motesSize = ({ sizeStart, fadeDepth }: Emitter) => sizeStart * fadeDepth;

/** Returns the greatest half edge of the particles, with the length of their trails. */
function reachOf(emitter: Emitter): number {
  const { flags, sizeStart, sizeEnd, lifeMax, trail } = emitter;
  if ((flags & EMITTER_SIZE_BY_DEPTH) !== 0) return motesSize(emitter);
  const last =
    (flags & EMITTER_SIZE_BY_SECONDS) !== 0 ? sizeStart + (sizeEnd - sizeStart) * lifeMax : sizeEnd;
  // The corner of a turned quad is farther than its edge.
  const size = Math.max(sizeStart, last) * Math.SQRT2;
  return size + trail * greatestSpeed(emitter);
}

function greatestSpeed({ flags, spread, speed, acceleration, lifeMax }: Emitter): number {
  const gained = (flags & EMITTER_DRAGGED) !== 0 ? 0 : Math.hypot(...acceleration) * lifeMax;
  if ((flags & EMITTER_BALL) !== 0) return Math.max(spread[0], spread[1]) + gained;
  if ((flags & EMITTER_CUBE) !== 0) {
    return Math.max(spread[0], spread[1]) * Math.sqrt(3) + Math.abs(speed) + gained;
  }
  return Math.hypot(...spread) + Math.abs(speed) + gained;
}

/** Returns the box in the world: mins, maxs. */
export function boundEmitter(emitter: Emitter): Float32Array {
  const { origin, boxMins, boxSize, flags, volume } = emitter;
  const box = new Float32Array(6);
  const reach = reachOf(emitter);
  const isAroundEye = (flags & EMITTER_AROUND_EYE) !== 0;
  for (let axis = 0; axis < 3; axis++) {
    const [least, most] = isAroundEye ? ORIGIN : drift(emitter, axis);
    const mins = isAroundEye ? 0 : Math.min(boxMins[axis], boxMins[axis] + boxSize[axis]);
    const maxs = isAroundEye ? volume[axis] : mins + Math.abs(boxSize[axis]);
    box[axis] = origin[axis] + mins + least - reach;
    box[axis + 3] = origin[axis] + maxs + (isAroundEye ? 0 : most) + reach;
  }
  return box;
}

/** Returns the least and the greatest way along an axis from the box of birth. */
function drift(emitter: Emitter, axis: number): [number, number] {
  const { flags, right, up, forward, spread, speed, acceleration, lifeMax, ring, twist } = emitter;
  if ((flags & (EMITTER_GRID | EMITTER_FROZEN)) !== 0) return [0, 0];
  const ringReach = ring * Math.hypot(right[axis], up[axis]);
  const isTwisted = twist !== 0 && axis < 2;
  const isThrown = (flags & (EMITTER_BALL | EMITTER_CUBE)) !== 0;
  if (isTwisted || isThrown) {
    const far = greatestSpeed(emitter) * lifeMax + ring;
    return [-far, far];
  }
  const aside =
    Math.abs(right[axis]) * spread[0] +
    Math.abs(up[axis]) * spread[1] +
    Math.abs(forward[axis]) * spread[2];
  const along = forward[axis] * speed;
  const pulled =
    (flags & EMITTER_DRAGGED) !== 0
      ? acceleration[axis] * lifeMax
      : acceleration[axis] * lifeMax ** 2 * 0.5;
  // The way is a parabola: between its ends it may turn once.
  const ends = [0, along * lifeMax + pulled];
  const a = acceleration[axis];
  const turned = a === 0 ? -1 : -along / a;
  if (turned > 0 && turned < lifeMax) ends.push(along * turned + a * turned ** 2 * 0.5);
  const swing = Math.abs(aside) * lifeMax + ringReach;
  return [Math.min(...ends) - swing, Math.max(...ends) + swing];
}
