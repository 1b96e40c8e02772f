/** Where doors, buttons and movers go: along the angles of `movedir`, by their own size. */

import { writeForward } from "../../math/angles.ts";
import type { EntityWorld } from "../entity-class.ts";

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
