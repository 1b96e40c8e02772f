/**
 * Computes the shape of a hanging rope. The engine simulates five seconds before the rope is first
 * drawn (`c_rope.cpp`, `rope_physics.cpp` and `simple_physics.cpp` of Valve's `source-sdk-2013`),
 * and so does this module. The springs stretch under gravity, so a catenary of the nominal length
 * would be too short.
 */

/** Inches per second squared. */
const GRAVITY = -1500;
const SECONDS = 5;
const STEP_SECONDS = 1 / 50;
const STEPS = Math.round(SECONDS / STEP_SECONDS);
/** Factor of the speed after each step. */
const DAMPING = 0.98;
/** Number of relaxation passes per step. */
const RELAXATIONS = 3;
/**
 * Inches that the engine adds to every rope's length; negative, so ropes are shorter than stated.
 */
const SLACK_OFFSET = -100;

export interface HungRope {
  readonly from: readonly [number, number, number];
  readonly to: readonly [number, number, number];
  /** Number of points, including both ends. */
  readonly points: number;
  /** Slack in inches. */
  readonly slack: number;
  /** True if only the first end is fixed. */
  readonly isDangling: boolean;
}

/** Returns the nominal length in inches: the distance between the ends plus slack. */
export function ropeLength({ from, to, slack }: Pick<HungRope, "from" | "to" | "slack">): number {
  const apart = Math.hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2]);
  return Math.trunc(apart) + slack + SLACK_OFFSET;
}

/** Returns the points at rest, 3 numbers each. */
export function hangRope(rope: HungRope): Float64Array {
  const { from, to, points, isDangling } = rope;
  const spring = Math.max(ropeLength(rope) / (points - 1), 0);
  const last = (points - 1) * 3;
  const now = new Float64Array(points * 3);
  for (let i = 0; i < now.length; i++) {
    const axis = i % 3;
    now[i] = from[axis] + ((to[axis] - from[axis]) * (i - axis)) / last;
  }
  const before = now.slice();
  const fall = GRAVITY * STEP_SECONDS * STEP_SECONDS * 0.5;
  for (let step = 0; step < STEPS; step++) {
    for (let i = 0; i < now.length; i++) {
      const was = now[i];
      now[i] += (was - before[i]) * DAMPING + (i % 3 === 2 ? fall : 0);
      before[i] = was;
    }
    for (let turn = 0; turn < RELAXATIONS; turn++) {
      for (let i = 0; i < last; i += 3) shorten(now, i, spring);
      for (let axis = 0; axis < 3; axis++) {
        now[axis] = from[axis];
        if (!isDangling) now[last + axis] = to[axis];
      }
    }
  }
  return now;
}

/**
 * Moves a point and the next one towards each other if they are farther apart than the spring's
 * length.
 */
function shorten(points: Float64Array, i: number, spring: number): void {
  const x = points[i] - points[i + 3];
  const y = points[i + 1] - points[i + 4];
  const z = points[i + 2] - points[i + 5];
  const squared = x * x + y * y + z * z;
  if (squared <= spring * spring) return;
  const half = (1 - spring / Math.sqrt(squared)) / 2;
  points[i] -= x * half;
  points[i + 1] -= y * half;
  points[i + 2] -= z * half;
  points[i + 3] += x * half;
  points[i + 4] += y * half;
  points[i + 5] += z * half;
}
