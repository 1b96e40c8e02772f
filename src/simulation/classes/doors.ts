/** func_door, func_door_rotating, func_water: doors.cpp of Source SDK 2013. */

import {
  type EntityClass,
  type EntityWorld,
  type Input,
  input,
  key,
  layoutOf,
  value,
} from "../entity-class.ts";
import { forwardOf, moveDistanceOf, TOGGLE_KEYS, turnAbout } from "./toggles.ts";

const START_OPEN_OBSOLETE = 1;
const STAYS = 32;
const LOCKED = 2048;
const NEW_USE_RULES = 65536;

/** `TOGGLE_STATE` of the SDK. */
const [OPEN, CLOSED, OPENING, CLOSING] = [0, 1, 2, 3];

const door = layoutOf({
  ...TOGGLE_KEYS,
  isSpawnedOpen: key("spawnpos", "integer"),
  chained: key("chainstodoor", "text"),
  state: value(CLOSED),
  isLocked: value(),
  activator: value(-1),
  /** Places or angles of the closed and the open door. */
  closed: value(0, 3),
  open: value(0, 3),
});
const { at } = door;

const isRotating = (world: EntityWorld, self: number): boolean =>
  world.classOf(self) === rotatingDoor;

/** Moves to the place or angles of a field. */
function moveDoor(world: EntityWorld, self: number, goal: number): void {
  const [a, b, c] = [0, 1, 2].map((axis) => world.get(self, goal + axis));
  const speed = world.get(self, at.speed);
  if (isRotating(world, self)) world.turnTo(self, a, b, c, speed);
  else world.moveTo(self, a, b, c, speed);
}

function open(world: EntityWorld, self: number): void {
  world.set(self, at.state, OPENING);
  moveDoor(world, self, at.open);
  world.fire(self, "OnOpen", self);
}

function close(world: EntityWorld, self: number): void {
  world.set(self, at.state, CLOSING);
  moveDoor(world, self, at.closed);
  world.fire(self, "OnClose", self);
}

function arrive(world: EntityWorld, self: number): void {
  const isReversed = world.hasFlag(self, START_OPEN_OBSOLETE);
  switch (world.get(self, at.state)) {
    case OPENING:
      world.set(self, at.state, OPEN);
      if (!world.hasFlag(self, STAYS)) world.waitForMove(self, world.get(self, at.wait));
      world.fire(self, isReversed ? "OnFullyClosed" : "OnFullyOpen", self);
      break;
    case CLOSING:
      world.set(self, at.state, CLOSED);
      world.fire(self, isReversed ? "OnFullyOpen" : "OnFullyClosed", world.get(self, at.activator));
      break;
    case OPEN:
      // It has waited.
      close(world, self);
  }
}

const isLocked = (world: EntityWorld, self: number): boolean => world.get(self, at.isLocked) !== 0;

function activateDoor(world: EntityWorld, self: number): void {
  const state = world.get(self, at.state);
  if (world.hasFlag(self, STAYS) && state === OPEN) close(world, self);
  else if (state !== OPEN && state !== OPENING) open(world, self);
}

function use(world: EntityWorld, self: number, activator: number): void {
  world.set(self, at.activator, activator);
  const chained = world.text(self, at.chained);
  // Doors of a chain do not pass it on, or circles would never end.
  if (chained !== "") {
    for (let row = world.find(chained, -1, self, -1, -1); row >= 0; ) {
      const isDoor = row !== self && DOORS.includes(world.classOf(row));
      if (isDoor) useOne(world, row, activator);
      row = world.find(chained, row, self, -1, -1);
    }
  }
  useOne(world, self, activator);
}

function useOne(world: EntityWorld, self: number, activator: number): void {
  world.set(self, at.activator, activator);
  const state = world.get(self, at.state);
  const stays = world.hasFlag(self, STAYS);
  const isUsable = world.hasFlag(self, NEW_USE_RULES)
    ? state === CLOSED || state === CLOSING || stays
    : state === CLOSED || (stays && state === OPEN);
  if (!isUsable) return;
  if (isLocked(world, self)) world.fire(self, "OnLockedUse", activator);
  else activateDoor(world, self);
}

const inputs: Readonly<Record<string, Input>> = {
  Open: input((world, self) => {
    const state = world.get(self, at.state);
    if (state !== OPEN && state !== OPENING && !isLocked(world, self)) open(world, self);
  }),
  Close: input((world, self) => {
    if (world.get(self, at.state) !== CLOSED) close(world, self);
  }),
  Toggle: input((world, self) => {
    if (isLocked(world, self)) return;
    const state = world.get(self, at.state);
    if (state === CLOSED) open(world, self);
    else if (state === OPEN) close(world, self);
  }),
  Lock: input((world, self) => world.set(self, at.isLocked, 1)),
  Unlock: input((world, self) => world.set(self, at.isLocked, 0)),
  SetSpeed: input((world, self, e) => world.set(self, at.speed, e.value), "float"),
};

const outputs = [
  ...["OnBlockedOpening", "OnBlockedClosing", "OnUnblockedOpening", "OnUnblockedClosing"],
  ...["OnFullyClosed", "OnFullyOpen", "OnClose", "OnOpen", "OnLockedUse"],
];

function spawnAny(world: EntityWorld, self: number): void {
  if (world.get(self, at.speed) === 0) world.set(self, at.speed, 100);
  if (world.hasFlag(self, LOCKED)) world.set(self, at.isLocked, 1);
}

const slidingDoor: EntityClass = {
  names: ["func_door", "func_water"],
  state: door,
  inputs,
  outputs,
  spawn(world, self) {
    spawnAny(world, self);
    const { origin } = world.entities;
    const forward = forwardOf(world, self, at.direction);
    const distance = moveDistanceOf(world, self, forward, world.get(self, at.lip));
    const startsOpen =
      world.get(self, at.isSpawnedOpen) === 1 || world.hasFlag(self, START_OPEN_OBSOLETE);
    for (let axis = 0; axis < 3; axis++) {
      const start = origin[self * 3 + axis];
      world.set(self, at.closed + axis, start);
      world.set(self, at.open + axis, start + forward[axis] * distance);
      if (startsOpen) origin[self * 3 + axis] = world.get(self, at.open + axis);
    }
    if (startsOpen) world.set(self, at.state, OPEN);
  },
  moveDone: arrive,
  use,
};

const rotatingDoor: EntityClass = {
  names: ["func_door_rotating"],
  state: door,
  inputs,
  outputs,
  spawn(world, self) {
    spawnAny(world, self);
    const { angles } = world.entities;
    const isReversed = world.hasFlag(self, START_OPEN_OBSOLETE);
    const [first, second] = isReversed ? [at.open, at.closed] : [at.closed, at.open];
    for (let i = 0; i < 3; i++) {
      const start = angles[self * 3 + i];
      const turned = start + turnAbout(world, self, i, world.get(self, at.distance));
      world.set(self, first + i, start);
      world.set(self, second + i, turned);
    }
    if (isReversed || world.get(self, at.isSpawnedOpen) === 1) {
      const shown = isReversed ? at.closed : at.open;
      for (let i = 0; i < 3; i++) angles[self * 3 + i] = world.get(self, shown + i);
      if (!isReversed) world.set(self, at.state, OPEN);
    }
  },
  moveDone: arrive,
  use,
};

export const DOORS: readonly EntityClass[] = [slidingDoor, rotatingDoor];
