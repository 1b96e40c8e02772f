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
import { playLock } from "../sounds/entity-sounds.ts";
import { TOUCH } from "../touch/touches.ts";
import { setPortalsOf } from "./areaportals.ts";
import { reportDamage } from "./damage.ts";
import { isMasterTriggered } from "./masters.ts";
import { DOOR_SOUNDS, playArrival, playMove, spawnSounds } from "./sounds/door-sounds.ts";
import { forwardOf, moveDistanceOf, nearestPoint, TOGGLE_KEYS, turnAbout } from "./toggles.ts";

const START_OPEN_OBSOLETE = 1;
const OPENS_ONE_WAY = 16;
const STAYS = 32;
const PLAYERS_USE = 256;
const OPENS_BY_TOUCH = 1024;
const LOCKED = 2048;
const NEW_USE_RULES = 65536;

/** `TOGGLE_STATE` of the SDK. */
const [OPEN, CLOSED, OPENING, CLOSING] = [0, 1, 2, 3];

const door = layoutOf({
  ...TOGGLE_KEYS,
  ...DOOR_SOUNDS,
  isSpawnedOpen: key("spawnpos", "integer"),
  chained: key("chainstodoor", "text"),
  /** Whether it goes on where a player blocks it. */
  isForced: key("forceclosed", "boolean"),
  damage: key("dmg"),
  state: value(CLOSED),
  isLocked: value(),
  activator: value(-1),
  /** Whether a touch has set it going. */
  isTouched: value(),
  /** Places or angles of the closed and the open door. */
  closed: value(0, 3),
  open: value(0, 3),
});
const { at } = door;

const isRotating = (world: EntityWorld, self: number): boolean =>
  world.classOf(self) === rotatingDoor;

/** Seconds after a door has closed when its area portals close. */
const PORTALS_CLOSE_AFTER = 0.5;

/** Moves to the place or angles of a field; angles may be turned round. */
function moveDoor(world: EntityWorld, self: number, goal: number, sign = 1): void {
  const [a, b, c] = [0, 1, 2].map((axis) => world.get(self, goal + axis));
  const speed = world.get(self, at.speed);
  if (isRotating(world, self)) world.turnTo(self, a * sign, b * sign, c * sign, speed);
  else world.moveTo(self, a, b, c, speed);
}

const nearest = new Float32Array(3);

/** Returns -1 if a door must turn the other way to open away from whoever opened it. */
function signAwayFrom(world: EntityWorld, self: number, activator: number): number {
  if (!isRotating(world, self) || !world.isAlive(activator)) return 1;
  if (world.hasFlag(self, OPENS_ONE_WAY) || turnAbout(world, self, 1, 1) === 0) return 1;
  const { origin } = world.entities;
  const x = origin[activator * 3];
  const y = origin[activator * 3 + 1];
  nearestPoint(world, self, x, y, origin[activator * 3 + 2], nearest);
  const toHinge = [origin[self * 3] - x, origin[self * 3 + 1] - y];
  const cross = toHinge[0] * (nearest[1] - y) - toHinge[1] * (nearest[0] - x);
  return cross > 0 ? -1 : 1;
}

/** Opens or closes the area portals of a door; those of a reversed door work the other way. */
function setPortals(world: EntityWorld, self: number, isOpen: boolean): void {
  world.thinkIn(self, -1);
  const isReversed = isRotating(world, self) && world.hasFlag(self, START_OPEN_OBSOLETE);
  setPortalsOf(world, self, isOpen !== isReversed);
}

function open(world: EntityWorld, self: number): void {
  setPortals(world, self, true);
  const state = world.get(self, at.state);
  if (state !== OPENING && state !== CLOSING) playMove(world, self, at, false);
  world.set(self, at.state, OPENING);
  moveDoor(world, self, at.open, signAwayFrom(world, self, world.get(self, at.activator)));
  world.fire(self, "OnOpen", self);
}

function close(world: EntityWorld, self: number): void {
  const state = world.get(self, at.state);
  if (state !== OPENING && state !== CLOSING) playMove(world, self, at, true);
  world.set(self, at.state, CLOSING);
  moveDoor(world, self, at.closed);
  world.fire(self, "OnClose", self);
}

function arrive(world: EntityWorld, self: number): void {
  const isReversed = world.hasFlag(self, START_OPEN_OBSOLETE);
  switch (world.get(self, at.state)) {
    case OPENING:
      playArrival(world, self, at, false);
      world.set(self, at.state, OPEN);
      if (world.hasFlag(self, STAYS)) world.set(self, at.isTouched, 0);
      else world.waitForMove(self, world.get(self, at.wait));
      world.fire(self, isReversed ? "OnFullyClosed" : "OnFullyOpen", self);
      break;
    case CLOSING:
      playArrival(world, self, at, true);
      world.set(self, at.state, CLOSED);
      world.set(self, at.isTouched, 0);
      world.thinkIn(self, PORTALS_CLOSE_AFTER);
      world.fire(self, isReversed ? "OnFullyOpen" : "OnFullyClosed", world.get(self, at.activator));
      break;
    case OPEN:
      // It has waited.
      close(world, self);
  }
}

/** Turns a door round that a player blocks, unless it never returns by itself. */
function turnBack(world: EntityWorld, self: number): void {
  if (world.get(self, at.wait) < 0) return;
  if (world.get(self, at.state) === CLOSING) open(world, self);
  else close(world, self);
}

function blocked(world: EntityWorld, self: number): void {
  if (world.get(self, at.isForced) !== 0) return;
  turnBack(world, self);
  const name = world.strings.text(world.entities.name[self]);
  if (name === "") return;
  // The other leaves turn back with it.
  for (let row = world.find(name, -1, self, -1, -1); row >= 0; ) {
    if (row !== self && DOORS.includes(world.classOf(row))) turnBack(world, row);
    row = world.find(name, row, self, -1, -1);
  }
}

function startBlocked(world: EntityWorld, self: number, other: number): void {
  const isClosing = world.get(self, at.state) === CLOSING;
  world.fire(self, isClosing ? "OnBlockedClosing" : "OnBlockedOpening", other);
  reportDamage(world, self, other, world.get(self, at.damage));
}

function endBlocked(world: EntityWorld, self: number): void {
  const isClosing = world.get(self, at.state) === CLOSING;
  world.fire(self, isClosing ? "OnUnblockedClosing" : "OnUnblockedOpening", self);
}

const isLocked = (world: EntityWorld, self: number): boolean => world.get(self, at.isLocked) !== 0;

/** Opens or closes a door; returns whether its master lets it. */
function activateDoor(world: EntityWorld, self: number): boolean {
  if (!isMasterTriggered(world, self, at.master)) return false;
  const state = world.get(self, at.state);
  if (world.hasFlag(self, STAYS) && state === OPEN) close(world, self);
  else {
    playLock(world, self, at, false);
    if (state !== OPEN && state !== OPENING) open(world, self);
  }
  return true;
}

function touch(world: EntityWorld, self: number, other: number): void {
  if (world.get(self, at.isTouched) !== 0) return;
  const chained = world.text(self, at.chained);
  if (chained !== "") {
    for (let row = world.find(chained, -1, self, -1, -1); row >= 0; ) {
      const isDoor = row !== self && DOORS.includes(world.classOf(row));
      if (isDoor) touchOne(world, row, other);
      row = world.find(chained, row, self, -1, -1);
    }
  }
  touchOne(world, self, other);
}

function touchOne(world: EntityWorld, self: number, other: number): void {
  if (!world.hasFlag(self, OPENS_BY_TOUCH) || world.get(self, at.isTouched) !== 0) return;
  const isHeld = !isMasterTriggered(world, self, at.master);
  if (isHeld || isLocked(world, self)) playLock(world, self, at, true);
  if (isLocked(world, self)) {
    world.fire(self, "OnLockedUse", other);
    return;
  }
  world.set(self, at.activator, other);
  if (activateDoor(world, self)) world.set(self, at.isTouched, 1);
}

function use(world: EntityWorld, self: number, activator: number): void {
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
  const isPlayer = activator >= 0 && activator === world.player.row;
  if (isPlayer && !world.hasFlag(self, PLAYERS_USE)) {
    playLock(world, self, at, true);
    return;
  }
  const state = world.get(self, at.state);
  const stays = world.hasFlag(self, STAYS);
  const isUsable = world.hasFlag(self, NEW_USE_RULES)
    ? state === CLOSED || state === CLOSING || stays
    : state === CLOSED || (stays && state === OPEN);
  if (!isUsable) return;
  if (isLocked(world, self)) {
    world.fire(self, "OnLockedUse", activator);
    playLock(world, self, at, true);
  } else activateDoor(world, self);
}

const inputs: Readonly<Record<string, Input>> = {
  Open: input((world, self) => {
    const state = world.get(self, at.state);
    if (state === OPEN || state === OPENING || isLocked(world, self)) return;
    playLock(world, self, at, false);
    open(world, self);
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
  spawnSounds(world, self, at, isRotating(world, self) ? "RotDoorSound" : "DoorSound");
  const isTouched = world.hasFlag(self, OPENS_BY_TOUCH) || world.text(self, at.chained) !== "";
  if (isTouched) world.setTouchKind(self, TOUCH.solid);
}

/** Code of sliding and rotating doors. */
const common = {
  state: door,
  inputs,
  outputs,
  activate: (world: EntityWorld, self: number) =>
    setPortals(world, self, world.get(self, at.state) === OPEN),
  think: (world: EntityWorld, self: number) => setPortals(world, self, false),
  moveDone: arrive,
  ...{ startBlocked, blocked, endBlocked },
  touch,
  use,
} as const;

const slidingDoor: EntityClass = {
  ...common,
  names: ["func_door", "func_water"],
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
};

const rotatingDoor: EntityClass = {
  ...common,
  names: ["func_door_rotating"],
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
};

export const DOORS: readonly EntityClass[] = [slidingDoor, rotatingDoor];
