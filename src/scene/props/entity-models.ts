/** Lists the entities that show a model, at the map's start or later, and the columns about them. */

import { STATIC_PROP_USE_LIGHTING_ORIGIN } from "../../formats/bsp/layouts/static-prop-flags.ts";
import type { Entity, StaticProps } from "../../formats/bsp/types.ts";
import { type EntityModels, MODEL_CLUSTERS } from "../../map/motion/models.ts";
import type { PropSet } from "../../map/props.ts";
import { writeMatrix3x4 } from "../../math/angles.ts";
import { listTemplated, type NameSet } from "../brushes/unspawned-names.ts";
import { type Look, listLooks, lookOf, withLook } from "./entity-looks.ts";
import { listModelEntities, mayShow, startsDisabled } from "./entity-props.ts";
import { isImplied } from "./implied-models.ts";
import type { PropModel } from "./prop-model.ts";

/** Models that entities show: a row each. */
export interface ModelEntities {
  readonly entities: readonly Entity[];
  /** Row of the entity lump. */
  readonly lumpRow: readonly number[];
  /** `EntityModels.copy`. */
  readonly copy: readonly number[];
  readonly isHidden: readonly boolean[];
  readonly look: readonly Look[];
}

const NOWHERE = [Number.NaN, Number.NaN, Number.NaN];

/** Entities that templates make of one, beyond which the oldest are not drawn. */
const MOST_COPIES = 4;

/**
 * Lists the entities that show a model at the map's start, in its order, then those that may show
 * one later: entities that start disabled, those that templates make, and other looks of each.
 */
export function listEntityModels(all: readonly Entity[]): ModelEntities {
  const entities: Entity[] = [];
  const lumpRow: number[] = [];
  const copy: number[] = [];
  const isHidden: boolean[] = [];
  const look: Look[] = [];
  const looksOf = listLooks(all);
  const add = (entity: Entity, row: number, number: number, hidden: boolean): void => {
    entities.push(entity);
    look.push(lookOf(entity));
    lumpRow.push(row);
    copy.push(number);
    isHidden.push(hidden);
  };
  const rowOf = new Map(all.map((entity, row) => [entity, row]));
  const shown = new Set(listModelEntities(all));
  for (const entity of shown) add(entity, rowOf.get(entity)!, 0, false);
  let templated: NameSet | null = null;
  for (const [row, entity] of all.entries()) {
    const name = entity.get("targetname") ?? "";
    // Outputs and templates cannot name it, so that it stays hidden.
    if (name === "" || !mayShow(entity)) continue;
    templated ??= listTemplated(all);
    const isTemplated = templated.has(name);
    if (!isTemplated && !startsDisabled(entity)) continue;
    const copies = isTemplated ? MOST_COPIES : 1;
    for (let i = shown.has(entity) ? 1 : 0; i < copies; i++) add(copyOf(entity), row, i, true);
  }
  for (let i = 0, end = entities.length; i < end; i++) {
    for (const other of looksOf(entities[i])) {
      add(withLook(entities[i], other), lumpRow[i], copy[i], true);
    }
  }
  return { entities, lumpRow, copy, isHidden, look };
}

/** Returns another object for the same entity: rows of the prop table are found by it. */
function copyOf(entity: Entity): Entity {
  const { pairs } = entity;
  return { pairs, get: (key) => entity.get(key), ...(isImplied(entity) && { isImplied: true }) };
}

/**
 * Returns the columns about the instances that are entities, and the set's clusters with room for
 * those that move. `null` if there are none.
 * @param first row of the prop table of the first entity
 * @param shown row of the table of each instance, ascending
 */
export function buildEntityModels(
  { entities, lumpRow, copy, isHidden, look }: ModelEntities,
  first: number,
  shown: Uint32Array,
  models: readonly PropModel[],
  {
    table: { origin, angles, flags },
    instances: { worldFromModel, clusters, instanceColor },
  }: {
    readonly table: Pick<StaticProps, "origin" | "angles" | "flags">;
    readonly instances: Pick<PropSet, "worldFromModel" | "clusters" | "instanceColor">;
  },
): Pick<PropSet, "entities" | "clusters" | "instanceIsHidden"> | null {
  const before = shown.filter((prop) => prop < first).length;
  const count = shown.filter((prop) => prop < first + entities.length).length - before;
  if (count === 0) return null;
  const instance = Uint32Array.from({ length: count }, (_, i) => before + i);
  const rows = instance.map((own) => shown[own] - first);
  const worldFromEntity = new Float32Array(count * 12);
  const box = new Float32Array(count * 6);
  const lightPoint = new Float32Array(count * 3);
  instance.forEach((own, i) => {
    const at = shown[own] * 3;
    writeMatrix3x4(
      ...([worldFromEntity, i * 12, angles[at], angles[at + 1], angles[at + 2]] as const),
      ...([origin[at], origin[at + 1], origin[at + 2]] as const),
    );
    box.set(models[own].box, i * 6);
    const hasOwnPoint = (flags[shown[own]] & STATIC_PROP_USE_LIGHTING_ORIGIN) === 0;
    lightPoint.set(hasOwnPoint ? models[own].lightPoint : NOWHERE, i * 3);
  });
  const hidden = Uint8Array.from(rows, (row) => Number(isHidden[row]));
  const built: EntityModels = {
    count,
    entity: Int32Array.from(rows, (row) => lumpRow[row]),
    copy: Uint8Array.from(rows, (row) => copy[row]),
    instance,
    worldFromEntity,
    worldFromModel: worldFromModel.slice(before * 12, (before + count) * 12),
    ...{ box, lightPoint },
    skin: Int32Array.from(rows, (row) => look[row].skin),
    body: Int32Array.from(rows, (row) => look[row].body),
    sequence: Array.from(rows, (row) => look[row].sequence),
    seconds: Float32Array.from(instance, (own) => secondsOf(models[own])),
    isLooping: Uint8Array.from(instance, (own) => Number(models[own].track?.looping ?? false)),
    color: instanceColor.slice(before * 4, (before + count) * 4),
    isHidden: hidden,
    firstRoom: clusters.length,
  };
  const roomy = new Uint32Array(clusters.length + count * MODEL_CLUSTERS);
  roomy.set(clusters);
  const all = new Uint8Array(shown.length);
  all.set(hidden, before);
  return {
    entities: built,
    clusters: roomy,
    instanceIsHidden: all,
  };
}

const secondsOf = ({ track }: PropModel): number =>
  track === null ? 0 : (track.frameCount - 1) / track.fps;

/** Whether any of the models may leave its place: the map has doors, parents or templates. */
export function canMove({ entities, isHidden }: ModelEntities, all: readonly Entity[]): boolean {
  if (isHidden.includes(true)) return true;
  const moves = (entity: Entity): boolean =>
    entity.get("classname")?.toLowerCase() === "prop_door_rotating" ||
    (entity.get("parentname") ?? "") !== "";
  if (entities.some(moves)) return true;
  if (entities.length === 0) return false;
  // Teleports and inputs move entities of any class.
  return all.some(
    (entity) =>
      entity.get("classname")?.toLowerCase() === "point_teleport" ||
      entity.pairs.some(([, value]) => /\Wset(?:parent|local)/i.test(value)),
  );
}
