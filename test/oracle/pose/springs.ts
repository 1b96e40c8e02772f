/**
 * One step of a jiggle bone: `CJiggleBones::BuildJiggleTransformations` of Valve's public
 * jigglebones.cpp, in 64 bits.
 */

import {
  add,
  clamp,
  column,
  cross,
  dot,
  fromColumns,
  type Mat,
  mul,
  sub,
  unit,
  type Vec,
} from "./math.ts";

export interface Spring {
  /** Flags by name, such as "flexible" and "rigid". */
  readonly flags: ReadonlySet<
    "flexible" | "rigid" | "yawLimit" | "pitchLimit" | "angleLimit" | "lengthLimit" | "base"
  >;
  readonly length: number;
  readonly tipMass: number;
  /** Stiffness and damping. */
  readonly yaw: readonly [number, number];
  readonly pitch: readonly [number, number];
  readonly along: readonly [number, number];
  readonly angle: number;
  readonly yawRange: readonly [number, number];
  readonly pitchRange: readonly [number, number];
  /** Mass, stiffness, damping; then minimum, maximum and friction to the left, up and forward. */
  readonly base: readonly [number, number, number];
  readonly baseRange: readonly (readonly [number, number, number])[];
}

export interface SpringState {
  tip: Vec;
  tipVelocity: Vec;
  base: Vec;
  lastBase: Vec;
  baseVelocity: Vec;
  baseAcceleration: Vec;
}

export function startSpring({ length }: Spring, goal: Mat): SpringState {
  const base = column(goal, 3);
  const still = [0, 0, 0];
  const tip = add(base, mul(column(goal, 2), length));
  return {
    tip,
    tipVelocity: still,
    base,
    lastBase: base,
    baseVelocity: still,
    baseAcceleration: still,
  };
}

const down = (mass: number): Vec => [0, 0, -mass];
const sum = (...v: Vec[]): Vec => v.reduce((a, b) => add(a, b));

export function stepSpring(spring: Spring, state: SpringState, goal: Mat, dt: number): void {
  const [left, up, forward, at] = [0, 1, 2, 3].map((i) => column(goal, i));
  const { flags, length } = spring;
  if (flags.has("flexible") || flags.has("rigid")) {
    let acceleration = down(spring.tipMass);
    if (flags.has("flexible")) {
      const error = sub(add(at, mul(forward, length)), state.tip);
      const pull = (axis: Vec, [stiffness, damping]: readonly [number, number]) =>
        mul(axis, stiffness * dot(axis, error) - damping * dot(axis, state.tipVelocity));
      acceleration = sum(acceleration, pull(left, spring.yaw), pull(up, spring.pitch));
      if (!flags.has("lengthLimit")) acceleration = add(acceleration, pull(forward, spring.along));
    }
    state.tipVelocity = add(state.tipVelocity, mul(acceleration, dt));
    state.tip = add(state.tip, mul(state.tipVelocity, dt));
    if (flags.has("yawLimit")) limit(state, at, left, up, forward, spring.yawRange);
    if (flags.has("pitchLimit")) limit(state, at, up, left, forward, spring.pitchRange);
    let aim = unit(sub(state.tip, at));
    if (flags.has("angleLimit")) {
      const cosine = clamp(dot(aim, forward), -1, 1);
      const between = cosine < 0 ? 2 * Math.PI - Math.acos(cosine) : Math.acos(cosine);
      if (between > spring.angle) {
        const goalTip = add(at, mul(forward, length));
        const back = unit(sub(goalTip, state.tip));
        state.tip = sub(goalTip, mul(back, length * Math.sin(spring.angle)));
        aim = unit(sub(state.tip, at));
      }
    }
    if (flags.has("lengthLimit")) {
      state.tip = add(at, mul(aim, length));
      state.tipVelocity = sub(state.tipVelocity, mul(aim, dot(state.tipVelocity, aim)));
    }
  }
  if (flags.has("base")) stepBase(spring, state, [left, up, forward], at, dt);
}

/** Limits yaw or pitch: projects the tip into the limit's plane and stops it. */
function limit(
  state: SpringState,
  at: Vec,
  aside: Vec,
  across: Vec,
  forward: Vec,
  [least, most]: readonly [number, number],
): void {
  const along = sub(state.tip, at);
  const angle = Math.atan2(dot(aside, along), dot(forward, along));
  if (angle >= least && angle <= most) return;
  const end = angle < least ? least : most;
  const wall = add(mul(aside, Math.sin(end)), mul(forward, Math.cos(end)));
  state.tip = sum(at, mul(across, dot(across, along)), mul(wall, dot(wall, along)));
  state.tipVelocity = [0, 0, 0];
}

function stepBase(spring: Spring, state: SpringState, axes: Vec[], at: Vec, dt: number): void {
  const [mass, stiffness, damping] = spring.base;
  const pull = sub(mul(sub(at, state.base), stiffness), mul(state.baseVelocity, damping));
  const acceleration = sum(state.baseAcceleration, down(mass), pull);
  state.baseVelocity = add(state.baseVelocity, mul(acceleration, dt));
  state.base = add(state.base, mul(state.baseVelocity, dt));
  state.baseAcceleration = [0, 0, 0];
  const error = axes.map((axis) => dot(axis, sub(state.base, at)));
  const speed = axes.map((axis) => dot(axis, state.baseVelocity));
  spring.baseRange.forEach(([least, most, friction], i) => {
    if (error[i] >= least && error[i] <= most) return;
    error[i] = clamp(error[i], least, most);
    const others = [0, 1, 2].filter((k) => k !== i);
    const rub = sum(...others.map((k) => mul(axes[k], speed[k])));
    state.baseAcceleration = sub(state.baseAcceleration, mul(rub, friction));
  });
  state.base = sum(at, ...axes.map((axis, i) => mul(axis, error[i])));
  state.baseVelocity = mul(sub(state.base, state.lastBase), 1 / dt);
  state.lastBase = state.base;
}

/** Returns the bone's matrix, aimed at its tip and moved to its base. */
export function springMatrix({ flags }: Spring, state: SpringState, goal: Mat): Mat {
  let m = goal;
  if (flags.has("flexible") || flags.has("rigid")) {
    const aim = unit(sub(state.tip, column(goal, 3)));
    const left = unit(cross(column(goal, 1), aim));
    m = fromColumns(left, cross(aim, left), aim, column(goal, 3));
  }
  if (!flags.has("base")) return m;
  return fromColumns(...[0, 1, 2].map((i) => column(m, i)), state.base);
}
