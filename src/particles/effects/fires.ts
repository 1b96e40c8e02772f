/**
 * Flames of `env_fire` for content without the particle systems of its fires. The engine has no
 * such effect any more (`client/c_fire_smoke.cpp` plays particle systems); shapes are our own. A
 * fire is as high as its size, and half as wide (`server/fire.cpp`).
 */

import { CURVE_ARCH, CURVE_SMOKE } from "../../map/placed/emitters.ts";
import { PARTICLE_ADDS } from "../../map/placed/particles.ts";
import { type Emitter, PLAIN_EMITTER } from "../emitter.ts";
import { countLiving, type EffectEntity, hasSpawnFlag, readNumber } from "./effect-entity.ts";

const SF_SMOKELESS = 2;
const SF_START_ON = 4;
const TURN = Math.PI * 2;
/** Size in inches of fires that have less: the engine shows them as its smallest. */
const LEAST_SIZE = 18;
const FLAMES_A_SECOND = 40;
const PUFFS_A_SECOND = 5;

export function readFire(entity: EffectEntity): Emitter[] {
  const size = Math.max(readNumber(entity, "firesize", 64, [0, 2048]), LEAST_SIZE);
  const [x, y, z] = entity.origin;
  const burns = hasSpawnFlag(entity, SF_START_ON) && readNumber(entity, "startdisabled", 0) === 0;
  const upwards: Emitter = {
    ...PLAIN_EMITTER,
    startsOn: burns,
    ...{ right: [1, 0, 0], up: [0, 1, 0], forward: [0, 0, 1], turn: TURN, curve: CURVE_ARCH },
  };
  const flames: Emitter = {
    ...upwards,
    ...{ material: "effects/fire_cloud1", addsWithoutMaterial: true, flags: PARTICLE_ADDS },
    ...{ origin: [x, y, z], seed: entity.seed, rate: FLAMES_A_SECOND, lifeMin: 0.5, lifeMax: 0.9 },
    ...{ speed: size * 0.8, spread: [size * 0.08, size * 0.08, size * 0.2], turnSpeed: 1.5 },
    boxMins: [size * -0.14, size * -0.14, size * 0.08],
    boxSize: [size * 0.28, size * 0.28, size * 0.1],
    ...{ colorStart: [1, 0.62, 0.24], colorEnd: [0.85, 0.16, 0.03], alpha: 0.45, shadeMin: 0.7 },
    ...{ sizeStart: size * 0.22, sizeEnd: size * 0.1, sizeMin: 0.6 },
    ...{ count: countLiving(FLAMES_A_SECOND, 0.9), isEmissive: true },
  };
  const smoke: Emitter = {
    ...{ ...upwards, curve: CURVE_SMOKE },
    ...{ material: "particle/smokestack", seed: entity.seed + 1 },
    ...{ origin: [x, y, z + size * 0.7], rate: PUFFS_A_SECOND, lifeMin: 2, lifeMax: 3 },
    ...{ speed: size * 0.6, spread: [size * 0.15, size * 0.15, size * 0.1], turnSpeed: 0.5 },
    boxMins: [size * -0.1, size * -0.1, 0],
    boxSize: [size * 0.2, size * 0.2, size * 0.1],
    ...{ colorStart: [0.12, 0.11, 0.1], colorEnd: [0.2, 0.2, 0.2], alpha: 0.35 },
    ...{ sizeStart: size * 0.15, sizeEnd: size * 0.55 },
    count: countLiving(PUFFS_A_SECOND, 3),
  };
  return hasSpawnFlag(entity, SF_SMOKELESS) ? [flames] : [flames, smoke];
}
