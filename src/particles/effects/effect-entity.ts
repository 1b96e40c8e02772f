/** An entity with an effect, as the readers of this folder see it, and the reading of its keys. */

import { clamp } from "../../math/vec3.ts";
import type { Emitter, ParticleLight, Vector3 } from "../emitter.ts";

export interface EffectEntity {
  /** Class in lower case. */
  readonly className: string;
  /** Returns a key's value; keys are in lower case. */
  readonly get: (key: string) => string | undefined;
  /** Inches. */
  readonly origin: Vector3;
  /** Unit axes of the entity's angles. */
  readonly right: Vector3;
  readonly up: Vector3;
  readonly forward: Vector3;
  /** Box of its brush model in the world: mins, maxs; `null` if it has none. */
  readonly box: readonly [Vector3, Vector3] | null;
  /** Number that makes its random numbers its own. */
  readonly seed: number;
  /** Light of the `env_particlelight` that name the entity. */
  readonly lights: { readonly ambient: ParticleLight | null; readonly lamp: ParticleLight | null };
  /** Reports a key whose value is out of any sensible range. */
  readonly onAbsurd: (key: string) => void;
}

export type ReadEffect = (entity: EffectEntity) => readonly Emitter[];

/** Greatest number of particles of one emitter. */
export const MAX_COUNT = 4096;
/** Greatest coordinates, speeds and sizes, inches; and seconds. */
export const MAX_LENGTH = 16384;
export const MAX_SECONDS = 120;
const MAX_RATE = 2048;

/** Reads a key's leading number, as `atof` does, and keeps it in a range. */
export function readNumber(
  entity: EffectEntity,
  key: string,
  absent: number,
  [least, most]: readonly [number, number] = [-MAX_LENGTH, MAX_LENGTH],
): number {
  const text = entity.get(key);
  const parsed = text === undefined ? absent : Number.parseFloat(text);
  const number = Number.isFinite(parsed) ? parsed : 0;
  if (number < least || number > most) entity.onAbsurd(key);
  return clamp(number, least, most);
}

/** Reads a whole number, as `atoi` does. */
export function readWhole(
  entity: EffectEntity,
  key: string,
  absent: number,
  range?: readonly [number, number],
): number {
  return Math.trunc(readNumber(entity, key, absent, range));
}

export const readRate = (entity: EffectEntity, key: string) =>
  readNumber(entity, key, 0, [0, MAX_RATE]);

export const readSize = (entity: EffectEntity, key: string, absent = 0) =>
  readNumber(entity, key, absent, [0, MAX_LENGTH]);

/** Reads a stored colour, 0 to 1. */
export function readColor(entity: EffectEntity, key: string, absent: string): Vector3 {
  const parts = (entity.get(key) ?? absent).trim().split(/\s+/);
  const channel = (i: number) => clamp(Number.parseInt(parts[i] ?? "", 10) || 0, 0, 255) / 255;
  return [channel(0), channel(1), channel(2)];
}

export const hasSpawnFlag = (entity: EffectEntity, flag: number) =>
  (readWhole(entity, "spawnflags", 0, [-(2 ** 31), 2 ** 32]) & flag) !== 0;

/** Returns the name of a material without folder and extension. */
export const materialName = (value: string) =>
  value
    .toLowerCase()
    .replaceAll("\\", "/")
    .replace(/^materials\//, "")
    .replace(/\.vmt$/, "");

export const scaleVector = (a: Vector3, factor: number): Vector3 => [
  a[0] * factor,
  a[1] * factor,
  a[2] * factor,
];
export const addVectors = (a: Vector3, b: Vector3): Vector3 => [
  a[0] + b[0],
  a[1] + b[1],
  a[2] + b[2],
];

/** Returns a life of at most `MAX_SECONDS`: a length divided by a speed. */
export const lifeOf = (length: number, speed: number) =>
  length > 0 && speed > 0 ? Math.min(length / speed, MAX_SECONDS) : 0;

/** Returns the number of particles that can live at once, at most `MAX_COUNT`. */
export function countLiving(rate: number, lifeMax: number, burst = 1): number {
  if (rate <= 0 || lifeMax <= 0) return 0;
  return Math.min((Math.floor(rate * lifeMax) + 1) * burst, MAX_COUNT);
}
