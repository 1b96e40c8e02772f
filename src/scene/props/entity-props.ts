/**
 * Finds entities that show a studio model at the map's start: `prop_dynamic`, `prop_physics` and
 * similar props, doors, characters, items. Source: `props.cpp`, `baseentity.cpp` of Valve's
 * `source-sdk-2013`.
 */

import {
  STATIC_PROP_FLAG_FADES,
  STATIC_PROP_USE_LIGHTING_ORIGIN,
} from "../../formats/bsp/layouts/static-prop-flags.ts";
import type { Entity, StaticProps } from "../../formats/bsp/types.ts";
import { EF_NODRAW, parseCoordinate, parseVector } from "../brushes/brush-models.ts";
import { parseInteger, readModulation } from "../brushes/render-properties.ts";
import { listUnspawned } from "../brushes/unspawned-names.ts";
import { isImplied } from "./implied-models.ts";
import { type EntityPlay, readPlay } from "./motion/entity-play.ts";
import { appendProps } from "./prop-table.ts";
import type { Stand } from "./stand-models.ts";

/**
 * Classes whose key `model` is visible. In other classes it is spawned later, or is an editor icon.
 */
const SHOWN_CLASS =
  /^(prop_|dynamic_prop$|physics_prop|cycler|npc_|monster_|generic_actor$|item_|weapon_|simple_physics_prop$|hostage_entity$)/;
/** `prop_detail` and `prop_static` are consumed by the compiler and absent from compiled maps. */
const HIDDEN_CLASS = /^(prop_static|prop_detail|npc_template_maker|npc_maker)/;

export interface EntityProps {
  readonly table: StaticProps;
  /** Pose of each of the last rows of the table's `modelName`. */
  readonly stands: readonly Stand[];
  /** Animation of each entity. */
  readonly plays: readonly EntityPlay[];
}

/** Lists the entities that show a model. */
export function listModelEntities(entities: readonly Entity[]): Entity[] {
  const shown = entities.filter(isShown);
  if (shown.length === 0) return shown;
  const unspawned = listUnspawned(entities);
  return shown.filter((entity) => !unspawned.has(entity.get("targetname") ?? ""));
}

const isShown = (entity: Entity): boolean => mayShow(entity) && !startsDisabled(entity);

/** Whether an entity shows a model once it is enabled and in the map. */
export function mayShow(entity: Entity): boolean {
  if (!/\.mdl$/i.test(entity.get("model")?.trim() ?? "")) return false;
  const className = (entity.get("classname") ?? "").toLowerCase();
  if (!SHOWN_CLASS.test(className) || HIDDEN_CLASS.test(className)) return false;
  return (parseInteger(entity.get("effects")) & EF_NODRAW) === 0 && readModulation(entity) !== null;
}

export function startsDisabled(entity: Entity): boolean {
  return parseInteger(entity.get("startdisabled")) !== 0;
}

/**
 * Appends a row for each of these entities to the static props.
 * @param all entities of the map, which these may refer to
 */
export function addEntityProps(
  table: StaticProps | null,
  entities: readonly Entity[],
  all: readonly Entity[] = entities,
): EntityProps {
  const named = findByName(all);
  const count = entities.length;
  const rows = new Map<string, number>();
  const modelName: string[] = [];
  const stands: Stand[] = [];
  const plays: EntityPlay[] = [];
  const added = {
    count,
    modelName,
    model: new Uint32Array(count),
    origin: new Float32Array(count * 3),
    angles: new Float32Array(count * 3),
    leaf: new Uint32Array(0),
    flags: new Uint32Array(count),
    skin: new Int32Array(count),
    fadeMinDist: new Float32Array(count),
    fadeMaxDist: new Float32Array(count),
    diffuseModulation: new Uint8Array(count * 4).fill(255),
    uniformScale: new Float32Array(count).fill(1),
    lightingOrigin: new Float32Array(count * 3),
    forcedFadeScale: new Float32Array(count),
  };
  entities.forEach((entity, i) => {
    const name = (entity.get("model") ?? "").trim();
    const play = readPlay(entity);
    plays.push(play);
    const { sequence, moves } = play;
    const implied = isImplied(entity);
    const stand = { sequence, moves, body: bodyOf(entity), ...(implied && { isImplied: true }) };
    const key = [
      name.toLowerCase(),
      typeof sequence,
      sequence,
      moves,
      stand.body,
      stand.isImplied,
    ].join("\n");
    let row = rows.get(key);
    if (row === undefined) {
      row = modelName.push(name) - 1;
      stands.push(stand);
      rows.set(key, row);
    }
    added.model[i] = row;
    added.origin.set(parseVector(entity.get("origin")), i * 3);
    added.angles.set(parseVector(entity.get("angles")), i * 3);
    added.skin[i] = parseInteger(entity.get("skin"));
    const scale = Number.parseFloat(entity.get("modelscale") ?? "");
    if (scale > 0 && scale < MAX_SCALE) added.uniformScale[i] = scale;
    writeFade(added, i, entity);
    added.forcedFadeScale[i] = readFadeScale(entity);
    const lit = named(entity.get("lightingorigin"));
    if (lit !== undefined) {
      added.flags[i] |= STATIC_PROP_USE_LIGHTING_ORIGIN;
      added.lightingOrigin.set(parseVector(lit.get("origin")), i * 3);
    }
    const color = entity.get("rendercolor")?.trim().split(/\s+/);
    for (let c = 0; color !== undefined && c < 3; c++) {
      added.diffuseModulation[i * 4 + c] = parseInteger(color[c]) & 255;
    }
    added.diffuseModulation[i * 4 + 3] = Math.round((readModulation(entity)?.alpha ?? 1) * 255);
  });
  return { table: appendProps(table, added), stands, plays };
}

/** Returns a lookup of the first entity of a name, built on first use. */
function findByName(entities: readonly Entity[]): (name?: string) => Entity | undefined {
  let byName: Map<string, Entity> | null = null;
  return (name) => {
    if (!name) return undefined;
    if (byName === null) {
      byName = new Map();
      for (const entity of entities) {
        const own = entity.get("targetname")?.toLowerCase();
        if (own && !byName.has(own)) byName.set(own, entity);
      }
    }
    return byName.get(name.toLowerCase());
  };
}

/** Largest accepted scale: no model is larger than the world. */
const MAX_SCALE = 1024;

/** Two keys set the same field of `CBaseAnimating`; the last one in the map wins. */
function bodyOf({ pairs }: Entity): number {
  let body = 0;
  for (const [key, value] of pairs) {
    if (/^(body|setbodygroup)$/i.test(key)) body = parseInteger(value);
  }
  return body;
}

/**
 * Returns the default 1 of `CBreakableProp` for props, and 0 of `CBaseAnimating` for other models.
 */
function readFadeScale(entity: Entity): number {
  const scale = Number.parseFloat(entity.get("fadescale") ?? "");
  if (Number.isFinite(scale)) return scale;
  return /^prop_/i.test(entity.get("classname") ?? "") ? 1 : 0;
}

/** Width in inches of a fade that only has an end. */
const LAST_INCHES = 400;

/** Writes the distances as `ComputeDistanceFade` of `cdll_util.cpp` does, in either order. */
function writeFade(
  added: { flags: Uint32Array; fadeMinDist: Float32Array; fadeMaxDist: Float32Array },
  row: number,
  entity: Entity,
): void {
  const near = parseCoordinate(entity.get("fademindist"));
  const far = parseCoordinate(entity.get("fademaxdist"));
  const [start, end] = [Math.min(near, far), Math.max(near, far)];
  if (end <= 0) return;
  added.flags[row] |= STATIC_PROP_FLAG_FADES;
  added.fadeMaxDist[row] = end;
  added.fadeMinDist[row] = start < 0 ? Math.max(0, end - LAST_INCHES) : start;
}
