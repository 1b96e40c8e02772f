/** func_tracktrain and func_tanktrain: trains.cpp of Source SDK 2013. */

import { clamp } from "../../../math/vec3.ts";
import { type EntityClass, type EntityWorld, input } from "../../entity-class.ts";
import { TICK_SECONDS } from "../../tick.ts";
import { reportDamage } from "../damage.ts";
import { quietTrain, soundTrain, spawnTrackSounds } from "../sounds/train-sounds.ts";
import { anglesOf } from "./angles.ts";
import {
  ahead,
  arriveByTeleport,
  DISABLES_CONTROLS,
  endOfTrack,
  findTrack,
  lookAhead,
  nodeBeside,
  orientationAt,
  passTrack,
  speedAt,
  teleportsTo,
} from "./path-track.ts";
import {
  AT_ONCE,
  isForward,
  KEEPS_ANGLES,
  KEEPS_PITCH,
  LINEAR_BLEND,
  NO_CONTROL,
  PASSES_PLAYERS,
  train,
} from "./train-state.ts";
import { copyOf, ease, orient, shareBetween } from "./train-turn.ts";

const { at } = train;

/** Inches a second. Faster trains are a mistake in the map. */
const MOST_SPEED = 1e6;
/** Nodes at which a train changes its speed within one tick. */
const MOST_CHANGES = 64;
/** Seconds that a train looks ahead. */
const LOOK_SECONDS = 0.1;

let changes = 0;
const angles = new Float64Array(3);

function setDirection(world: EntityWorld, self: number, forward: boolean): void {
  if (forward === isForward(world, self)) return;
  world.set(self, at.direction, forward ? 1 : -1);
  const node = world.get(self, at.node);
  const beside = world.isAlive(node) ? nodeBeside(world, node, !forward) : -1;
  if (beside >= 0) world.set(self, at.node, beside);
}

function setVelocity(world: EntityWorld, self: number, x: number, y: number, z: number): void {
  const { velocity } = world.entities;
  velocity[self * 3] = x;
  velocity[self * 3 + 1] = y;
  velocity[self * 3 + 2] = z;
}

function stopTurning(world: EntityWorld, self: number): void {
  world.entities.angularVelocity.fill(0, self * 3, self * 3 + 3);
}

function stop(world: EntityWorld, self: number): void {
  setVelocity(world, self, 0, 0, 0);
  stopTurning(world, self);
  world.set(self, at.oldSpeed, world.get(self, at.speed));
  world.set(self, at.speed, 0);
  quietTrain(world, self, at);
  world.thinkIn(self, -1);
}

function start(world: EntityWorld, self: number): void {
  world.fire(self, "OnStart", self);
  goOn(world, self);
}

function setSpeed(world: EntityWorld, self: number, wanted: number, accelerates = false): void {
  const speed = clamp(wanted, -MOST_SPEED, MOST_SPEED);
  world.set(self, at.accelerates, accelerates ? 1 : 0);
  world.set(self, at.unmodifiedSpeed, speed);
  const modifier = isForward(world, self) ? world.get(self, at.forwardModifier) : 1;
  const directed = Math.abs(speed * modifier) * world.get(self, at.direction);
  const before = world.get(self, at.speed);
  if (accelerates) {
    world.set(self, at.desiredSpeed, directed);
    // The engine gives it a little push.
    if (before === 0 && Math.abs(directed) >= 1) world.set(self, at.speed, 0.1);
    start(world, self);
    return;
  }
  world.set(self, at.speed, directed);
  if (directed === before) return;
  if (directed === 0) {
    world.set(self, at.speed, 0);
    stop(world, self);
  } else if (before === 0) start(world, self);
  else goOn(world, self);
}

/** Passes a node, and takes its speed unless players drive the train. */
function arrive(world: EntityWorld, self: number, node: number): void {
  passTrack(world, node, self);
  if (world.hasFlag(node, DISABLES_CONTROLS)) world.entities.spawnflags[self] |= NO_CONTROL;
  if (!world.hasFlag(self, NO_CONTROL) || speedAt(world, node) === 0) return;
  setSpeed(world, self, speedAt(world, node));
}

/** Blends the speed between that of two nodes, or towards the one that an input wished. */
function blendSpeed(world: EntityWorld, self: number, from: number, to: number): void {
  const speed = world.get(self, at.speed);
  if (world.get(self, at.accelerates) !== 0) {
    const wanted = world.get(self, at.desiredSpeed);
    const isFaster = Math.trunc(Math.abs(wanted)) > Math.trunc(Math.abs(speed));
    const step = world.get(self, isFaster ? at.acceleration : at.deceleration) * TICK_SECONDS;
    world.set(self, at.speed, speed + clamp(wanted - speed, -Math.abs(step), Math.abs(step)));
    return;
  }
  if (to < 0) return;
  const before = speedAt(world, from) || speed;
  const after = speedAt(world, to) || before;
  const direction = world.get(self, at.direction);
  if (before === after) {
    world.set(self, at.speed, direction * before);
    return;
  }
  const gone = shareBetween(world, self, from, to);
  if (gone === 0 && sameNodes(world, from, to)) return;
  const share = world.get(self, at.velocityType) === LINEAR_BLEND ? gone : ease(gone);
  world.set(self, at.speed, direction * (before * (1 - share) + after * share));
}

function sameNodes(world: EntityWorld, a: number, b: number): boolean {
  const { origin } = world.entities;
  return [0, 1, 2].every((axis) => origin[a * 3 + axis] === origin[b * 3 + axis]);
}

/** Heads for a place at the train's speed. */
function headFor(world: EntityWorld, self: number, x: number, y: number, z: number): void {
  const { origin } = world.entities;
  const dx = x - origin[self * 3];
  const dy = y - origin[self * 3 + 1];
  const dz = z - origin[self * 3 + 2];
  const scale = Math.abs(world.get(self, at.speed)) / (Math.hypot(dx, dy, dz) || 1);
  setVelocity(world, self, dx * scale, dy * scale, dz * scale);
}

function teleport(world: EntityWorld, self: number, node: number): void {
  const { origin } = world.entities;
  const own = world.entities.angles;
  const x = origin[node * 3];
  const y = origin[node * 3 + 1];
  const z = origin[node * 3 + 2];
  copyOf(ahead.place, origin, node);
  lookAhead(world, node, world.get(self, at.wheels), false);
  const looksOn = ahead.place[0] !== x || ahead.place[1] !== y || ahead.place[2] !== z;
  if (!world.hasFlag(self, KEEPS_ANGLES) && looksOn) {
    orientationAt(world, node, isForward(world, self), angles);
    if (world.hasFlag(self, KEEPS_PITCH)) angles[0] = own[self * 3];
    own.set(angles, self * 3);
  }
  origin[self * 3] = x;
  origin[self * 3 + 1] = y;
  origin[self * 3 + 2] = z;
  stopTurning(world, self);
  arriveByTeleport(world, node, self);
}

/** Heads for where the train should be a little later, and goes on in the next tick. */
function goOn(world: EntityWorld, self: number): void {
  if (changes >= MOST_CHANGES) return;
  const node = world.get(self, at.node);
  if (world.get(self, at.speed) === 0 || !world.isAlive(node)) {
    quietTrain(world, self, at);
    world.set(self, at.speed, 0);
    return;
  }
  changes++;
  const { origin } = world.entities;
  const height = world.get(self, at.height);
  const speed = world.get(self, at.speed);
  soundTrain(world, self, at, speed, world.get(self, at.maxSpeed));
  copyOf(ahead.place, origin, self);
  ahead.place[2] -= height;
  lookAhead(world, node, speed * LOOK_SECONDS, true);
  const x = ahead.place[0];
  const y = ahead.place[1];
  const z = ahead.place[2] + height;
  let reached = ahead.node;
  const { next } = ahead;
  // A train that is told to turn at a dead end gets away from it.
  const turnsBack = speed < 0 !== world.get(self, at.desiredSpeed) < 0;
  if (reached < 0 && world.get(self, at.changesByHand) !== 0 && turnsBack) reached = node;
  if (reached < 0) goToEnd(world, self, x, y, z);
  else {
    if (world.get(self, at.velocityType) !== AT_ONCE) blendSpeed(world, self, reached, next);
    headFor(world, self, x, y, z);
    orient(world, self, reached, next);
    if (reached !== node) {
      world.set(self, at.node, reached);
      arrive(world, self, reached);
      const after = nodeBeside(world, reached, true);
      if (teleportsTo(world, after)) teleport(world, self, after);
    }
    world.fire(self, "OnNextPoint", reached);
    world.set(self, at.goesToDeadEnd, 0);
    world.waitForMove(self, 0.5);
    world.thinkIn(self, 0);
  }
  changes--;
}

/** Stops at the end of the track, which it goes to. */
function goToEnd(world: EntityWorld, self: number, x: number, y: number, z: number): void {
  const { origin } = world.entities;
  const dx = x - origin[self * 3];
  const dy = y - origin[self * 3 + 1];
  const dz = z - origin[self * 3 + 2];
  const distance = Math.hypot(dx, dy, dz);
  const speed = world.get(self, at.speed);
  quietTrain(world, self, at);
  stopTurning(world, self);
  world.set(self, at.oldSpeed, speed);
  world.set(self, at.speed, 0);
  world.thinkIn(self, -1);
  if (distance === 0) {
    reachEnd(world, self);
    return;
  }
  const scale = speed / distance;
  setVelocity(world, self, dx * scale, dy * scale, dz * scale);
  world.set(self, at.goesToDeadEnd, 1);
  world.waitForMove(self, distance / Math.abs(speed));
}

function reachEnd(world: EntityWorld, self: number): void {
  setVelocity(world, self, 0, 0, 0);
  stopTurning(world, self);
  world.set(self, at.goesToDeadEnd, 0);
  const node = world.get(self, at.node);
  if (!world.isAlive(node)) return;
  passTrack(world, endOfTrack(world, node, world.get(self, at.oldSpeed) >= 0), self);
}

/** Goes to the first node of the track. */
function findFirst(world: EntityWorld, self: number): void {
  const { origin } = world.entities;
  const node = findTrack(world, world.text(self, at.target));
  world.set(self, at.hasFoundTrack, 1);
  world.set(self, at.node, node);
  if (node < 0) return;
  const x = origin[node * 3];
  const y = origin[node * 3 + 1];
  const z = origin[node * 3 + 2];
  copyOf(ahead.place, origin, node);
  lookAhead(world, node, world.get(self, at.wheels), false);
  if (!world.hasFlag(self, KEEPS_ANGLES)) {
    anglesOf(angles, ahead.place[0] - x, ahead.place[1] - y, ahead.place[2] - z);
    if (world.hasFlag(self, KEEPS_PITCH)) angles[0] = 0;
    world.entities.angles.set(angles, self * 3);
  }
  origin[self * 3] = x;
  origin[self * 3 + 1] = y;
  origin[self * 3 + 2] = z + world.get(self, at.height);
  arrive(world, self, node);
  const speed = world.get(self, at.speed);
  if (speed === 0) return;
  world.thinkIn(self, 0.1);
  soundTrain(world, self, at, speed, world.get(self, at.maxSpeed));
}

/**
 * Throws a player who blocks the train away from it. To one who stands on it the engine gives an
 * upward velocity, which the ground takes again.
 */
function throwBlocker(world: EntityWorld, self: number, other: number): void {
  const { player, entities } = world;
  if (player.ground === self) return;
  const { origin } = entities;
  const x = origin[other * 3] - origin[self * 3];
  const y = origin[other * 3 + 1] - origin[self * 3 + 1];
  const z = origin[other * 3 + 2] - origin[self * 3 + 2];
  const scale = world.get(self, at.damage) / (Math.hypot(x, y, z) || 1);
  player.setVelocity(x * scale, y * scale, z * scale);
}

const funcTracktrain: EntityClass = {
  names: ["func_tracktrain", "func_tanktrain"],
  state: train,
  outputs: ["OnStart", "OnNextPoint", "OnDeath"],
  spawn(world, self) {
    if (world.get(self, at.maxSpeed) === 0) {
      world.set(self, at.maxSpeed, world.get(self, at.speed) || 100);
    }
    world.set(self, at.speed, clamp(world.get(self, at.speed), -MOST_SPEED, MOST_SPEED));
    spawnTrackSounds(world, self, at);
    world.thinkIn(self, 0);
  },
  think(world, self) {
    if (world.get(self, at.hasFoundTrack) === 0) findFirst(world, self);
    else goOn(world, self);
  },
  moveDone(world, self) {
    if (world.get(self, at.goesToDeadEnd) !== 0) reachEnd(world, self);
  },
  startBlocked(world, self, other) {
    if (world.player.ground === self) return;
    reportDamage(world, self, other, world.get(self, at.damage));
  },
  blocked: throwBlocker,
  passesPlayers: (world, self) => world.hasFlag(self, PASSES_PLAYERS),
  inputs: {
    Stop: input(stop),
    StartForward: input((world, self) => {
      setDirection(world, self, true);
      setSpeed(world, self, world.get(self, at.maxSpeed));
    }),
    StartBackward: input((world, self) => {
      setDirection(world, self, false);
      setSpeed(world, self, world.get(self, at.maxSpeed));
    }),
    Toggle: input((world, self) =>
      setSpeed(world, self, world.get(self, at.speed) === 0 ? world.get(self, at.maxSpeed) : 0),
    ),
    Resume: input((world, self) => {
      world.set(self, at.speed, world.get(self, at.oldSpeed));
      start(world, self);
    }),
    Reverse: input((world, self) => {
      setDirection(world, self, !isForward(world, self));
      setSpeed(world, self, world.get(self, at.speed));
    }),
    SetSpeed: input(
      (world, self, e) =>
        setSpeed(world, self, world.get(self, at.maxSpeed) * clamp(e.value, 0, 1)),
      "float",
    ),
    SetSpeedReal: input(
      (world, self, e) => setSpeed(world, self, clamp(e.value, 0, world.get(self, at.maxSpeed))),
      "float",
    ),
    SetSpeedDir: input((world, self, e) => {
      setDirection(world, self, e.value >= 0);
      setSpeed(world, self, world.get(self, at.maxSpeed) * clamp(Math.abs(e.value), 0, 1));
    }, "float"),
    SetSpeedDirAccel: input((world, self, e) => {
      setDirection(world, self, e.value >= 0);
      setSpeed(world, self, world.get(self, at.maxSpeed) * clamp(Math.abs(e.value), 0, 1), true);
    }, "float"),
    SetSpeedForwardModifier: input((world, self, e) => {
      world.set(self, at.forwardModifier, clamp(Math.abs(e.value), 0, 1));
      setSpeed(world, self, world.get(self, at.unmodifiedSpeed), true);
    }, "float"),
    TeleportToPathTrack: input((world, self, e) => {
      const node = findTrack(world, world.strings.text(e.value));
      if (node < 0) return;
      teleport(world, self, node);
      world.set(self, at.node, node);
    }, "text"),
  },
};

/** The panel that players drive a train with. */
const controls: EntityClass = { names: ["func_traincontrols"], inputs: {} };

export const TRACK_TRAINS: readonly EntityClass[] = [funcTracktrain, controls];
