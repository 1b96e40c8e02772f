/**
 * Streams of smoke and steam. Sources, in Valve's `source-sdk-2013`, `src/game`:
 * `client/c_smokestack.cpp`, `server/smokestack.cpp`, `client/particlesphererenderer.h`,
 * `client/c_steamjet.cpp`, `server/steamjet.cpp`, `client/c_smoke_trail.cpp`,
 * `server/smoke_trail.cpp`. Games older than the episodes move smoke stacks by wind as an
 * acceleration; the episodes add it to the speed. The first is followed.
 */

import {
  CURVE_ARCH,
  CURVE_SMOKE,
  EMITTER_CUBE,
  EMITTER_SIZE_BY_SECONDS,
} from "../../map/placed/emitters.ts";
import { type Emitter, PLAIN_EMITTER, type Vector3 } from "../emitter.ts";
import {
  addVectors,
  countLiving,
  type EffectEntity,
  hasSpawnFlag,
  lifeOf,
  MAX_SECONDS,
  materialName,
  readColor,
  readNumber,
  readRate,
  readSize,
  readWhole,
  scaleVector,
} from "./effect-entity.ts";

const SMOKE_MATERIAL = "particle/smokestack";
const PUFF_MATERIAL = "particle/particle_smokegrenade";
const HEAT_MATERIAL = "sprites/heatwave";
const STEAM_HEATWAVE = 1;
const SF_EMISSIVE = 1;
const TURN = Math.PI * 2;

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const readAlpha = (entity: EffectEntity) => readWhole(entity, "renderamt", 255, [0, 255]) / 255;
const isOn = (entity: EffectEntity) => readWhole(entity, "initialstate", 0) !== 0;

/** Reads `env_smokestack`: rises along the entity's up axis from a ring. */
export function readSmokeStack(entity: EffectEntity): Emitter[] {
  const { origin, right, up, forward, seed, lights } = entity;
  const speed = readNumber(entity, "speed", 0);
  const rate = readRate(entity, "rate");
  const life = lifeOf(readSize(entity, "jetlength"), speed);
  const spread = readNumber(entity, "spreadspeed", 0);
  const color = readColor(entity, "rendercolor", "0 0 0");
  const emitter: Emitter = {
    ...PLAIN_EMITTER,
    material: materialName(entity.get("smokematerial") ?? SMOKE_MATERIAL),
    startsOn: isOn(entity),
    ...{ origin, right, up: forward, forward: up, rate, speed, seed },
    ...{ lifeMin: life, lifeMax: life, spread: [spread, spread, 0] },
    acceleration: windOf(entity),
    twist: radians(readNumber(entity, "twist", 0)),
    ring: readSize(entity, "basespread"),
    ...{ colorStart: color, colorEnd: color, alpha: readAlpha(entity), curve: CURVE_SMOKE },
    sizeStart: readSize(entity, "startsize"),
    sizeEnd: readSize(entity, "endsize"),
    turnSpeed: radians(readNumber(entity, "roll", 0)),
    count: countLiving(rate, life),
    ...lights,
  };
  return [emitter];
}

/** Reads the wind of a smoke stack: `Wind`, unless `WindAngle` or `WindSpeed` replace it. */
function windOf(entity: EffectEntity): Vector3 {
  if (entity.get("windangle") === undefined && entity.get("windspeed") === undefined) {
    const parts = (entity.get("wind") ?? "").trim().split(/\s+/).map(Number.parseFloat);
    return [0, 1, 2].map((i) => (Math.abs(parts[i]) < 16384 ? parts[i] : 0)) as unknown as Vector3;
  }
  const angle = radians(readWhole(entity, "windangle", 0));
  const speed = readWhole(entity, "windspeed", 0);
  return [Math.cos(angle) * speed, Math.sin(angle) * speed, 0];
}

/**
 * Reads `env_steam`, and `env_steamjet`, which faces left. Sizes change by the second: the engine
 * blends them by age instead of by share of life. The client multiplies linear light with the
 * stored colour, which makes steam in dim light nearly black. Here light is gamma-encoded first, as
 * `func_smokevolume` does it.
 */
export function readSteam(entity: EffectEntity): Emitter[] {
  const { origin, up, seed } = entity;
  const isLeft = entity.className === "env_steamjet";
  const forward = isLeft ? scaleVector(entity.right, -1) : entity.forward;
  const right = isLeft ? entity.forward : entity.right;
  const speed = readNumber(entity, "speed", 0);
  const rate = readRate(entity, "rate");
  const length = readSize(entity, "jetlength");
  const life = lifeOf(length, speed);
  const spread = readNumber(entity, "spreadspeed", 0);
  const color = readColor(entity, "rendercolor", "255 255 255");
  const isHeat = readWhole(entity, "type", 0) === STEAM_HEATWAVE;
  const emitter: Emitter = {
    ...PLAIN_EMITTER,
    material: isHeat ? HEAT_MATERIAL : PUFF_MATERIAL,
    startsOn: isOn(entity),
    ...{ origin, right, up, forward, rate, speed, seed, flags: EMITTER_SIZE_BY_SECONDS },
    ...{ lifeMin: life, lifeMax: life, spread: [spread, spread, 0] },
    ...{ colorStart: color, colorEnd: color, alpha: readAlpha(entity), curve: CURVE_ARCH },
    sizeStart: readWhole(entity, "startsize", 0, [0, 255]),
    sizeEnd: readWhole(entity, "endsize", 0, [0, 255]),
    turn: TURN,
    turnSpeed: readNumber(entity, "rollspeed", 8),
    count: countLiving(rate, life),
    lit: [origin, addVectors(origin, scaleVector(forward, length))],
    isEmissive: hasSpawnFlag(entity, SF_EMISSIVE),
  };
  // Heat waves only refract, which particles cannot do here: they are not drawn.
  return isHeat ? [] : [emitter];
}

const MAX_OPACITY = 1;

/**
 * Reads `env_smoketrail` as it stands still. Its turn slows down to half a radian a second within
 * the first moments; the slow turn is used from birth.
 */
export function readSmokeTrail(entity: EffectEntity): Emitter[] {
  const { origin, right, up, forward, seed } = entity;
  const rate = readNumber(entity, "spawnrate", 10, [1, 1024]);
  const life = readNumber(entity, "lifetime", 5, [0.1, MAX_SECONDS]);
  const radius = readSize(entity, "spawnradius", 2);
  const directed = [
    readNumber(entity, "mindirectedspeed", 0),
    readNumber(entity, "maxdirectedspeed", 0),
  ];
  const opacity = readNumber(entity, "opacity", 0.5, [0, MAX_OPACITY]);
  const color = readColor(entity, "startcolor", "128 128 128");
  const emitter: Emitter = {
    ...PLAIN_EMITTER,
    material: PUFF_MATERIAL,
    ...{ origin, right, up, forward, rate, seed, flags: EMITTER_CUBE },
    ...{ lifeMin: life, lifeMax: life, speed: (directed[0] + directed[1]) / 2 },
    spread: [readNumber(entity, "minspeed", 2), readNumber(entity, "maxspeed", 4), 0],
    boxMins: [-radius, -radius, -radius],
    boxSize: [radius * 2, radius * 2, radius * 2],
    ...{ colorStart: color, colorEnd: [0, 0, 0], shadeMin: 0.8 },
    ...{ alpha: opacity, curve: CURVE_ARCH, turn: TURN, turnSpeed: 0.5 },
    sizeStart: readWhole(entity, "startsize", 35, [0, 255]),
    sizeEnd: readWhole(entity, "endsize", 55, [0, 255]),
    near: [64, 128],
    count: countLiving(rate, life),
  };
  return [emitter];
}
