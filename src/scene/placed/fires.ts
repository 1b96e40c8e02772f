/**
 * Finds the fires of a map (`env_fire`): their particle systems, and which of these no file has.
 * Sources, in Valve's `source-sdk-2013`, `src/game`: `server/fire.cpp`, `client/c_fire_smoke.cpp`.
 */

import type { Entity } from "../../formats/bsp/types.ts";
import type { PlacedSystem } from "../../particles/systems/placed-systems.ts";
import type { Trace } from "../../visibility/trace.ts";
import { listUnspawned } from "../brushes/unspawned-names.ts";
import type { ContentAccess } from "../open/read-content.ts";
import { classOf, originOf } from "../start/entity-values.ts";
import { readParticleFiles } from "./particle-files.ts";

export const FIRE_CLASS = "env_fire";
const SF_SMOKELESS = 2;
const SF_START_ON = 4;
const SF_DONT_DROP = 16;
/** Inches that a fire falls to the ground. */
const MAX_DROP = 1024;
const DEFAULT_SIZE = 64;
/** Heights in inches of each size but the last. */
const SIZE_STEP = 36;
const SIZES = ["tiny", "small", "medium", "large"];
const AXES = [1, 0, 0, 0, 1, 0, 0, 0, 1];

export interface MapFire {
  /** Row of the entity lump. */
  readonly entity: number;
  /** Name of its particle system. */
  readonly effect: string;
  readonly startsActive: boolean;
  readonly origin: readonly [number, number, number];
  /** Whether it burns on the ground below. */
  readonly drops: boolean;
}

/** Lists the fires that burn, or that an input can light. */
export function listFires(entities: readonly Entity[]): MapFire[] {
  if (!entities.some((entity) => classOf(entity) === FIRE_CLASS)) return [];
  const unspawned = listUnspawned(entities);
  return entities.flatMap((entity, row): MapFire[] => {
    if (classOf(entity) !== FIRE_CLASS) return [];
    const name = entity.get("targetname") ?? "";
    if (name !== "" && unspawned.has(name)) return [];
    const flags = Number.parseInt(entity.get("spawnflags") ?? "0", 10) || 0;
    const isDisabled = Number.parseInt(entity.get("StartDisabled") ?? "0", 10) > 0;
    const startsActive = (flags & SF_START_ON) !== 0 && !isDisabled;
    if (!startsActive && name === "") return [];
    const size = Number.parseFloat(entity.get("firesize") ?? `${DEFAULT_SIZE}`) || 0;
    const step = Math.min(Math.max(Math.floor(size / SIZE_STEP), 0), SIZES.length - 1);
    const smoke = (flags & SF_SMOKELESS) === 0 ? "_smoke" : "";
    return [
      {
        ...{ entity: row, effect: `env_fire_${SIZES[step]}${smoke}`, startsActive },
        ...{ origin: originOf(entity) ?? [0, 0, 0], drops: (flags & SF_DONT_DROP) === 0 },
      },
    ];
  });
}

/** Returns where a fire burns. */
export function placeFire({ origin, drops }: MapFire, trace: Trace | null): MapFire["origin"] {
  const [x, y, z] = origin;
  if (!drops || trace === null || !trace.cast(x, y, z, 0, 0, -1, MAX_DROP)) return origin;
  return [x, y, z - trace.hit.distance];
}

export function placeFireSystem(fire: MapFire, trace: Trace | null): PlacedSystem {
  const { entity, effect, startsActive } = fire;
  const points = [{ point: 0, place: placeFire(fire, trace), axes: AXES }];
  return { entity, effect, startsActive, points };
}

/** Systems that are missing, by the entities of a map: two builders ask for the same files. */
const found = new WeakMap<readonly Entity[], Promise<ReadonlySet<string>>>();

/** Returns the systems of fires that no file of the manifests has. */
export function findMissingFires(
  entities: readonly Entity[],
  fires: readonly MapFire[],
  mapName: string,
  access: ContentAccess,
): Promise<ReadonlySet<string>> {
  const known = found.get(entities);
  if (known !== undefined) return known;
  const effects = [...new Set(fires.map(({ effect }) => effect))];
  const missing = readParticleFiles(effects, mapName, access).then((read) => new Set(read.missing));
  found.set(entities, missing);
  return missing;
}
