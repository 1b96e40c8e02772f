import { JIGGLE, type JiggleBones } from "../../../formats/studio/rig/procedural-types.ts";
import { copyMatrix, normalizeVector } from "../matrix.ts";
import { addBaseSpring } from "./jiggle-base.ts";
import { boing } from "./jiggle-boing.ts";
import {
  axisOf,
  createJiggleState,
  dotAxis,
  type JiggleState,
  setDirection,
} from "./jiggle-state.ts";

/** Steps a second: with other ones, springs would swing otherwise. */
export const JIGGLE_RATE = 60;

const STEP = 1 / JIGGLE_RATE;
const LONG_AGO = 1e6;
const HAS_TIP = JIGGLE.IS_FLEXIBLE | JIGGLE.IS_RIGID;
const forward = new Float32Array(3);
const left = new Float32Array(3);

/**
 * Bones on springs: `BuildJiggleTransformations` of Valve's public jigglebones.cpp. A bone lies along its z axis;
 * pitch is about x, yaw about y. The model itself does not move, so that only its animations shake them.
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

  /** From now on springs begin where their bones are. */
  reset(): void {
    for (let row = 0; row < this.#states.length; row++) this.#states[row].isStarted = false;
  }

  /**
   * Writes a bone where its spring takes it.
   * @param goal where its animation has it
   * @param isStep whether time goes on by a step
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
    // The engine lets one ring when it is first seen: nothing has struck it, and a picture shows it as it is.
    state.boingTime = LONG_AGO;
    setDirection(state.boingDirection, 0, 0, 1);
    setDirection(state.boingVelocity, 0, 0, 0);
  }

  /** One step of the tip. */
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

  /** Writes `forward`: from the bone's base to its tip. */
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

  /** The bone, turned to its tip. */
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
 * Holds a tip between two angles about an axis of its goal: yaw in the plane of x and z, pitch in that of y and z. At a
 * limit it is laid onto that, and stops.
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
  // The axis across the limit: what goes along it is taken away.
  const other = aside === 0 ? 1 : 0;
  const across = dotAxis(goal, other, left);
  const along = sine * dotAxis(goal, aside, left) + cosine * dotAxis(goal, 2, left);
  for (let k = 0; k < 3; k++) {
    const direction = sine * axisOf(goal, aside, k) + cosine * axisOf(goal, 2, k);
    tip[k] = goal[k * 4 + 3] + across * axisOf(goal, other, k) + along * direction;
    tipVelocity[k] = 0;
  }
}
