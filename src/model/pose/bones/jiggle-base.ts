import type { JiggleBones } from "../../../formats/studio/rig/procedural-types.ts";
import { axisOf, dotAxis, type JiggleState } from "./jiggle-state.ts";

const off = new Float32Array(3);
const error = new Float32Array(3);
const speed = new Float32Array(3);

/** One step of a bone's base on its spring, held to how far it may go to each side. */
export function addBaseSpring(
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
    // What goes along the limit rubs against it.
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
