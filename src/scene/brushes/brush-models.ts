/** Brush entities: which of the map's models stand where. */

import type { Diagnostics } from "../../core/diagnostics.ts";
import { Ledger } from "../../core/ledger.ts";
import type { BspWorld, Entity } from "../../formats/bsp/types.ts";
import { writeMatrix3x4 } from "../../math/angles.ts";
import { isHiddenClass } from "./hidden-classes.ts";
import { isPlain, type Modulation, parseInteger, readModulation } from "./render-properties.ts";
import { listUnspawned, type NameSet } from "./unspawned-names.ts";

/** A model of the map in its place. Model 0 is the world itself. */
export interface ModelPlacement {
  readonly model: number;
  /** 3x4 row-major, world from model; null: the model's own coordinates are the world's. */
  readonly matrix: Float32Array | null;
  /** Row of the map's entities. */
  readonly entity: number;
  /** What its materials are multiplied by; null: they are as they are. */
  readonly modulation: Modulation | null;
}

/** Of const.h. */
const EF_NODRAW = 0x20;
/** Of `CFuncWallToggle`, bmodels.cpp. */
const SF_WALL_START_OFF = 1;

/** Four times the largest map the engine takes: nothing lies farther out, and no link says it. */
const MAX_COORDINATE = 131_072;

/** The number that a value begins with; 0 where there is none, or where it is beyond the world. */
export function parseCoordinate(value: string | undefined): number {
  const number = Number.parseFloat(value ?? "");
  return Math.abs(number) <= MAX_COORDINATE ? number : 0;
}

/** Three numbers of a value such as "64 0 -128"; zeros where there are none. */
export function parseVector(value: string | undefined): [number, number, number] {
  const [x, y, z] = (value ?? "").trim().split(/\s+/, 3);
  return [parseCoordinate(x), parseCoordinate(y), parseCoordinate(z)];
}

/** Whether the entity may be seen when the map starts, whatever its render keys say. */
function isShown(entity: Entity, unspawned: NameSet): boolean {
  const className = (entity.get("classname") ?? "").toLowerCase();
  if (isHiddenClass(className, entity.get("visible"))) return false;
  if ((parseInteger(entity.get("effects")) & EF_NODRAW) !== 0) return false;
  // Of func_brush and what is made from it (`CFuncBrush::Spawn`); others have no such key.
  if (parseInteger(entity.get("startdisabled")) !== 0) return false;
  const flags = parseInteger(entity.get("spawnflags"));
  if (className === "func_wall_toggle" && (flags & SF_WALL_START_OFF) !== 0) return false;
  const name = entity.get("targetname");
  return name === undefined || !unspawned.has(name);
}

/** Row-major, world from model, by the place of one entity and the angles of one; null: as it is. */
export function matrixOf(placed: Entity, turned: Entity): Float32Array | null {
  const [x, y, z] = parseVector(placed.get("origin"));
  const [pitch, yaw, roll] = parseVector(turned.get("angles"));
  const moved = x !== 0 || y !== 0 || z !== 0 || pitch !== 0 || yaw !== 0 || roll !== 0;
  const matrix = moved ? new Float32Array(12) : null;
  if (matrix) writeMatrix3x4(matrix, 0, pitch, yaw, roll, x, y, z);
  return matrix;
}

/** The model of the map that an entity names; 0: none. */
export function modelOf(bsp: BspWorld, entity: Entity): number {
  const match = /^\*(\d+)$/.exec(entity.get("model") ?? "");
  const model = match === null ? 0 : Number.parseInt(match[1], 10);
  return model < bsp.models.count ? model : 0;
}

/**
 * Lists the world, then the model of every brush entity that is shown. Entities that show one model in one
 * look at one place would draw the same pixels over and over: the first is drawn. Entities whose faces would be more
 * surfaces than the ledger allows are left out. Both get a warning. Throws FormatError if the world has too many faces.
 */
export function placeBrushModels(
  bsp: BspWorld,
  diagnostics?: Diagnostics,
  ledger = new Ledger(),
): ModelPlacement[] {
  const placements: ModelPlacement[] = [{ model: 0, matrix: null, entity: 0, modulation: null }];
  ledger.take("surfaces", bsp.models.faceCount[0], "LUMP_MODELS");
  let leftOut = 0;
  let repeated = 0;
  const places = new Set<string>();
  const unspawned = listUnspawned(bsp.entities);
  for (const [row, entity] of bsp.entities.entries()) {
    const model = modelOf(bsp, entity);
    if (model === 0 || !isShown(entity, unspawned)) continue;
    const modulation = readModulation(entity);
    if (modulation === null) continue;
    const matrix = matrixOf(entity, entity);
    const place = `${model} ${matrix?.join(" ") ?? ""} ${JSON.stringify(modulation)}`;
    if (places.has(place)) {
      repeated++;
      continue;
    }
    if (!ledger.tryTake("surfaces", bsp.models.faceCount[model] + 1)) {
      leftOut++;
      continue;
    }
    places.add(place);
    placements.push({
      model,
      matrix,
      entity: row,
      modulation: isPlain(modulation) ? null : modulation,
    });
  }
  if (repeated > 0) {
    diagnostics?.warn(
      "over-budget",
      "LUMP_ENTITIES",
      `${repeated} brush entities are left out: others show the same models at the same places.`,
    );
  }
  if (leftOut > 0) {
    diagnostics?.warn(
      "over-budget",
      "LUMP_ENTITIES",
      `${leftOut} brush entities are left out: the models that they share have too many faces.`,
    );
  }
  return placements;
}
