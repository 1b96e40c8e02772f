/** Brush entities: which of the map's models stand where. */

import type { Bsp, Entity } from "../formats/bsp/types.ts";
import { writeMatrix3x4 } from "../math/angles.ts";

/** A model of the map in its place. Model 0 is the world itself. */
export interface ModelPlacement {
  readonly model: number;
  /** 3x4 row-major, world from model; null: the model's own coordinates are the world's. */
  readonly matrix: Float32Array | null;
  /** Row of the map's entities. */
  readonly entity: number;
}

const RENDER_MODE_NONE = 10;

/** Three numbers of a value such as "64 0 -128"; zeros where there are none. */
export function parseVector(value: string | undefined): [number, number, number] {
  const numbers = (value ?? "").trim().split(/\s+/).map(Number.parseFloat);
  return [numbers[0] || 0, numbers[1] || 0, numbers[2] || 0];
}

/** Whether the entity draws its model when the map starts. */
function isShown(entity: Entity): boolean {
  const className = (entity.get("classname") ?? "").toLowerCase();
  if (className.startsWith("trigger_")) return false;
  if (Number.parseInt(entity.get("rendermode") ?? "0", 10) === RENDER_MODE_NONE) return false;
  return Number.parseInt(entity.get("startdisabled") ?? "0", 10) !== 1;
}

/** The world, then the model of every brush entity that is shown. */
export function placeBrushModels(bsp: Bsp): ModelPlacement[] {
  const placements: ModelPlacement[] = [{ model: 0, matrix: null, entity: 0 }];
  for (const [row, entity] of bsp.entities.entries()) {
    const match = /^\*(\d+)$/.exec(entity.get("model") ?? "");
    if (match === null) continue;
    const model = Number.parseInt(match[1], 10);
    if (model <= 0 || model >= bsp.models.count || !isShown(entity)) continue;
    const [x, y, z] = parseVector(entity.get("origin"));
    const [pitch, yaw, roll] = parseVector(entity.get("angles"));
    const moved = x !== 0 || y !== 0 || z !== 0 || pitch !== 0 || yaw !== 0 || roll !== 0;
    const matrix = moved ? new Float32Array(12) : null;
    if (matrix) writeMatrix3x4(matrix, 0, pitch, yaw, roll, x, y, z);
    placements.push({ model, matrix, entity: row });
  }
  return placements;
}
