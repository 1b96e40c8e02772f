/** func_train and the path_corners that it goes to: trains.cpp and pathcorner.cpp of Source SDK 2013. */

import {
  type EntityClass,
  type EntityWorld,
  input,
  key,
  layoutOf,
  value,
} from "../../entity-class.ts";
import { reportDamage } from "../damage.ts";
import {
  PLAT_SOUNDS,
  playPlatArrival,
  playPlatMove,
  spawnPlatSounds,
} from "../sounds/train-sounds.ts";

/** Spawnflag of trains and corners: the train waits there until it is started. */
const WAITS = 1;
const TELEPORTS = 2;

/** Corners that a train reaches within one tick. */
const MOST_CORNERS = 64;
let reached = 0;

const corner = layoutOf({
  target: key("target", "text"),
  /** Seconds that trains wait; -1 for ever. */
  wait: key("wait"),
  /** Inches a second that trains take when they leave; 0 to keep theirs. */
  speed: key("speed"),
});

const pathCorner: EntityClass = {
  names: ["path_corner", "path_corner_crash"],
  state: corner,
  outputs: ["OnPass"],
  inputs: {
    SetNextPathCorner: input(
      (world, self, e) => world.set(self, corner.at.target, e.value),
      "text",
    ),
    InPass: input((world, self, { activator }) => world.fire(self, "OnPass", activator)),
  },
};

/** A number of a corner; 0 if the train goes to an entity of another class. */
function ofCorner(world: EntityWorld, row: number, field: number): number {
  return world.isAlive(row) && world.classOf(row) === pathCorner ? world.get(row, field) : 0;
}

const train = layoutOf({
  ...PLAT_SOUNDS,
  target: key("target", "text"),
  speed: key("speed"),
  damage: key("dmg"),
  wait: value(),
  /** Where it is or goes to; -1 for none. */
  current: value(-1),
  /** Whether it has begun to go to `current`. */
  hasLeft: value(),
  isMoving: value(),
});
const { at } = train;

const waits = (world: EntityWorld, self: number): boolean => world.hasFlag(self, WAITS);

/** Moves the middle of the train to an entity. */
function goalOf(world: EntityWorld, self: number, target: number, axis: number): number {
  return world.entities.origin[target * 3 + axis] - world.modelCenter(self, axis);
}

function arrive(world: EntityWorld, self: number): void {
  const current = world.get(self, at.current);
  world.set(self, at.isMoving, 0);
  if (!world.isAlive(current)) return;
  if (world.classOf(current) === pathCorner) world.fire(current, "OnPass", self);
  if (waits(world, self) || world.hasFlag(current, WAITS)) {
    world.entities.spawnflags[self] |= WAITS;
    playPlatArrival(world, self, at);
    world.waitForMove(self, -1);
    return;
  }
  const wait = world.get(self, at.wait);
  if (wait !== 0) {
    playPlatArrival(world, self, at);
    world.waitForMove(self, wait);
  } else goOn(world, self);
}

function goOn(world: EntityWorld, self: number): void {
  const name = world.text(self, at.target);
  const target = name === "" ? -1 : world.find(name, -1, -1, -1, -1);
  if (target < 0) playPlatArrival(world, self, at);
  if (target < 0 || reached >= MOST_CORNERS) return;
  reached++;
  const speed = ofCorner(world, world.get(self, at.current), corner.at.speed);
  if (speed !== 0) world.set(self, at.speed, speed);
  world.set(self, at.target, ofCorner(world, target, corner.at.target));
  world.set(self, at.wait, ofCorner(world, target, corner.at.wait));
  world.set(self, at.current, target);
  world.set(self, at.hasLeft, 1);
  const x = goalOf(world, self, target, 0);
  const y = goalOf(world, self, target, 1);
  const z = goalOf(world, self, target, 2);
  if (world.hasFlag(target, TELEPORTS)) {
    world.entities.origin.set([x, y, z], self * 3);
    arrive(world, self);
  } else {
    world.set(self, at.isMoving, 1);
    playPlatMove(world, self, at);
    world.moveTo(self, x, y, z, world.get(self, at.speed));
  }
  reached--;
}

function start(world: EntityWorld, self: number): void {
  if (!waits(world, self)) return;
  world.entities.spawnflags[self] &= ~WAITS;
  goOn(world, self);
}

/** Stops on the way; it goes on to the same corner. */
function stop(world: EntityWorld, self: number): void {
  if (waits(world, self)) return;
  world.entities.spawnflags[self] |= WAITS;
  const current = world.get(self, at.current);
  if (world.get(self, at.hasLeft) !== 0 && world.isAlive(current)) {
    world.set(self, at.target, world.entities.name[current]);
  }
  world.entities.velocity.fill(0, self * 3, self * 3 + 3);
  world.set(self, at.isMoving, 0);
  playPlatArrival(world, self, at);
  world.waitForMove(self, -1);
}

const toggle = (world: EntityWorld, self: number): void =>
  waits(world, self) ? start(world, self) : stop(world, self);

const funcTrain: EntityClass = {
  names: ["func_train"],
  state: train,
  spawn(world, self) {
    if (world.get(self, at.speed) === 0) world.set(self, at.speed, 100);
    spawnPlatSounds(world, self, at);
    if (world.get(self, at.damage) === 0) world.set(self, at.damage, 2);
  },
  startBlocked: (world, self, other) =>
    reportDamage(world, self, other, world.get(self, at.damage)),
  activate(world, self) {
    const name = world.text(self, at.target);
    const first = name === "" ? -1 : world.find(name, -1, -1, -1, -1);
    if (first < 0) return;
    world.set(self, at.target, ofCorner(world, first, corner.at.target));
    world.set(self, at.current, first);
    for (let axis = 0; axis < 3; axis++) {
      world.entities.origin[self * 3 + axis] = goalOf(world, self, first, axis);
    }
    if (world.entities.name[self] === 0) world.waitForMove(self, 0.1);
    else world.entities.spawnflags[self] |= WAITS;
  },
  use: toggle,
  moveDone(world, self) {
    if (world.get(self, at.isMoving) !== 0) arrive(world, self);
    else goOn(world, self);
  },
  inputs: { Toggle: input(toggle), Start: input(start), Stop: input(stop) },
};

export const CORNER_TRAINS: readonly EntityClass[] = [pathCorner, funcTrain];
