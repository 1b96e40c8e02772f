import type { JiggleBones } from "../../../formats/studio/rig/procedural-types.ts";
import { copyMatrix, normalizeVector } from "../matrix.ts";
import { type JiggleState, setDirection } from "./jiggle-state.ts";

/** Inches a second that are a movement, and seconds from one impact to the next. */
const MIN_SPEED = 5;
const MIN_TIME = 0.5;

const velocity = new Float32Array(3);
const side = new Float32Array(3);
const otherSide = new Float32Array(3);

/**
 * A bone that is squashed and stretched along the way that it was stopped on.
 * @param step seconds that time goes on by; 0: it stands
 */
export function boing(
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
 * The goal's axes times a matrix that squashes across a direction and stretches along it, with the rows that the
 * engine has in its place: the axes across, and the direction.
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

/** Of A S A', where A's rows are the side, the other side and the direction. */
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
