/**
 * Sparks. Sources, in Valve's `source-sdk-2013`, `src/game`: `server/EnvSpark.cpp`, and
 * `FX_ElectricSpark` of `client/fx_sparks.cpp`. Bursts follow each other at the mean of the engine's
 * random delay, each shifted by a random part of it. Sparks do not bounce.
 */

import { EMITTER_BALL, EMITTER_TRAIL_SHRINKS } from "../../map/placed/emitters.ts";
import { PARTICLE_ADDS, PARTICLE_TRAIL } from "../../map/placed/particles.ts";
import { type Emitter, PLAIN_EMITTER, type Vector3 } from "../emitter.ts";
import {
  addVectors,
  type EffectEntity,
  hasSpawnFlag,
  MAX_COUNT,
  readNumber,
  readWhole,
  scaleVector,
} from "./effect-entity.ts";

const SF_START_ON = 64;
const SF_DIRECTIONAL = 512;
/** Seconds between bursts besides the random delay. */
const LEAST_DELAY = 0.1;
const NO_VECTOR: Vector3 = [0, 0, 0];

/** Reads `env_spark`: heavy sparks, light sparks, and a short flash. */
export function readSparks(entity: EffectEntity): Emitter[] {
  const { origin, seed } = entity;
  const delay = readNumber(entity, "maxdelay", 0, [0, 3600]);
  const magnitude = readWhole(entity, "magnitude", 1, [0, 32]);
  const length = readWhole(entity, "traillength", 1, [0, 32]);
  const way = hasSpawnFlag(entity, SF_DIRECTIONAL) ? entity.forward : NO_VECTOR;
  const rate = 1 / (LEAST_DELAY + delay / 2);
  const plain: Emitter = {
    ...PLAIN_EMITTER,
    addsWithoutMaterial: true,
    startsOn: hasSpawnFlag(entity, SF_START_ON),
    ...{ origin, rate, jitter: delay / 2 },
    ...{ right: [1, 0, 0], up: [0, 1, 0], forward: [0, 0, 1] },
  };
  const flags = PARTICLE_TRAIL | PARTICLE_ADDS | EMITTER_BALL | EMITTER_TRAIL_SHRINKS;
  const towards = (bias: Vector3) => ({ place: bias, color: NO_VECTOR, intensity: 0 });
  const sparks: Emitter[] = [
    {
      ...plain,
      ...{ material: "effects/spark", flags, seed: seed + 1 },
      ...{ lifeMin: magnitude, lifeMax: magnitude * 2, burst: magnitude * magnitude * 3 },
      ...{ spread: [64, 300, 0.25], acceleration: [0, 0, -800] },
      lamp: towards(addVectors([0, 0, 0.75], scaleVector(way, 2))),
      ...{ sizeStart: 2.5, sizeEnd: 2.5, sizeMin: 0.4, trail: length * 0.035 },
    },
    {
      ...plain,
      ...{ material: "effects/spark", flags, seed: seed + 2 },
      ...{ lifeMin: magnitude * 0.1, lifeMax: magnitude * 0.2, burst: magnitude * 24 },
      ...{ spread: [128, 256, 1], acceleration: [0, 0, -400], lamp: towards(way) },
      ...{ sizeStart: 2, sizeEnd: 2, sizeMin: 0.5, trail: length * 0.025 },
    },
    {
      ...plain,
      ...{ material: "effects/yellowflare_noz", flags: PARTICLE_ADDS, seed: seed + 3 },
      ...{ lifeMin: 0.2, lifeMax: 0.2, sizeStart: magnitude * 8, sizeEnd: 0, sizeMin: 0.5 },
      turn: Math.PI * 2,
    },
  ];
  return sparks.filter(({ burst, lifeMax }) => burst > 0 && lifeMax > 0).map(withCount);
}

/** Lets as many bursts live at once as fit into the limit. */
function withCount(emitter: Emitter): Emitter {
  const { rate, lifeMax, jitter } = emitter;
  const burst = Math.min(emitter.burst, MAX_COUNT);
  const bursts = Math.floor(rate * (lifeMax + jitter)) + 1;
  return { ...emitter, burst, count: Math.min(bursts * burst, MAX_COUNT) };
}
