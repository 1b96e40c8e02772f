import { JIGGLE, type JiggleBones } from "../../formats/studio/rig/procedural-types.ts";
import { copyMatrix, normalizeVector } from "./matrix.ts";

/** State of a spring between steps, in model space. */
interface JiggleState {
  isStarted: boolean;
  readonly tip: Float32Array;
  readonly tipVelocity: Float32Array;
  readonly base: Float32Array;
  readonly lastBase: Float32Array;
  readonly baseVelocity: Float32Array;
  /** Acceleration by friction at the base's limits, applied in the next step. */
  readonly baseAcceleration: Float32Array;
  readonly lastBoing: Float32Array;
  readonly boingDirection: Float32Array;
  readonly boingVelocity: Float32Array;
  boingSpeed: number;
  boingTime: number;
}

function createJiggleState(): JiggleState {
  const vector = () => new Float32Array(3);
  return {
    isStarted: false,
    tip: vector(),
    tipVelocity: vector(),
    base: vector(),
    lastBase: vector(),
    baseVelocity: vector(),
    baseAcceleration: vector(),
    lastBoing: vector(),
    boingDirection: vector(),
    boingVelocity: vector(),
    boingSpeed: 0,
    boingTime: 0,
  };
}

/** Returns a component of a matrix axis: 0 left, 1 up, 2 forward. */
function axisOf(m: Float32Array, axis: number, k: number): number {
  return m[k * 4 + axis];
}

/** Returns the component of a vector along a matrix axis. */
function dotAxis(m: Float32Array, axis: number, v: Float32Array): number {
  return m[axis] * v[0] + m[4 + axis] * v[1] + m[8 + axis] * v[2];
}

function setDirection(out: Float32Array, x: number, y: number, z: number): void {
  out[0] = x;
  out[1] = y;
  out[2] = z;
}

/**
 * Speed in inches per second above which a bone counts as moving, and minimum seconds between
 * impacts.
 */
const MIN_SPEED = 5;
const MIN_TIME = 0.5;

const velocity = new Float32Array(3);
const side = new Float32Array(3);
const otherSide = new Float32Array(3);

/**
 * Squashes and stretches a bone along the direction in which it was stopped.
 * @param step seconds that pass; 0 if time stands still
 */
function boing(
  m: Float32Array,
  at: number,
  state: JiggleState,
  goal: Float32Array,
  { boing: values }: JiggleBones,
  row: number,
  step: number,
): void {
  if (step > 0) meetImpacts(state, goal, values[row * 5], values[row * 5 + 1], step);
  const calm = 1 - values[row * 5 + 2] * state.boingTime;
  if (calm < 0.01) {
    copyMatrix(m, at, goal, 0);
    return;
  }
  const swing = Math.cos(values[row * 5 + 3] * state.boingTime) * calm * calm * calm * calm;
  const flex = values[row * 5 + 4] * swing;
  stretch(m, at, state.boingDirection, goal, 1 + flex, 1 - flex);
}

function meetImpacts(
  state: JiggleState,
  goal: Float32Array,
  impactSpeed: number,
  impactAngle: number,
  step: number,
): void {
  for (let k = 0; k < 3; k++) {
    velocity[k] = goal[k * 4 + 3] - state.lastBoing[k];
    state.lastBoing[k] = goal[k * 4 + 3];
  }
  let speed = Math.sqrt(velocity[0] ** 2 + velocity[1] ** 2 + velocity[2] ** 2);
  if (speed < 0.00001) {
    setDirection(velocity, 0, 0, 1);
    speed = 0;
  } else {
    normalizeVector(velocity);
    speed /= step;
  }
  state.boingTime += step;
  if ((speed > MIN_SPEED || state.boingSpeed > MIN_SPEED) && state.boingTime > MIN_TIME) {
    const last = state.boingVelocity;
    const cosine = velocity[0] * last[0] + velocity[1] * last[1] + velocity[2] * last[2];
    if (Math.abs(state.boingSpeed - speed) > impactSpeed || cosine < impactAngle) {
      state.boingTime = 0;
      for (let k = 0; k < 3; k++) state.boingDirection[k] = -velocity[k];
    }
  }
  for (let k = 0; k < 3; k++) state.boingVelocity[k] = velocity[k];
  state.boingSpeed = speed;
}

/**
 * Multiplies the goal's axes by a matrix that squashes across a direction and stretches along it.
 * Its rows are arranged as in the engine: the two axes across, then the direction.
 */
function stretch(
  m: Float32Array,
  at: number,
  along: Float32Array,
  goal: Float32Array,
  squash: number,
  stretched: number,
): void {
  if (Math.abs(along[0]) < 0.9) setDirection(side, 0, along[2], -along[1]);
  else setDirection(side, along[1], -along[0], 0);
  normalizeVector(side);
  otherSide[0] = along[1] * side[2] - along[2] * side[1];
  otherSide[1] = along[2] * side[0] - along[0] * side[2];
  otherSide[2] = along[0] * side[1] - along[1] * side[0];
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      let value = 0;
      for (let k = 0; k < 3; k++)
        value += goal[row * 4 + k] * scaleAt(along, k, column, squash, stretched);
      m[at + row * 4 + column] = value;
    }
    m[at + row * 4 + 3] = goal[row * 4 + 3];
  }
}

/** Returns an element of A S A', where A's rows are the side, the other side and the direction. */
function scaleAt(
  along: Float32Array,
  row: number,
  column: number,
  squash: number,
  stretched: number,
): number {
  const a = row === 0 ? side : row === 1 ? otherSide : along;
  const b = column === 0 ? side : column === 1 ? otherSide : along;
  return squash * (a[0] * b[0] + a[1] * b[1]) + stretched * a[2] * b[2];
}

const off = new Float32Array(3);
const error = new Float32Array(3);
const speed = new Float32Array(3);

/** Advances a bone's base on its spring by one step, within its limits on each axis. */
function addBaseSpring(
  { base, lastBase, baseVelocity: velocity, baseAcceleration: acceleration }: JiggleState,
  goal: Float32Array,
  { base: springs, baseLimit: limits }: JiggleBones,
  row: number,
  step: number,
): void {
  const mass = springs[row * 3];
  const stiffness = springs[row * 3 + 1];
  const damping = springs[row * 3 + 2];
  for (let k = 0; k < 3; k++) {
    const force = stiffness * (goal[k * 4 + 3] - base[k]) - damping * velocity[k];
    velocity[k] += (acceleration[k] + force - (k === 2 ? mass : 0)) * step;
    base[k] += velocity[k] * step;
    acceleration[k] = 0;
    off[k] = base[k] - goal[k * 4 + 3];
  }
  for (let axis = 0; axis < 3; axis++) {
    error[axis] = dotAxis(goal, axis, off);
    speed[axis] = dotAxis(goal, axis, velocity);
  }
  for (let axis = 0; axis < 3; axis++) {
    const at = row * 9 + axis * 3;
    if (error[axis] >= limits[at] && error[axis] <= limits[at + 1]) continue;
    error[axis] = error[axis] < limits[at] ? limits[at] : limits[at + 1];
    // Movement along the limit causes friction.
    for (let other = 0; other < 3; other++) {
      if (other === axis) continue;
      for (let k = 0; k < 3; k++) {
        acceleration[k] -= limits[at + 2] * speed[other] * axisOf(goal, other, k);
      }
    }
  }
  for (let k = 0; k < 3; k++) {
    base[k] = goal[k * 4 + 3];
    for (let axis = 0; axis < 3; axis++) base[k] += error[axis] * axisOf(goal, axis, k);
    velocity[k] = (base[k] - lastBase[k]) / step;
    lastBase[k] = base[k];
  }
}

/** Spring steps per second. A different rate would change how springs swing. */
export const JIGGLE_RATE = 60;

const STEP = 1 / JIGGLE_RATE;
const LONG_AGO = 1e6;
const HAS_TIP = JIGGLE.IS_FLEXIBLE | JIGGLE.IS_RIGID;
const forward = new Float32Array(3);
const left = new Float32Array(3);

/**
 * Moves bones on springs: `BuildJiggleTransformations` of Valve's public jigglebones.cpp. A bone
 * lies along its z axis; pitch rotates about x, yaw about y. The model itself does not move, so
 * only its animations move the springs.
 */
export class JigglePoser {
  readonly #rows: JiggleBones;
  readonly #states: readonly JiggleState[];

  constructor(rows: JiggleBones) {
    this.#rows = rows;
    this.#states = Array.from({ length: rows.count }, createJiggleState);
  }

  get count(): number {
    return this.#rows.count;
  }

  /** Restarts all springs at their bones. */
  reset(): void {
    for (let row = 0; row < this.#states.length; row++) this.#states[row].isStarted = false;
  }

  /**
   * Writes a bone's matrix, moved by its spring.
   * @param goal matrix of the bone from its animation
   * @param isStep whether time advances by a step
   */
  write(m: Float32Array, at: number, goal: Float32Array, row: number, isStep: boolean): void {
    const rows = this.#rows;
    const state = this.#states[row];
    const flags = rows.flags[row];
    if (!state.isStarted) this.#start(state, goal, rows.length[row]);
    if ((flags & HAS_TIP) !== 0) {
      if (isStep) this.#swing(state, goal, row);
      this.#point(m, at, state, goal);
    } else {
      copyMatrix(m, at, goal, 0);
    }
    if (flags & JIGGLE.HAS_BASE_SPRING) {
      if (isStep) addBaseSpring(state, goal, rows, row, STEP);
      for (let k = 0; k < 3; k++) m[at + k * 4 + 3] = state.base[k];
    } else if (flags & JIGGLE.IS_BOING) {
      boing(m, at, state, goal, rows, row, isStep ? STEP : 0);
    }
  }

  #start(state: JiggleState, goal: Float32Array, length: number): void {
    state.isStarted = true;
    for (let k = 0; k < 3; k++) {
      const base = goal[k * 4 + 3];
      state.base[k] = state.lastBase[k] = state.lastBoing[k] = base;
      state.tip[k] = base + length * goal[k * 4 + 2];
      state.tipVelocity[k] = state.baseVelocity[k] = state.baseAcceleration[k] = 0;
    }
    state.boingSpeed = 0;
    // The engine starts with an impact, so bones ring when first seen. Here they start at rest, so
    // that still pictures show the bone undeformed.
    state.boingTime = LONG_AGO;
    setDirection(state.boingDirection, 0, 0, 1);
    setDirection(state.boingVelocity, 0, 0, 0);
  }

  /** Advances the tip by one step. */
  #swing(state: JiggleState, goal: Float32Array, row: number): void {
    const rows = this.#rows;
    const { tip, tipVelocity: velocity } = state;
    const flags = rows.flags[row];
    const length = rows.length[row];
    let yaw = 0;
    let pitch = 0;
    let along = 0;
    if (flags & JIGGLE.IS_FLEXIBLE) {
      for (let k = 0; k < 3; k++) forward[k] = goal[k * 4 + 3] + length * goal[k * 4 + 2] - tip[k];
      yaw =
        rows.yaw[row * 2] * dotAxis(goal, 0, forward) -
        rows.yaw[row * 2 + 1] * dotAxis(goal, 0, velocity);
      pitch =
        rows.pitch[row * 2] * dotAxis(goal, 1, forward) -
        rows.pitch[row * 2 + 1] * dotAxis(goal, 1, velocity);
      if ((flags & JIGGLE.HAS_LENGTH_CONSTRAINT) === 0) {
        along =
          rows.along[row * 2] * dotAxis(goal, 2, forward) -
          rows.along[row * 2 + 1] * dotAxis(goal, 2, velocity);
      }
    }
    for (let k = 0; k < 3; k++) {
      const weight = k === 2 ? -rows.tipMass[row] : 0;
      const force = yaw * goal[k * 4] + pitch * goal[k * 4 + 1] + along * goal[k * 4 + 2];
      velocity[k] += (weight + force) * STEP;
      tip[k] += velocity[k] * STEP;
    }
    if (flags & JIGGLE.HAS_YAW_CONSTRAINT) limitAngle(state, goal, 0, rows.yawLimit, row);
    if (flags & JIGGLE.HAS_PITCH_CONSTRAINT) limitAngle(state, goal, 1, rows.pitchLimit, row);
    if (flags & JIGGLE.HAS_ANGLE_CONSTRAINT) this.#limitDeflection(state, goal, row);
    if (flags & JIGGLE.HAS_LENGTH_CONSTRAINT) {
      this.#aim(state, goal);
      let speed = 0;
      for (let k = 0; k < 3; k++) speed += velocity[k] * forward[k];
      for (let k = 0; k < 3; k++) {
        tip[k] = goal[k * 4 + 3] + length * forward[k];
        velocity[k] -= speed * forward[k];
      }
    }
  }

  /** Writes `forward`: the direction from the bone's base to its tip. */
  #aim({ tip }: JiggleState, goal: Float32Array): void {
    for (let k = 0; k < 3; k++) forward[k] = tip[k] - goal[k * 4 + 3];
    normalizeVector(forward);
  }

  #limitDeflection(state: JiggleState, goal: Float32Array, row: number): void {
    const rows = this.#rows;
    const { tip } = state;
    this.#aim(state, goal);
    const cosine = dotAxis(goal, 2, forward);
    let angle = Math.acos(Math.max(-1, Math.min(1, cosine)));
    if (cosine < 0) angle = 2 * Math.PI - angle;
    if (angle <= rows.angleLimit[row]) return;
    const length = rows.length[row];
    const most = length * Math.sin(rows.angleLimit[row]);
    for (let k = 0; k < 3; k++) left[k] = goal[k * 4 + 3] + length * goal[k * 4 + 2] - tip[k];
    normalizeVector(left);
    for (let k = 0; k < 3; k++) {
      tip[k] = goal[k * 4 + 3] + length * goal[k * 4 + 2] - most * left[k];
    }
  }

  /** Writes the bone's matrix, rotated towards its tip. */
  #point(m: Float32Array, at: number, state: JiggleState, goal: Float32Array): void {
    this.#aim(state, goal);
    left[0] = goal[5] * forward[2] - goal[9] * forward[1];
    left[1] = goal[9] * forward[0] - goal[1] * forward[2];
    left[2] = goal[1] * forward[1] - goal[5] * forward[0];
    normalizeVector(left);
    const up0 = forward[1] * left[2] - forward[2] * left[1];
    const up1 = forward[2] * left[0] - forward[0] * left[2];
    const up2 = forward[0] * left[1] - forward[1] * left[0];
    for (let k = 0; k < 3; k++) {
      m[at + k * 4] = left[k];
      m[at + k * 4 + 1] = k === 0 ? up0 : k === 1 ? up1 : up2;
      m[at + k * 4 + 2] = forward[k];
      m[at + k * 4 + 3] = goal[k * 4 + 3];
    }
  }
}

/**
 * Limits the tip's angle about an axis of its goal: yaw in the xz plane, pitch in the yz plane. A
 * tip beyond a limit is moved onto it and stopped.
 */
function limitAngle(
  { tip, tipVelocity }: JiggleState,
  goal: Float32Array,
  aside: 0 | 1,
  limits: Float32Array,
  row: number,
): void {
  for (let k = 0; k < 3; k++) left[k] = tip[k] - goal[k * 4 + 3];
  const angle = Math.atan2(dotAxis(goal, aside, left), dotAxis(goal, 2, left));
  const least = limits[row * 4];
  const most = limits[row * 4 + 1];
  if (angle >= least && angle <= most) return;
  const limit = angle < least ? least : most;
  const sine = Math.sin(limit);
  const cosine = Math.cos(limit);
  // The component along this axis is kept.
  const other = aside === 0 ? 1 : 0;
  const across = dotAxis(goal, other, left);
  const along = sine * dotAxis(goal, aside, left) + cosine * dotAxis(goal, 2, left);
  for (let k = 0; k < 3; k++) {
    const direction = sine * axisOf(goal, aside, k) + cosine * axisOf(goal, 2, k);
    tip[k] = goal[k * 4 + 3] + across * axisOf(goal, other, k) + along * direction;
    tipVelocity[k] = 0;
  }
}
