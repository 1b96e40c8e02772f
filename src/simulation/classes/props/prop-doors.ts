/** prop_door_rotating: props.cpp of Source SDK 2013. Nothing blocks it. */

import { MODEL_SOUND } from "../../../map/motion/entity-voices.ts";
import {
  type EntityClass,
  type EntityWorld,
  input,
  key,
  layoutOf,
  value,
} from "../../entity-class.ts";
import { writeWorldMatrix } from "../../hierarchy.ts";
import { LOCK_SOUNDS, playField, playLock, SILENT } from "../../sounds/entity-sounds.ts";
import { SOUND } from "../../sounds/voice-table.ts";
import { setPortalsOf } from "../areaportals.ts";

const STARTS_OPEN = 1;
const LOCKED = 2048;
const USE_CLOSES = 8192;
const IGNORES_USE = 32768;

const [CLOSED, OPENING, OPEN, CLOSING, AJAR] = [0, 1, 2, 3, 4];

/** Values of the key `spawnpos`: 0 closed. */
const [SPAWNS_FORWARD, SPAWNS_BACK, SPAWNS_AJAR] = [1, 2, 3];
/** Values of the key `opendir`: 0 away from whoever opens it. */
const [OPENS_FORWARD, OPENS_BACK] = [1, 2];

/** Doors that open along with one. */
const MOST_SLAVES = 8;

/** Sounds that replace those of the model. */
const SOUNDS = {
  moveSound: key("soundmoveoverride", "text"),
  openSound: key("soundopenoverride", "text"),
  closeSound: key("soundcloseoverride", "text"),
  lockedSound: key("soundlockedoverride", "text"),
  unlockedSound: key("soundunlockedoverride", "text"),
  lockQuietUntil: LOCK_SOUNDS.lockQuietUntil,
};
/** Parts of the model's sounds, for fields without a sound. */
const PARTS = {
  ...{ moveSound: "move", openSound: "open", closeSound: "close" },
  ...{ lockedSound: "locked", unlockedSound: "unlocked" },
} as const;

const door = layoutOf({
  ...SOUNDS,
  /** Degrees a second. */
  speed: key("speed"),
  distance: key("distance"),
  spawnPosition: key("spawnpos", "integer"),
  openDirection: key("opendir", "integer"),
  ajar: key("ajarangles", "vector"),
  /** Seconds until it closes; -1 for never. */
  returnDelay: key("returndelay"),
  slaveName: key("slavename", "text"),
  skin: key("skin", "integer"),
  state: value(CLOSED),
  isLocked: value(),
  activator: value(-1),
  closed: value(0, 3),
  /** Yaw of the open door: away from its front, and to its front. */
  forward: value(),
  back: value(),
  /** Door that opens it, and doors that it opens. */
  master: value(-1),
  slaves: value(-1, MOST_SLAVES),
  slaveCount: value(),
});
const { at } = door;

/** Plays the sound of a field, unless the door is silent. */
function play(world: EntityWorld, self: number, kind: number, field: number): void {
  if (!world.hasFlag(self, SILENT)) playField(world, self, kind, field);
}

const stateOf = (world: EntityWorld, self: number): number => world.get(self, at.state);
const isDoor = (world: EntityWorld, row: number): boolean =>
  world.isAlive(row) && world.classOf(row) === propDoorRotating;

const matrix = new Float32Array(12);

/** Whether an entity is in front of the door, in its closed or open pose. */
function isInFront(world: EntityWorld, self: number, other: number): boolean {
  const { entities } = world;
  writeWorldMatrix(entities, other, matrix);
  const [x, y, z] = [matrix[3], matrix[7], matrix[11]];
  writeWorldMatrix(entities, self, matrix);
  const away = [x - matrix[3], y - matrix[7], z - matrix[11]];
  return matrix[0] * away[0] + matrix[4] * away[1] + matrix[8] * away[2] > 0;
}

/** Yaw to open to, away from an entity (-1: none) unless the door opens to one side only. */
function openYaw(world: EntityWorld, self: number, awayFrom: number): number {
  const direction = world.get(self, at.openDirection);
  const isBack =
    direction === OPENS_BACK ||
    (direction !== OPENS_FORWARD && world.isAlive(awayFrom) && isInFront(world, self, awayFrom));
  return world.get(self, isBack ? at.back : at.forward);
}

function turn(world: EntityWorld, self: number, yaw: number): void {
  const pitch = world.get(self, at.closed);
  const roll = world.get(self, at.closed + 2);
  world.turnTo(self, pitch, yaw, roll, world.get(self, at.speed));
}

function open(world: EntityWorld, self: number, awayFrom: number): void {
  const state = stateOf(world, self);
  if (state === OPEN || state === OPENING) return;
  setPortalsOf(world, self, true);
  play(world, self, SOUND.move, at.moveSound);
  world.set(self, at.state, OPENING);
  turn(world, self, openYaw(world, self, awayFrom));
  world.fire(self, "OnOpen", self);
  for (let i = 0; i < world.get(self, at.slaveCount); i++) {
    const slave = world.get(self, at.slaves + i);
    if (!isDoor(world, slave)) continue;
    world.set(slave, at.activator, world.get(self, at.activator));
    open(world, slave, awayFrom);
  }
}

function close(world: EntityWorld, self: number): void {
  const state = stateOf(world, self);
  if (state === CLOSED || state === CLOSING) return;
  play(world, self, SOUND.move, at.moveSound);
  world.set(self, at.state, CLOSING);
  turn(world, self, world.get(self, at.closed + 1));
  world.fire(self, "OnClose", self);
  for (let i = 0; i < world.get(self, at.slaveCount); i++) {
    const slave = world.get(self, at.slaves + i);
    if (isDoor(world, slave)) close(world, slave);
  }
}

function arrive(world: EntityWorld, self: number): void {
  switch (stateOf(world, self)) {
    case OPENING: {
      const delay = world.get(self, at.returnDelay);
      play(world, self, SOUND.stop, at.openSound);
      world.set(self, at.state, OPEN);
      if (delay !== -1) world.waitForMove(self, delay + 0.1);
      world.fire(self, "OnFullyOpen", self);
      world.set(self, at.activator, -1);
      break;
    }
    case CLOSING:
      if (!world.hasFlag(self, SILENT)) world.stopSound(self, SOUND.move);
      play(world, self, SOUND.stop, at.closeSound);
      world.set(self, at.state, CLOSED);
      world.fire(self, "OnFullyClosed", world.get(self, at.activator));
      setPortalsOf(world, self, false);
      world.set(self, at.activator, -1);
      break;
    case OPEN:
      // It has waited.
      close(world, self);
  }
}

function use(world: EntityWorld, self: number, activator: number): void {
  const master = world.get(self, at.master);
  if (isDoor(world, master)) use(world, master, activator);
  else useOne(world, self, activator);
}

function useOne(world: EntityWorld, self: number, activator: number): void {
  const state = stateOf(world, self);
  const closesByUse = world.hasFlag(self, USE_CLOSES);
  if (state === CLOSED || (state === OPEN && closesByUse)) {
    const isLocked = world.get(self, at.isLocked) !== 0;
    playLock(world, self, at, isLocked);
    if (isLocked) {
      world.fire(self, "OnLockedUse", activator);
      return;
    }
    world.set(self, at.activator, activator);
    if (state === OPEN) close(world, self);
    else open(world, self, activator);
  } else if (state === OPENING && closesByUse) {
    world.set(self, at.activator, activator);
    close(world, self);
  } else if (state === CLOSING || state === AJAR) {
    world.set(self, at.activator, activator);
    open(world, self, activator);
  }
}

/** Opens it by an input, which fires `OnOpen` once more than the door itself does. */
function openByInput(world: EntityWorld, self: number, activator: number, awayFrom: number): void {
  const state = stateOf(world, self);
  if (world.get(self, at.isLocked) !== 0 || state === OPEN || state === OPENING) return;
  playLock(world, self, at, false);
  world.fire(self, "OnOpen", activator);
  open(world, self, awayFrom);
}

function setDistance(world: EntityWorld, self: number): void {
  const distance = Math.abs(world.get(self, at.distance)) || 90;
  const yaw = world.get(self, at.closed + 1);
  world.set(self, at.distance, distance);
  world.set(self, at.forward, yaw - distance);
  world.set(self, at.back, yaw + distance);
}

/** Fires the output of a door that something blocks, or blocks no longer. */
function fireBlocked(world: EntityWorld, self: number, isBlocked: boolean, other: number): void {
  const isClosing = stateOf(world, self) === CLOSING;
  const word = isBlocked ? "OnBlocked" : "OnUnblocked";
  const activator = isBlocked ? other : self;
  world.fire(self, `${word}${isClosing ? "Closing" : "Opening"}`, activator);
}

const propDoorRotating: EntityClass = {
  names: ["prop_door_rotating"],
  state: door,
  outputs: [
    ...["OnBlockedOpening", "OnBlockedClosing", "OnUnblockedOpening", "OnUnblockedClosing"],
    ...["OnFullyClosed", "OnFullyOpen", "OnClose", "OnOpen", "OnLockedUse"],
  ],
  spawn(world, self) {
    const { angles } = world.entities;
    if (world.get(self, at.speed) === 0) world.set(self, at.speed, 100);
    if (world.hasFlag(self, LOCKED)) world.set(self, at.isLocked, 1);
    for (const [field, part] of Object.entries(PARTS) as [keyof typeof PARTS, string][]) {
      if (world.get(self, at[field]) !== 0) continue;
      world.set(self, at[field], world.strings.intern(MODEL_SOUND + part));
    }
    for (let i = 0; i < 3; i++) world.set(self, at.closed + i, angles[self * 3 + i]);
    setDistance(world, self);
    const position = world.get(self, at.spawnPosition);
    if (world.hasFlag(self, STARTS_OPEN) || position === SPAWNS_FORWARD) {
      angles[self * 3 + 1] = world.get(self, at.forward);
      world.set(self, at.state, OPEN);
    } else if (position === SPAWNS_BACK) {
      angles[self * 3 + 1] = world.get(self, at.back);
      world.set(self, at.state, OPEN);
    } else if (position === SPAWNS_AJAR) {
      for (let i = 0; i < 3; i++) angles[self * 3 + i] = world.get(self, at.ajar + i);
      world.set(self, at.state, AJAR);
    }
  },
  activate(world, self) {
    setPortalsOf(world, self, stateOf(world, self) !== CLOSED);
    const own = world.strings.text(world.entities.name[self]);
    if (own === "") return;
    const name = world.text(self, at.slaveName) || own;
    for (let row = world.find(name, -1, self, -1, -1); row >= 0; ) {
      const count = world.get(self, at.slaveCount);
      const isFree = row !== self && isDoor(world, row) && world.get(row, at.slaveCount) === 0;
      if (isFree && count < MOST_SLAVES) {
        world.set(self, at.slaves + count, row);
        world.set(self, at.slaveCount, count + 1);
        world.set(row, at.master, self);
      }
      row = world.find(name, row, self, -1, -1);
    }
  },
  use(world, self, activator) {
    const isPlayer = activator >= 0 && activator === world.player.row;
    if (!isPlayer || !world.hasFlag(self, IGNORES_USE)) use(world, self, activator);
  },
  moveDone: arrive,
  // A blocked door waits.
  startBlocked(world, self, other) {
    const master = world.get(self, at.master);
    const first = isDoor(world, master) ? master : self;
    for (let i = 0; i < world.get(first, at.slaveCount); i++) {
      const slave = world.get(first, at.slaves + i);
      if (isDoor(world, slave)) fireBlocked(world, slave, true, other);
    }
    fireBlocked(world, first, true, other);
  },
  endBlocked(world, self) {
    const master = world.get(self, at.master);
    fireBlocked(world, isDoor(world, master) ? master : self, false, -1);
  },
  inputs: {
    Open: input((world, self, { activator }) => openByInput(world, self, activator, -1)),
    OpenAwayFrom: input((world, self, { value: name, activator, caller }) => {
      const other = world.find(world.strings.text(name), -1, self, activator, caller);
      openByInput(world, self, activator, other);
    }, "text"),
    Close: input((world, self, { activator }) => {
      if (stateOf(world, self) === CLOSED) return;
      world.fire(self, "OnClose", activator);
      close(world, self);
    }),
    Toggle: input((world, self) => {
      const state = stateOf(world, self);
      if (state === CLOSED && world.get(self, at.isLocked) === 0) open(world, self, -1);
      else if (state === OPEN) close(world, self);
    }),
    Lock: input((world, self) => world.set(self, at.isLocked, 1)),
    Unlock: input((world, self) => world.set(self, at.isLocked, 0)),
    SetSpeed: input((world, self, e) => world.set(self, at.speed, e.value), "float"),
    SetRotationDistance: input((world, self, e) => {
      world.set(self, at.distance, e.value);
      setDistance(world, self);
    }, "float"),
    Skin: input((world, self, e) => world.set(self, at.skin, e.value), "integer"),
  },
};

export const PROP_DOORS: readonly EntityClass[] = [propDoorRotating];
