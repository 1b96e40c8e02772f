/** path_track, the nodes of the tracks that trains follow: pathtrack.cpp of Source SDK 2013. */

import {
  type EntityClass,
  type EntityWorld,
  type Input,
  input,
  key,
  layoutOf,
  value,
} from "../../entity-class.ts";
import { anglesOf } from "./angles.ts";

const DISABLED = 1;
const ALTERNATE_IS_BACK = 4;
export const DISABLES_CONTROLS = 8;
const TELEPORTS = 16;
const USES_ALTERNATE = 0x8000;

/** Value of the key `orientationtype`: trains take the angles of the node itself. */
const FACES_OWN_ANGLES = 2;

/** Nodes that a train looks along at once: a track may bite its tail, or have no length. */
const MOST_NODES = 1000;

const track = layoutOf({
  target: key("target", "text"),
  alternateName: key("altpath", "text"),
  /** Inches a second that trains take from here on; 0 to keep theirs. */
  speed: key("speed"),
  orientation: key("orientationtype", "integer", 1),
  next: value(-1),
  previous: value(-1),
  alternate: value(-1),
});
const { at } = track;

const isTrack = (world: EntityWorld, row: number): boolean =>
  world.isAlive(row) && world.classOf(row) === pathTrack;

/** Returns the node that a name finds first; -1 if that is no node. */
export function findTrack(world: EntityWorld, name: string): number {
  const row = name === "" ? -1 : world.find(name, -1, -1, -1, -1);
  return isTrack(world, row) ? row : -1;
}

export const speedAt = (world: EntityWorld, node: number): number => world.get(node, at.speed);
export const teleportsTo = (world: EntityWorld, node: number): boolean =>
  node >= 0 && world.hasFlag(node, TELEPORTS);
export const facesOwnAngles = (world: EntityWorld, node: number): boolean =>
  node >= 0 && world.get(node, at.orientation) === FACES_OWN_ANGLES;

/** Returns the node after or before another; -1 at the end. */
export function nodeBeside(world: EntityWorld, node: number, isForward: boolean): number {
  const alternate = world.get(node, at.alternate);
  const isBack = world.hasFlag(node, ALTERNATE_IS_BACK);
  const usesAlternate = world.hasFlag(node, USES_ALTERNATE) && isBack !== isForward;
  const beside =
    usesAlternate && isTrack(world, alternate)
      ? alternate
      : world.get(node, isForward ? at.next : at.previous);
  return isTrack(world, beside) ? beside : -1;
}

/** Like `nodeBeside`, but nodes that are switched off are ends. */
export function openNodeBeside(world: EntityWorld, node: number, isForward: boolean): number {
  const beside = nodeBeside(world, node, isForward);
  return beside >= 0 && !world.hasFlag(beside, DISABLED) ? beside : -1;
}

/** Returns the last node of a track. */
export function endOfTrack(world: EntityWorld, node: number, isForward: boolean): number {
  let end = node;
  for (let i = 0; i < MOST_NODES; i++) {
    const beside = openNodeBeside(world, end, isForward);
    if (beside < 0) break;
    end = beside;
  }
  return end;
}

/** Where `lookAhead` came to: a place, the node behind it, and the node before it; -1 for none. */
export const ahead = { place: new Float64Array(3), node: -1, next: -1 };

/**
 * Goes along a track from `ahead.place`, which is beyond a node, and writes where it comes to.
 *
 * @param distance inches; backwards if negative
 * @param stopsAtEnd whether nodes that are switched off count as ends, where it stops; else it goes
 * on in a straight line
 */
export function lookAhead(
  world: EntityWorld,
  start: number,
  distance: number,
  stopsAtEnd: boolean,
): void {
  const { origin } = world.entities;
  const { place } = ahead;
  const isForward = distance >= 0;
  const beside = stopsAtEnd ? openNodeBeside : nodeBeside;
  const whole = Math.abs(distance);
  let left = whole;
  let node = start;
  ahead.node = -1;
  ahead.next = -1;
  for (let i = 0; left > 0 && i < MOST_NODES; i++) {
    const next = beside(world, node, isForward);
    if (next < 0) {
      const previous = nodeBeside(world, node, !isForward);
      if (!stopsAtEnd && previous >= 0) project(world, previous, node, left);
      return;
    }
    const dx = origin[next * 3] - place[0];
    const dy = origin[next * 3 + 1] - place[1];
    const dz = origin[next * 3 + 2] - place[2];
    const length = Math.hypot(dx, dy, dz);
    if (length === 0 && beside(world, next, isForward) < 0) {
      ahead.node = left === whole ? -1 : next;
      return;
    }
    if (length > left) {
      place[0] += (dx * left) / length;
      place[1] += (dy * left) / length;
      place[2] += (dz * left) / length;
      ahead.node = node;
      ahead.next = next;
      return;
    }
    left -= length;
    node = next;
    for (let axis = 0; axis < 3; axis++) place[axis] = origin[next * 3 + axis];
  }
  ahead.node = node;
  ahead.next = nodeBeside(world, node, isForward);
}

/** Writes the place beyond a node, in line with the one before. */
function project(world: EntityWorld, from: number, to: number, distance: number): void {
  const { origin } = world.entities;
  const x = origin[to * 3] - origin[from * 3];
  const y = origin[to * 3 + 1] - origin[from * 3 + 1];
  const z = origin[to * 3 + 2] - origin[from * 3 + 2];
  const length = Math.hypot(x, y, z) || 1;
  ahead.place[0] = origin[to * 3] + (x * distance) / length;
  ahead.place[1] = origin[to * 3 + 1] + (y * distance) / length;
  ahead.place[2] = origin[to * 3 + 2] + (z * distance) / length;
}

/** Writes the angles of a train at a node. */
export function orientationAt(
  world: EntityWorld,
  node: number,
  isForward: boolean,
  out: Float64Array,
): void {
  const { origin, angles } = world.entities;
  if (facesOwnAngles(world, node)) {
    for (let i = 0; i < 3; i++) out[i] = angles[node * 3 + i];
    return;
  }
  let from = node;
  let to = nodeBeside(world, node, isForward);
  if (to < 0) {
    from = nodeBeside(world, node, !isForward);
    to = node;
    if (from < 0) from = node;
  }
  const x = origin[to * 3] - origin[from * 3];
  const y = origin[to * 3 + 1] - origin[from * 3 + 1];
  const z = origin[to * 3 + 2] - origin[from * 3 + 2];
  anglesOf(out, x, y, z);
}

const setFlag = (flag: number, isSet: (world: EntityWorld, self: number) => boolean): Input =>
  input((world, self) => {
    if (flag === USES_ALTERNATE && !isTrack(world, world.get(self, at.alternate))) return;
    if (isSet(world, self)) world.entities.spawnflags[self] |= flag;
    else world.entities.spawnflags[self] &= ~flag;
  });
const always = (): boolean => true;
const never = (): boolean => false;
const toggled =
  (flag: number) =>
  (world: EntityWorld, self: number): boolean =>
    !world.hasFlag(self, flag);

const linkBack = (world: EntityWorld, node: number, previous: number): void => {
  const name = world.strings.text(world.entities.name[previous]).toLowerCase();
  if (name !== world.text(node, at.alternateName).toLowerCase()) {
    world.set(node, at.previous, previous);
  }
};

export const passTrack = (world: EntityWorld, node: number, train: number): void =>
  world.fire(node, "OnPass", train);
export const arriveByTeleport = (world: EntityWorld, node: number, train: number): void =>
  world.fire(node, "OnTeleport", train);

const pathTrack: EntityClass = {
  names: ["path_track"],
  state: track,
  outputs: ["OnPass", "OnTeleport"],
  activate(world, self) {
    if (world.entities.name[self] === 0) return;
    const next = findTrack(world, world.text(self, at.target));
    if (next >= 0 && next !== self) {
      world.set(self, at.next, next);
      linkBack(world, next, self);
    }
    const alternate = findTrack(world, world.text(self, at.alternateName));
    if (alternate < 0) return;
    world.set(self, at.alternate, alternate);
    linkBack(world, alternate, self);
  },
  inputs: {
    InPass: input((world, self, { activator }) => passTrack(world, self, activator)),
    InTeleport: input((world, self, { activator }) => arriveByTeleport(world, self, activator)),
    EnablePath: setFlag(DISABLED, never),
    DisablePath: setFlag(DISABLED, always),
    TogglePath: setFlag(DISABLED, toggled(DISABLED)),
    EnableAlternatePath: setFlag(USES_ALTERNATE, always),
    DisableAlternatePath: setFlag(USES_ALTERNATE, never),
    ToggleAlternatePath: setFlag(USES_ALTERNATE, toggled(USES_ALTERNATE)),
  },
};

export const PATHS: readonly EntityClass[] = [pathTrack];
