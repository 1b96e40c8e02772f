/** Shared by doors, buttons and movers: where they slide and turn to (`CBaseToggle`, subs.cpp of Source SDK 2013). */

import { writeForward } from "../../math/angles.ts";
import { type EntityWorld, key } from "../entity-class.ts";
import { writeWorldMatrix } from "../hierarchy.ts";

/** Key values of doors and buttons. */
export const TOGGLE_KEYS = {
  /** Inches or degrees a second. */
  speed: key("speed"),
  /** Seconds until it goes back; -1 for never. */
  wait: key("wait"),
  /** Inches of the size that it does not move by. */
  lip: key("lip"),
  /** Degrees that it turns by. */
  distance: key("distance"),
  /** Angles of the direction that it slides in. */
  direction: key("movedir", "vector"),
  /** Name of a multisource that must be triggered. */
  master: key("master", "text"),
};

const BACKWARDS = 2;
const ROLLS = 64;
const PITCHES = 128;

/**
 * Degrees by which a door or button turns about one of pitch, yaw and roll (0, 1, 2), by its
 * spawnflags.
 */
export function turnAbout(
  world: EntityWorld,
  entity: number,
  axis: number,
  distance: number,
): number {
  const turned = world.hasFlag(entity, ROLLS) ? 2 : world.hasFlag(entity, PITCHES) ? 0 : 1;
  if (axis !== turned) return 0;
  return world.hasFlag(entity, BACKWARDS) ? -distance : distance;
}

/** Direction of the angles that a field holds. */
export function forwardOf(world: EntityWorld, entity: number, field: number): Float32Array {
  const forward = new Float32Array(3);
  writeForward(forward, world.get(entity, field), world.get(entity, field + 1));
  return forward;
}

/**
 * Inches that a mover goes along a direction: its size in it without the lip. The engine widens a
 * model by an inch on each side and takes it off again, so this is the size in the file.
 */
export function moveDistanceOf(
  world: EntityWorld,
  entity: number,
  forward: Float32Array,
  lip: number,
): number {
  let size = 0;
  for (let axis = 0; axis < 3; axis++)
    size += Math.abs(forward[axis]) * world.modelSize(entity, axis);
  return size - lip;
}

const matrix = new Float32Array(12);

/** Writes the point of an entity's brush model that is nearest to a point, in world space. */
export function nearestPoint(
  world: EntityWorld,
  entity: number,
  x: number,
  y: number,
  z: number,
  out: Float32Array,
): void {
  writeWorldMatrix(world.entities, entity, matrix);
  const m = matrix;
  const [dx, dy, dz] = [x - m[3], y - m[7], z - m[11]];
  const own = [0, 1, 2].map((axis) => {
    const along = m[axis] * dx + m[axis + 4] * dy + m[axis + 8] * dz;
    const center = world.modelCenter(entity, axis);
    const half = world.modelSize(entity, axis) / 2;
    return Math.max(center - half, Math.min(along, center + half));
  });
  for (let row = 0; row < 3; row++) {
    out[row] =
      m[row * 4] * own[0] + m[row * 4 + 1] * own[1] + m[row * 4 + 2] * own[2] + m[row * 4 + 3];
  }
}
