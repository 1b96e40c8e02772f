/**
 * How a rope hangs when its map starts: the engine lets it fall for five seconds before it is seen
 * (`c_rope.cpp`, `rope_physics.cpp` and `simple_physics.cpp` of Valve's `source-sdk-2013`), and so is done
 * here. Its springs give, so that it is longer than what it was made of: no curve of a length says how far.
 */

/** Inches a second squared. */
const GRAVITY = -1500;
const SECONDS = 5;
const STEP_SECONDS = 1 / 50;
const STEPS = Math.round(SECONDS / STEP_SECONDS);
/** Of its speed, what a step leaves. */
const DAMPING = 0.98;
/** How often each step brings the points nearer to each other. */
const RELAXATIONS = 3;
/** Inches: what every rope is shorter than it is said to be. */
const SLACK_OFFSET = -100;

export interface HungRope {
  readonly from: readonly [number, number, number];
  readonly to: readonly [number, number, number];
  /** Points, its ends among them. */
  readonly points: number;
  /** Inches. */
  readonly slack: number;
  /** Whether only its first end is held. */
  readonly isDangling: boolean;
}

/** Inches that it is made for: what is between its ends, and its slack. */
export function ropeLength({ from, to, slack }: Pick<HungRope, "from" | "to" | "slack">): number {
  const apart = Math.hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2]);
  return Math.trunc(apart) + slack + SLACK_OFFSET;
}

/** Where its points come to rest: 3 numbers each. */
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

/** Brings a point and the next one to each other, if they are farther apart than their spring is long. */
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
