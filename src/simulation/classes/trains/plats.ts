/** func_plat and func_platrot: trains.cpp of Source SDK 2013. */

import {
  type EntityClass,
  type EntityWorld,
  input,
  key,
  layoutOf,
  value,
} from "../../entity-class.ts";
import { TOUCH } from "../../touch/touches.ts";
import { reportDamage } from "../damage.ts";
import {
  PLAT_SOUNDS,
  playPlatArrival,
  playPlatMove,
  spawnPlatSounds,
} from "../sounds/train-sounds.ts";
import { turnAbout } from "../toggles.ts";

const IS_TOGGLED = 1;

/** Seconds that a plat stays up: after it arrived, and after the player left it. */
const STAYS_UP = 3;
const STAYS_UP_AFTER_TOUCH = 1;

const [TOP, BOTTOM, GOING_UP, GOING_DOWN] = [0, 1, 2, 3];

const plat = layoutOf({
  ...PLAT_SOUNDS,
  speed: key("speed"),
  /** Inches that it goes down by; its own height less 8 if 0. */
  height: key("height"),
  /** Degrees that it turns by on its way up. */
  rotation: key("rotation"),
  state: value(),
  cannotBeUsed: value(),
  top: value(),
  bottom: value(),
  /** Angles at the bottom and at the top. */
  low: value(0, 3),
  high: value(0, 3),
});
const { at } = plat;

function go(world: EntityWorld, self: number, isUp: boolean): void {
  const { origin, angles, angularVelocity, moveTime } = world.entities;
  playPlatMove(world, self, at);
  world.set(self, at.state, isUp ? GOING_UP : GOING_DOWN);
  const height = world.get(self, isUp ? at.top : at.bottom);
  world.moveTo(self, origin[self * 3], origin[self * 3 + 1], height, world.get(self, at.speed));
  const isGoing = world.get(self, at.state) === (isUp ? GOING_UP : GOING_DOWN);
  if (world.get(self, at.rotation) === 0 || !isGoing) return;
  const seconds = moveTime[self] >= 0.1 ? moveTime[self] : 1;
  for (let i = 0; i < 3; i++) {
    const goal = world.get(self, (isUp ? at.high : at.low) + i);
    angularVelocity[self * 3 + i] = (goal - angles[self * 3 + i]) / seconds;
  }
}

function arrive(world: EntityWorld, self: number): void {
  const state = world.get(self, at.state);
  if (state === TOP) {
    // It has waited.
    go(world, self, false);
    return;
  }
  const isUp = state === GOING_UP;
  playPlatArrival(world, self, at);
  world.set(self, at.state, isUp ? TOP : BOTTOM);
  if (world.get(self, at.rotation) !== 0) {
    for (let i = 0; i < 3; i++) {
      world.entities.angles[self * 3 + i] = world.get(self, (isUp ? at.high : at.low) + i);
      world.entities.angularVelocity[self * 3 + i] = 0;
    }
  }
  if (isUp && !world.hasFlag(self, IS_TOGGLED)) world.waitForMove(self, STAYS_UP);
}

function toggle(world: EntityWorld, self: number): void {
  const state = world.get(self, at.state);
  if (state === TOP) go(world, self, false);
  else if (state === BOTTOM && world.hasFlag(self, IS_TOGGLED)) go(world, self, true);
}

const isRotating = (world: EntityWorld, self: number): boolean =>
  world.strings.text(world.entities.className[self]) === "func_platrot";

const funcPlat: EntityClass = {
  names: ["func_plat", "func_platrot"],
  state: plat,
  spawn(world, self) {
    const { origin, angles, name } = world.entities;
    if (world.get(self, at.speed) === 0) world.set(self, at.speed, 150);
    if (!isRotating(world, self)) world.set(self, at.rotation, 0);
    spawnPlatSounds(world, self, at);
    angles.fill(0, self * 3, self * 3 + 3);
    const top = origin[self * 3 + 2];
    const height = world.get(self, at.height) || world.modelSize(self, 2) - 8;
    const startsUp = name[self] !== 0;
    world.set(self, at.top, top);
    world.set(self, at.bottom, top - height);
    origin[self * 3 + 2] = startsUp ? top : top - height;
    world.set(self, at.state, startsUp ? TOP : BOTTOM);
    for (let i = 0; i < 3; i++) {
      world.set(self, at.high + i, turnAbout(world, self, i, world.get(self, at.rotation)));
      if (startsUp) angles[self * 3 + i] = world.get(self, at.high + i);
    }
    // The engine has a trigger of its own above each plat that is not toggled.
    if (!world.hasFlag(self, IS_TOGGLED)) world.setTouchKind(self, TOUCH.solid);
  },
  touch(world, self) {
    const state = world.get(self, at.state);
    if (state === BOTTOM) go(world, self, true);
    else if (state === TOP) world.waitForMove(self, STAYS_UP_AFTER_TOUCH);
  },
  use(world, self) {
    if (world.entities.name[self] === 0 || world.get(self, at.cannotBeUsed) !== 0) return;
    if (!world.hasFlag(self, IS_TOGGLED)) world.set(self, at.cannotBeUsed, 1);
    toggle(world, self);
  },
  moveDone: arrive,
  startBlocked: (world, self, other) => reportDamage(world, self, other, 1),
  blocked: (world, self) => go(world, self, world.get(self, at.state) !== GOING_UP),
  inputs: {
    Toggle: input((world, self) => {
      if (!world.hasFlag(self, IS_TOGGLED)) world.set(self, at.cannotBeUsed, 1);
      toggle(world, self);
    }),
    GoUp: input((world, self) => {
      if (world.get(self, at.state) === BOTTOM) go(world, self, true);
    }),
    GoDown: input((world, self) => {
      if (world.get(self, at.state) === TOP) go(world, self, false);
    }),
  },
};

export const PLATS: readonly EntityClass[] = [funcPlat];
