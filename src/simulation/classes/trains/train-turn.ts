/** Turns and banks trains along their track: trains.cpp of Source SDK 2013. */

import { clamp } from "../../../math/vec3.ts";
import type { EntityWorld } from "../../entity-class.ts";
import { TICK_SECONDS } from "../../tick.ts";
import { angleBetween, anglesOf, blendAngles, turnTowards } from "./angles.ts";
import { ahead, facesOwnAngles, lookAhead, orientationAt } from "./path-track.ts";
import {
  AT_NODES,
  FIXED,
  isForward,
  KEEPS_ANGLES,
  KEEPS_PITCH,
  LINEAR_TURN,
  train,
} from "./train-state.ts";

const { at } = train;
const angles = new Float64Array(3);
const nextAngles = new Float64Array(3);

/** Smooths a share of a way at both ends (`SimpleSpline`). */
export const ease = (share: number): number => {
  const inside = clamp(share, 0, 1);
  return inside * inside * (3 - 2 * inside);
};

/** Share of the way between two nodes that the train has gone. */
export function shareBetween(world: EntityWorld, self: number, from: number, to: number): number {
  const { origin } = world.entities;
  const [a, b, c] = [from * 3, to * 3, self * 3];
  const length = Math.hypot(
    origin[b] - origin[a],
    origin[b + 1] - origin[a + 1],
    origin[b + 2] - origin[a + 2],
  );
  const gone = Math.hypot(
    origin[c] - origin[a],
    origin[c + 1] - origin[a + 1],
    origin[c + 2] - origin[a + 2],
  );
  return length === 0 ? 0 : gone / length;
}

/** Writes three numbers of a column. */
export function copyOf(out: Float64Array, column: Float64Array, row: number): void {
  out[0] = column[row * 3];
  out[1] = column[row * 3 + 1];
  out[2] = column[row * 3 + 2];
}

/** Turns so that the train is at some angles after a tick, and banks in curves. */
function turnTo(world: EntityWorld, self: number, wanted: Float64Array): void {
  const own = world.entities.angles;
  const { angularVelocity } = world.entities;
  const first = self * 3;
  const pitch = world.hasFlag(self, KEEPS_PITCH) ? 0 : angleBetween(own[first], wanted[0]);
  const yaw = angleBetween(own[first + 1], wanted[1]);
  // The engine leaves out small turns.
  angularVelocity[first] = Math.abs(pitch) < 0.1 ? 0 : pitch / TICK_SECONDS;
  const yawSpeed = Math.abs(yaw) < 0.1 ? 0 : yaw / TICK_SECONDS;
  angularVelocity[first + 1] = yawSpeed;
  const bank = world.get(self, at.bank);
  if (bank === 0) return;
  const roll = own[first + 2];
  angularVelocity[first + 2] =
    yawSpeed < -5
      ? turnTowards(roll, -bank, bank * 2)
      : yawSpeed > 5
        ? turnTowards(roll, bank, bank * 2)
        : turnTowards(roll, 0, bank * 4) * 4;
}

export function orient(world: EntityWorld, self: number, from: number, to: number): void {
  const type = world.get(self, at.orientationType);
  if (world.hasFlag(self, KEEPS_ANGLES) || type === FIXED) return;
  if (type === AT_NODES) orientByWheels(world, self);
  else orientByBlend(world, self, from, to, type === LINEAR_TURN);
}

/** Faces the place on the track under the front wheels. */
function orientByWheels(world: EntityWorld, self: number): void {
  const { origin } = world.entities;
  const node = world.get(self, at.node);
  if (!world.isAlive(node)) return;
  const height = world.get(self, at.height);
  const wheels = world.get(self, at.wheels);
  const distance = wheels > 0 ? wheels : 100;
  copyOf(ahead.place, origin, self);
  ahead.place[2] -= height;
  lookAhead(world, node, isForward(world, self) ? distance : -distance, false);
  const sign = isForward(world, self) ? 1 : -1;
  const x = (ahead.place[0] - origin[self * 3]) * sign;
  const y = (ahead.place[1] - origin[self * 3 + 1]) * sign;
  const z = (ahead.place[2] + height - origin[self * 3 + 2]) * sign;
  if (world.get(self, at.changesByHand) !== 0 && facesOwnAngles(world, ahead.next)) {
    orientationAt(world, ahead.next, isForward(world, self), angles);
  } else anglesOf(angles, x, y, z);
  if (x === 0 && y === 0) copyOf(angles, world.entities.angles, self);
  turnTo(world, self, angles);
}

/** Turns from the angles of one node to those of the next. */
function orientByBlend(
  world: EntityWorld,
  self: number,
  from: number,
  to: number,
  isLinear: boolean,
): void {
  orientationAt(world, from, isForward(world, self), angles);
  const pitch = angles[0];
  if (to < 0) nextAngles.set(angles);
  else orientationAt(world, to, isForward(world, self), nextAngles);
  if (world.hasFlag(self, KEEPS_PITCH)) nextAngles[0] = pitch;
  const gone = to < 0 ? 0 : shareBetween(world, self, from, to);
  blendAngles(angles, angles, nextAngles, isLinear ? gone : ease(gone));
  if (world.hasFlag(self, KEEPS_PITCH)) angles[0] = pitch;
  turnTo(world, self, angles);
}
