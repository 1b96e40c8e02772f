/**
 * Props that are entities and stop who walks when the map starts. Facts from `Spawn` of props.cpp in Valve's
 * `source-sdk-2013`.
 */

import type { Entity, StaticProps } from "../../../formats/bsp/types.ts";
import { parseVector } from "../../brushes/brush-models.ts";
import { parseInteger } from "../../brushes/render-properties.ts";
import { listModelEntities } from "../../props/entity-props.ts";

export type SolidProps = Pick<
  StaticProps,
  "count" | "model" | "modelName" | "origin" | "angles" | "uniformScale" | "solid"
>;

const DYNAMIC = /^(prop_dynamic(_override)?|dynamic_prop|prop_dynamic_ornament)$/;
/** They rest where the map puts them; who walks would push the light ones. */
const PHYSICS = /^(prop_physics(_override)?|physics_prop)$/;

/** `SF_DYNAMICPROP_DISABLE_COLLISION`, `SF_PHYSPROP_DEBRIS`. */
const FLAG_NO_COLLISION = 256;
const FLAG_DEBRIS = 4;
/** `physicsmode` of what several players share: only this one stops them, others are pushed away or seen alone. */
const MODE_SOLID = 1;
/** SOLID_VPHYSICS. */
const SOLID = 6;
/** A model is no larger than the world. */
const MAX_SCALE = 1024;

/** Of a map's entities those that are shown and stop walkers. */
export function listSolidProps(entities: readonly Entity[]): SolidProps {
  const solid = listModelEntities(entities).filter(isSolid);
  const rows = new Map<string, number>();
  const model = new Uint32Array(solid.length);
  const origin = new Float32Array(solid.length * 3);
  const angles = new Float32Array(solid.length * 3);
  const uniformScale = new Float32Array(solid.length).fill(1);
  for (const [at, entity] of solid.entries()) {
    const name = (entity.get("model") ?? "").trim().toLowerCase();
    model[at] = rows.get(name) ?? rows.size;
    rows.set(name, model[at]);
    origin.set(parseVector(entity.get("origin")), at * 3);
    angles.set(parseVector(entity.get("angles")), at * 3);
    const scale = Number.parseFloat(entity.get("modelscale") ?? "");
    if (scale > 0 && scale < MAX_SCALE) uniformScale[at] = scale;
  }
  return {
    ...{ count: solid.length, model, modelName: [...rows.keys()], origin, angles, uniformScale },
    solid: new Uint8Array(solid.length).fill(SOLID),
  };
}

function isSolid(entity: Entity): boolean {
  const className = (entity.get("classname") ?? "").toLowerCase();
  const flags = parseInteger(entity.get("spawnflags"));
  if (DYNAMIC.test(className)) {
    return parseInteger(entity.get("solid")) !== 0 && (flags & FLAG_NO_COLLISION) === 0;
  }
  if ((flags & FLAG_DEBRIS) !== 0) return false;
  if (className === "prop_physics_multiplayer") {
    return parseInteger(entity.get("physicsmode")) === MODE_SOLID;
  }
  return PHYSICS.test(className);
}
