/** Description of an emitter, with defaults, and its row for shaders. */

import {
  CURVE_CONSTANT,
  EMITTER_ROW,
  EMITTER_SPANS,
  NEVER,
  WARM_UP,
} from "../map/placed/emitters.ts";

export type Vector3 = readonly [number, number, number];

/** A source of light near smoke: `env_particlelight`. */
export interface ParticleLight {
  readonly place: Vector3;
  /** Stored colour, 0 to 1 a channel. */
  readonly color: Vector3;
  /** Factor of the colour at one inch; falls with the square of the distance. */
  readonly intensity: number;
}

/** Fields as in `EMITTER_ROW`, by the same names. */
export interface Emitter {
  /** Name of the material, without `materials/` and extension. */
  readonly material: string;
  /** Whether it adds light if its material is missing. */
  readonly addsWithoutMaterial: boolean;
  /** Whether it emits at the map's start. */
  readonly startsOn: boolean;
  readonly origin: Vector3;
  readonly flags: number;
  readonly right: Vector3;
  readonly up: Vector3;
  readonly forward: Vector3;
  readonly rate: number;
  readonly lifeMin: number;
  readonly lifeMax: number;
  readonly spread: Vector3;
  readonly speed: number;
  readonly acceleration: Vector3;
  readonly twist: number;
  readonly boxMins: Vector3;
  readonly boxSize: Vector3;
  readonly ring: number;
  readonly seed: number;
  readonly colorStart: Vector3;
  readonly colorEnd: Vector3;
  readonly alpha: number;
  readonly shadeMin: number;
  readonly sizeStart: number;
  readonly sizeEnd: number;
  readonly sizeMin: number;
  readonly fadeDepth: number;
  readonly turn: number;
  readonly turnSpeed: number;
  readonly trail: number;
  readonly curve: number;
  readonly burst: number;
  readonly jitter: number;
  readonly near: readonly [number, number];
  readonly count: number;
  readonly ambient: ParticleLight | null;
  readonly lamp: ParticleLight | null;
  /** With `EMITTER_AROUND_EYE`: size of the volume, and of the part around the eye. */
  readonly volume: Vector3;
  readonly period: Vector3;
  /** Cells along each axis of an `EMITTER_GRID`. */
  readonly cells: Vector3;
  /**
   * Points at which the map's light colours the particles at birth and at death; `null` if they are
   * not lit by the map.
   */
  readonly lit: readonly [Vector3, Vector3] | null;
  /** Whether the map's light is added to the colour instead of multiplied with it. */
  readonly isEmissive: boolean;
}

const NO_VECTOR: Vector3 = [0, 0, 0];
const WHITE: Vector3 = [1, 1, 1];

/** Emitter of nothing in particular: one white particle a second that stands still. */
export const PLAIN_EMITTER: Emitter = {
  material: "",
  addsWithoutMaterial: false,
  startsOn: true,
  origin: NO_VECTOR,
  flags: 0,
  right: [0, -1, 0],
  up: [0, 0, 1],
  forward: [1, 0, 0],
  rate: 1,
  lifeMin: 1,
  lifeMax: 1,
  spread: NO_VECTOR,
  speed: 0,
  acceleration: NO_VECTOR,
  twist: 0,
  boxMins: NO_VECTOR,
  boxSize: NO_VECTOR,
  ring: 0,
  seed: 0,
  colorStart: WHITE,
  colorEnd: WHITE,
  alpha: 1,
  shadeMin: 1,
  sizeStart: 1,
  sizeEnd: 1,
  sizeMin: 1,
  fadeDepth: 0,
  turn: 0,
  turnSpeed: 0,
  trail: 0,
  curve: CURVE_CONSTANT,
  burst: 1,
  jitter: 0,
  near: [0, 0],
  count: 1,
  ambient: null,
  lamp: null,
  volume: NO_VECTOR,
  period: NO_VECTOR,
  cells: NO_VECTOR,
  lit: null,
  isEmissive: false,
};

/** Returns the number of particles that can live at once. */
export function countLiving(rate: number, lifeMax: number, burst = 1): number {
  return (Math.floor(rate * lifeMax) + 1) * burst;
}

const UINTS: ReadonlySet<keyof typeof EMITTER_ROW> = new Set([
  ...(["flags", "seed", "curve", "burst", "count", "material"] as const),
]);

/**
 * Writes an emitter's row.
 * @param material row of its material
 * @param spans begin and end of each span of emission, newest first, in seconds
 */
export function writeEmitterRow(
  words: Uint32Array,
  row: number,
  emitter: Emitter,
  material: number,
  spans: readonly (readonly [number, number])[] = startSpans(emitter),
): void {
  const floats = new Float32Array(words.buffer, words.byteOffset, words.length);
  const first = (row * EMITTER_ROW.strideBytes) / 4;
  const write = (name: keyof typeof EMITTER_ROW, value: number | readonly number[]) => {
    const at = first + EMITTER_ROW[name] / 4;
    if (typeof value !== "number") floats.set(value, at);
    else if (UINTS.has(name)) words[at] = value;
    else floats[at] = value;
  };
  for (const [name, value] of Object.entries(emitter)) {
    if (name in EMITTER_ROW && name !== "material") {
      write(name as keyof typeof EMITTER_ROW, value);
    }
  }
  const { ambient, lamp } = emitter;
  write("ambientPlace", ambient?.place ?? emitter.volume);
  write("ambientColor", ambient?.color ?? emitter.cells);
  write("ambientIntensity", ambient?.intensity ?? 0);
  write("lampPlace", lamp?.place ?? NO_VECTOR);
  write("lampColor", lamp?.color ?? emitter.period);
  write("lampIntensity", lamp?.intensity ?? 0);
  write("material", material);
  for (let i = 0; i < EMITTER_SPANS; i++) {
    floats.set(spans[i] ?? [NEVER, NEVER], first + EMITTER_ROW.spans / 4 + i * 2);
  }
}

/** Returns the spans of an emitter that nothing turns on or off. */
export function startSpans({ startsOn }: Emitter): (readonly [number, number])[] {
  return startsOn ? [[-WARM_UP, NEVER]] : [];
}
