/** Readers of the entities with particles, by class. */

import type { Emitter } from "../emitter.ts";
import type { EffectEntity, ReadEffect } from "./effect-entity.ts";
import { readFire } from "./fires.ts";
import { readSmokeStack, readSmokeTrail, readSteam } from "./jets.ts";
import { readSparks } from "./sparks.ts";
import { readDust, readEmbers, readPrecipitation, readSmokeVolume } from "./volumes.ts";

const READERS: Readonly<Record<string, ReadEffect>> = {
  env_smokestack: readSmokeStack,
  env_steam: readSteam,
  env_steamjet: readSteam,
  env_smoketrail: readSmokeTrail,
  env_spark: readSparks,
  env_embers: readEmbers,
  env_fire: readFire,
  func_dustmotes: readDust,
  func_dustcloud: readDust,
  func_smokevolume: readSmokeVolume,
  func_precipitation: readPrecipitation,
};

/** Returns the emitters of an entity that have any particles; none for other classes. */
export function readEffect(entity: EffectEntity): readonly Emitter[] {
  if (!Object.hasOwn(READERS, entity.className)) return [];
  return READERS[entity.className](entity).filter(({ count }) => count > 0);
}
