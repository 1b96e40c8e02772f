/** momentary_rot_button: a wheel that turns while it is used; buttons.cpp of Source SDK 2013. */

import { clamp } from "../../math/vec3.ts";
import {
  type EntityClass,
  type EntityWorld,
  input,
  key,
  layoutOf,
  textValue,
  value,
} from "../entity-class.ts";
import { buttonSound, playField } from "../sounds/entity-sounds.ts";
import { SOUND } from "../sounds/voice-table.ts";
import { TICK_SECONDS } from "../tick.ts";
import { FLOAT } from "../values.ts";

const TOGGLES = 32;
const ROLLS = 64;
const PITCHES = 128;
const USE_ACTIVATES = 1024;
const LOCKED = 2048;

/** Seconds that it turns after a use, and that it waits before it turns back. */
const USE_SECONDS = 0.1;

/** Actions at the end of a move. */
const [RESTS, USED, RETURNS, GOES_TO_POSITION] = [0, 1, 2, 3];

const wheel = layoutOf({
  /** Degrees a second. */
  speed: key("speed"),
  /** Degrees a second back to the start; 0 to stay. */
  returnSpeed: key("returnspeed"),
  distance: key("distance"),
  /** 0 at the start to 1 at the end. */
  startPosition: key("StartPosition"),
  sounds: key("sounds", "integer"),
  sound: textValue(),
  /** 1 to the end, -1 to the start. */
  direction: key("StartDirection", "integer"),
  /** 1, or -1 if the distance is negative. */
  sign: value(1),
  /** Angles about its axis. */
  start: value(),
  goal: value(),
  mode: value(RESTS),
  isLocked: value(),
  isDisabled: value(),
  isUsed: value(),
  sent: value(),
  quietUntil: value(-1),
});
const { at } = wheel;

const axisOf = (world: EntityWorld, self: number): number =>
  self * 3 + (world.hasFlag(self, ROLLS) ? 2 : world.hasFlag(self, PITCHES) ? 0 : 1);

const angleAt = (world: EntityWorld, self: number, position: number): number =>
  world.get(self, at.start) + world.get(self, at.sign) * position * world.get(self, at.distance);

/** Position of the wheel, 0 to 1. */
function positionOf(world: EntityWorld, self: number): number {
  const turned = world.entities.angles[axisOf(world, self)] - world.get(self, at.start);
  const position = (world.get(self, at.sign) * turned) / (world.get(self, at.distance) || 1);
  return clamp(position, 0, 1);
}

function spin(world: EntityWorld, self: number, speed: number): void {
  world.entities.angularVelocity[axisOf(world, self)] = world.get(self, at.sign) * speed;
}

function snapTo(world: EntityWorld, self: number, position: number): void {
  spin(world, self, 0);
  world.entities.angles[axisOf(world, self)] = angleAt(world, self, position);
}

function sendPosition(world: EntityWorld, self: number, position: number, by: number): void {
  if (world.get(self, at.sent) === position) return;
  world.set(self, at.sent, position);
  world.fire(self, "Position", by, FLOAT, position);
}

function rest(world: EntityWorld, self: number): void {
  world.set(self, at.mode, RESTS);
  world.waitForMove(self, -1);
  world.thinkIn(self, -1);
}

function use(world: EntityWorld, self: number, activator: number): void {
  if (world.get(self, at.isDisabled) !== 0) return;
  if (world.get(self, at.isLocked) !== 0) {
    if (world.time <= world.get(self, at.quietUntil)) return;
    world.fire(self, "OnUseLocked", activator);
    world.set(self, at.quietUntil, world.time + 0.5);
    return;
  }
  const isFirst = world.get(self, at.isUsed) === 0;
  if (isFirst) {
    world.set(self, at.direction, -world.get(self, at.direction));
    world.fire(self, "OnPressed", activator);
  }
  world.set(self, at.isUsed, 1);
  const direction = world.get(self, at.direction);
  const position = positionOf(world, self);
  world.set(self, at.mode, USED);
  world.waitForMove(self, USE_SECONDS);
  if (direction > 0 && position >= 1) {
    snapTo(world, self, 1);
    world.fire(self, "OnFullyClosed", self);
  } else if (direction < 0 && position <= 0) {
    snapTo(world, self, 0);
    world.fire(self, "OnFullyOpen", self);
  } else {
    if (isFirst) playField(world, self, SOUND.press, at.sound);
    spin(world, self, direction * world.get(self, at.speed));
  }
  if (world.entities.thinkTick[self] < 0) world.thinkIn(self, 0);
}

/** The player has stopped using the wheel. */
function endUse(world: EntityWorld, self: number): void {
  spin(world, self, 0);
  sendPosition(world, self, positionOf(world, self), self);
  world.fire(self, "OnUnpressed", self);
  world.set(self, at.isUsed, 0);
  if (world.hasFlag(self, TOGGLES) || world.get(self, at.returnSpeed) <= 0) {
    rest(world, self);
    return;
  }
  world.set(self, at.mode, RETURNS);
  world.set(self, at.direction, -1);
  world.waitForMove(self, USE_SECONDS);
}

function turnBack(world: EntityWorld, self: number): void {
  if (positionOf(world, self) <= 0) {
    snapTo(world, self, 0);
    sendPosition(world, self, 0, -1);
    rest(world, self);
    return;
  }
  spin(world, self, -world.get(self, at.returnSpeed));
  world.waitForMove(self, USE_SECONDS);
  world.thinkIn(self, 0.01);
}

/** Turns towards the goal for some ticks, so that it does not go beyond. */
function approachGoal(world: EntityWorld, self: number): void {
  const { angles } = world.entities;
  const away = Math.abs(
    angleAt(world, self, world.get(self, at.goal)) - angles[axisOf(world, self)],
  );
  const seconds = away / world.get(self, at.speed);
  if (seconds < TICK_SECONDS) {
    spin(world, self, world.get(self, at.direction) * (away / TICK_SECONDS));
  }
  world.waitForMove(self, clamp(seconds, TICK_SECONDS, TICK_SECONDS * 6));
}

function checkGoal(world: EntityWorld, self: number): void {
  const position = positionOf(world, self);
  const goal = world.get(self, at.goal);
  const isForward = world.get(self, at.direction) === 1;
  if (isForward ? position < goal : position > goal) {
    approachGoal(world, self);
    return;
  }
  snapTo(world, self, goal);
  rest(world, self);
  sendPosition(world, self, goal, self);
  if (goal === 1) world.fire(self, "OnFullyClosed", self);
  else if (goal === 0) world.fire(self, "OnFullyOpen", self);
  world.fire(self, "OnReachedPosition", self);
}

function setPosition(world: EntityWorld, self: number, wanted: number): void {
  const goal = clamp(wanted, 0, 1);
  const position = positionOf(world, self);
  world.set(self, at.goal, goal);
  if (position === goal) {
    spin(world, self, 0);
    return;
  }
  const direction = position < goal ? 1 : -1;
  world.set(self, at.direction, direction);
  world.set(self, at.mode, GOES_TO_POSITION);
  spin(world, self, direction * world.get(self, at.speed));
  world.thinkIn(self, 0);
  approachGoal(world, self);
}

const momentaryRotButton: EntityClass = {
  names: ["momentary_rot_button"],
  state: wheel,
  outputs: [
    ...["OnPressed", "OnUseLocked", "OnUnpressed", "OnFullyClosed", "OnFullyOpen"],
    ...["OnReachedPosition", "Position", "OnDamaged", "OnIn", "OnOut"],
  ],
  spawn(world, self) {
    if (world.get(self, at.speed) === 0) world.set(self, at.speed, 100);
    const position = world.get(self, at.startPosition);
    // The engine moves a start outside 0 to 1 to 0.
    const start = position < 0 || position > 1 ? 0 : position;
    const distance = world.get(self, at.distance);
    world.set(self, at.sign, distance < 0 ? -1 : 1);
    world.set(self, at.distance, Math.abs(distance));
    const angle = world.entities.angles[axisOf(world, self)];
    world.set(self, at.start, angle - world.get(self, at.sign) * Math.abs(distance) * start);
    world.set(self, at.goal, start);
    const direction = world.get(self, at.direction) === -1 ? -1 : 1;
    world.set(self, at.direction, start === 0 ? -1 : start === 1 ? 1 : direction);
    if (world.hasFlag(self, LOCKED)) world.set(self, at.isLocked, 1);
    const number = world.hasFlag(self, USE_ACTIVATES) ? world.get(self, at.sounds) : 0;
    world.set(self, at.sound, buttonSound(world, number));
  },
  use,
  think(world, self) {
    sendPosition(world, self, positionOf(world, self), -1);
    world.thinkIn(self, 0);
  },
  moveDone(world, self) {
    const mode = world.get(self, at.mode);
    if (mode === USED) endUse(world, self);
    else if (mode === RETURNS) turnBack(world, self);
    else if (mode === GOES_TO_POSITION) checkGoal(world, self);
  },
  inputs: {
    SetPosition: input((world, self, e) => setPosition(world, self, e.value), "float"),
    SetPositionImmediately: input((world, self, e) => {
      world.set(self, at.goal, clamp(e.value, 0, 1));
      world.entities.angles[axisOf(world, self)] = angleAt(world, self, clamp(e.value, 0, 1));
    }, "float"),
    Enable: input((world, self) => world.set(self, at.isDisabled, 0)),
    Disable: input((world, self) => world.set(self, at.isDisabled, 1)),
    Lock: input((world, self) => {
      world.set(self, at.isLocked, 1);
      spin(world, self, 0);
      rest(world, self);
    }),
    Unlock: input((world, self) => {
      world.set(self, at.isLocked, 0);
      world.set(self, at.mode, RETURNS);
      world.waitForMove(self, USE_SECONDS);
    }),
  },
};

export const MOMENTARY: readonly EntityClass[] = [momentaryRotButton];
