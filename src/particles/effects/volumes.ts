/**
 * Effects that fill a brush: dust, embers, smoke, rain and snow. Sources, in Valve's
 * `source-sdk-2013`, `src/game`: `client/c_func_dust.cpp`, `server/func_dust.cpp`,
 * `client/c_func_smokevolume.cpp`, `server/func_smokevolume.cpp`; `C_Embers`, `CEmberEmitter` and
 * `CClient_Precipitation` of `client/c_effects.cpp`, `CEmbers` and `CPrecipitation` of
 * `server/effects.cpp`. Particles fill the box of the brush.
 */

import {
  AROUND_EYE,
  CURVE_FALL,
  CURVE_WAVE,
  EMITTER_AROUND_EYE,
  EMITTER_DRAGGED,
  EMITTER_FROZEN,
  EMITTER_GRID,
  EMITTER_SIZE_BY_DEPTH,
} from "../../map/placed/emitters.ts";
import { PARTICLE_TRAIL } from "../../map/placed/particles.ts";
import { type Emitter, PLAIN_EMITTER, type Vector3 } from "../emitter.ts";
import {
  countLiving,
  type EffectEntity,
  hasSpawnFlag,
  MAX_COUNT,
  MAX_SECONDS,
  materialName,
  readColor,
  readNumber,
  readRate,
  readSize,
  readWhole,
  scaleVector,
} from "./effect-entity.ts";

/** Emitter of a box, with places relative to its corner. */
function boxEmitter(entity: EffectEntity): Emitter | null {
  if (entity.box === null) return null;
  const [mins, maxs] = entity.box;
  const boxSize: Vector3 = [maxs[0] - mins[0], maxs[1] - mins[1], maxs[2] - mins[2]];
  const axes = { right: [1, 0, 0], up: [0, 1, 0], forward: [0, 0, 1] } as const;
  return { ...PLAIN_EMITTER, ...axes, origin: mins, boxSize, seed: entity.seed };
}

/** Sizes of motes are stored in ten thousandths of their distance. */
const MOTE_SIZE = 1 / 10000;

/** Reads `func_dustmotes`, of constant size on screen, and `func_dustcloud`. */
export function readDust(entity: EffectEntity): Emitter[] {
  const plain = boxEmitter(entity);
  if (plain === null) return [];
  const isMotes = entity.className === "func_dustmotes";
  const isFrozen = entity.get("frozen")?.startsWith("1") === true;
  const rate = Math.trunc(readRate(entity, "spawnrate"));
  const lifeMin = readWhole(entity, "lifetimemin", 0, [0, MAX_SECONDS]);
  const lifeMax = Math.max(readWhole(entity, "lifetimemax", 0, [0, MAX_SECONDS]), lifeMin);
  const speed = readWhole(entity, "speedmax", 0);
  const color = readColor(entity, "color", "255 255 255");
  const factor = isMotes ? MOTE_SIZE : 1;
  const smallest = readSize(entity, "sizemin") * factor;
  const largest = Math.max(readSize(entity, "sizemax") * factor, smallest);
  const emitter: Emitter = {
    ...plain,
    material: "particle/sparkles",
    addsWithoutMaterial: true,
    startsOn: entity.get("startdisabled")?.startsWith("1") !== true,
    flags: (isMotes ? EMITTER_SIZE_BY_DEPTH : 0) | (isFrozen ? EMITTER_FROZEN : EMITTER_DRAGGED),
    ...{ rate, lifeMin, lifeMax, spread: [speed, speed, speed] },
    speed: -readNumber(entity, "fallspeed", 0),
    ...{ colorStart: color, colorEnd: color, curve: CURVE_WAVE },
    alpha: readWhole(entity, "alpha", 0, [0, 255]) / 255,
    ...{ sizeStart: largest, sizeEnd: largest, sizeMin: largest > 0 ? smallest / largest : 1 },
    fadeDepth: readWhole(entity, "distmax", 0, [0, 65535]),
    count: isFrozen ? Math.min(rate, MAX_COUNT) : countLiving(rate, lifeMax),
  };
  return [emitter];
}

const SF_EMBERS_START_ON = 1;

/**
 * Reads `env_embers`. Their wandering by at most a fortieth of an inch per second in each frame is
 * left out.
 */
export function readEmbers(entity: EffectEntity): Emitter[] {
  const plain = boxEmitter(entity);
  if (plain === null) return [];
  const speed = readWhole(entity, "speed", 0);
  const life = readWhole(entity, "lifetime", 0, [0, MAX_SECONDS]);
  const rate = Math.trunc(readRate(entity, "density"));
  const aside = Math.abs(Math.trunc(speed / 8));
  const color = readColor(entity, "rendercolor", "255 255 255");
  const startsOn = hasSpawnFlag(entity, SF_EMBERS_START_ON) || !entity.get("targetname");
  const emitter: Emitter = {
    ...plain,
    ...{ material: "particle/fire", addsWithoutMaterial: true, startsOn, rate },
    ...{ right: entity.right, up: entity.up, forward: entity.forward, speed },
    ...{ lifeMin: life, lifeMax: life, spread: [aside, aside, aside] },
    // One inch per second slower each second.
    acceleration: scaleVector(entity.forward, -Math.sign(speed)),
    ...{ colorStart: color, colorEnd: [0, 0, 0], shadeMin: 0.75, curve: CURVE_FALL },
    ...{ sizeStart: 1, sizeEnd: 0, count: countLiving(rate, life) },
  };
  return [emitter];
}

const SF_EMISSIVE = 1;

/**
 * Reads `func_smokevolume`: a puff in each cell of a grid. The engine lets neighbours change
 * places in pairs; here each wanders to random neighbour cells, by the same curve and durations.
 */
export function readSmokeVolume(entity: EffectEntity): Emitter[] {
  const plain = boxEmitter(entity);
  if (plain === null) return [];
  const spacing = readNumber(entity, "particlespacingdistance", 0, [1, 16384]);
  const cells = plain.boxSize.map((size) =>
    Math.max(Math.floor(0.5 + size / spacing), 0),
  ) as unknown as Vector3;
  const count = cells[0] * cells[1] * cells[2];
  if (count > MAX_COUNT) entity.onAbsurd("particlespacingdistance");
  // The grid starts at the box's corner and has cells of the spacing.
  const kept = fitCells(cells);
  const size = readSize(entity, "particledrawwidth") / 2;
  const turns = (readNumber(entity, "rotationspeed", 0) * Math.PI) / 180;
  const [mins] = entity.box!;
  const boxSize = scaleVector(cells, spacing);
  const middle: Vector3 = [
    mins[0] + boxSize[0] / 2,
    mins[1] + boxSize[1] / 2,
    mins[2] + boxSize[2] / 2,
  ];
  const emitter: Emitter = {
    ...plain,
    material: materialName(entity.get("material") ?? "particle/particle_smokegrenade"),
    ...{ flags: EMITTER_GRID, boxSize, cells: kept },
    speed: readNumber(entity, "movementspeed", 0, [0, 16384]),
    colorStart: readColor(entity, "color1", "0 0 0"),
    colorEnd: readColor(entity, "color2", "0 0 0"),
    alpha: readNumber(entity, "density", 1, [0, 1]),
    ...{ sizeStart: size, sizeEnd: size, turn: Math.PI * 2, turnSpeed: turns },
    ...{ near: [10, 30], count: kept[0] * kept[1] * kept[2] },
    ...{ lit: [middle, middle], isEmissive: hasSpawnFlag(entity, SF_EMISSIVE) },
  };
  return [emitter];
}

/** Returns fewer cells where there are more than `MAX_COUNT`. */
function fitCells(cells: Vector3): Vector3 {
  const over = Math.cbrt((cells[0] * cells[1] * cells[2]) / MAX_COUNT);
  if (over <= 1) return cells;
  return cells.map((count) => Math.max(Math.floor(count / over), 1)) as unknown as Vector3;
}

/** `PrecipitationType_t` of `precipitation_shared.h`. */
const SNOW = 1;
const ASH = 2;
const SNOWFALL = 3;
/** `r_rainspeed`, `r_RainSideVel`, `r_rainlength`, `r_raindensity`, `r_rainalpha`. */
const RAIN_SPEED = 600;
const SIDE_SPEED = 130;
/** Half of `r_rainwidth`. */
const RAIN_SIZE = 0.25;
const STREAK_SECONDS = 0.1;
const GREATEST_DENSITY = 0.001;
const RAIN_ALPHA = 0.4 ** 0.8;
/** Height above the eye up to which, and depth below it down to which drops fall, inches. */
const ABOVE_EYE = 512;
/** Share of a streak's length that snow has. */
const SNOW_RAMP = 0.3;
/** Flakes per second of ash, and their seconds, inches per second and inches. */
const ASH_RATE = 192;
const ASH_SECONDS = [4, 8] as const;
const ASH_AROUND = 512;

/**
 * Reads `func_precipitation`. Drops fall in the part of the volume that is within half of
 * `AROUND_EYE` inches of the camera, down to roofs, and the depth hides them below floors.
 */
export function readPrecipitation(entity: EffectEntity): Emitter[] {
  const plain = boxEmitter(entity);
  if (plain === null) return [];
  const type = readWhole(entity, "preciptype", 0);
  const [across, along, height] = periodOf(plain.boxSize, [AROUND_EYE, AROUND_EYE, 2 * ABOVE_EYE]);
  const white: Vector3 = [1, 1, 1];
  if (type === ASH || type === SNOWFALL) return [fallSlowly(plain, type)];
  const density = (readWhole(entity, "renderamt", 255, [0, 255]) / 255) * GREATEST_DENSITY;
  const rate = Math.min(across * along * density, 4096);
  const life = Math.min(height / RAIN_SPEED, MAX_SECONDS);
  const ramp = type === SNOW ? SNOW_RAMP : 1;
  const emitter: Emitter = {
    ...plain,
    material: type === SNOW ? "particle/snow" : "particle/rain",
    flags: PARTICLE_TRAIL | EMITTER_AROUND_EYE,
    ...{ rate, lifeMin: life, lifeMax: life, speed: -RAIN_SPEED },
    spread: [SIDE_SPEED, SIDE_SPEED, 0],
    ...{ volume: plain.boxSize, period: [across, along, height] },
    boxMins: [0, 0, height],
    boxSize: [across, along, 0],
    ...{ colorStart: white, colorEnd: white, alpha: RAIN_ALPHA },
    ...{ sizeStart: RAIN_SIZE, sizeEnd: RAIN_SIZE, trail: STREAK_SECONDS * ramp },
    count: countLiving(rate, life),
  };
  return [emitter];
}

/** Returns the part of a volume around the eye that has particles. */
const periodOf = (volume: Vector3, most: Vector3): Vector3 =>
  [0, 1, 2].map((axis) => Math.min(most[axis], Math.max(volume[axis], 1))) as unknown as Vector3;

/** Ash, and snowfall as its like: light flakes that sink in a cube around the camera. */
function fallSlowly(plain: Emitter, type: number): Emitter {
  const [shortest, longest] = ASH_SECONDS;
  const period = periodOf(plain.boxSize, [ASH_AROUND, ASH_AROUND, ASH_AROUND]);
  const color: Vector3 = type === ASH ? [0.88, 0.88, 0.88] : [150 / 255, 175 / 255, 200 / 255];
  return {
    ...plain,
    material: type === ASH ? "effects/fleck_ash1" : "particle/snow",
    flags: EMITTER_AROUND_EYE,
    ...{ volume: plain.boxSize, period, boxSize: period },
    ...{ rate: ASH_RATE, lifeMin: shortest, lifeMax: longest, speed: -12.5 },
    ...{ spread: [20, 20, 2.5], colorStart: color, colorEnd: color, shadeMin: 0.55 },
    ...{ curve: CURVE_WAVE, turn: Math.PI * 2, turnSpeed: 0.15 },
    count: countLiving(ASH_RATE, longest),
  };
}
