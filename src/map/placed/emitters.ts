/**
 * Emitters: sources of particles whose place is a closed formula of emitter, particle number and
 * time. `shaders/common/geometry/emitter.wgsl` evaluates it for each vertex, so a frame uploads
 * nothing, and any moment can be shown without those before it.
 */

import type { MaterialSet } from "../material.ts";
import type { Chunks } from "../world.ts";

/** Byte offsets in a row of emitters: the struct `Emitter` of `shaders/common/geometry/emitter.wgsl`. */
export const EMITTER_ROW = {
  /** float32x3, inches. */
  origin: 0,
  /** uint32: `PARTICLE_*` orientation and blend flags, and `EMITTER_*`. */
  flags: 12,
  /** float32x3 each: unit axes of ring and spread, then the direction of the jet. */
  right: 16,
  /** float32: particles or bursts per second. */
  rate: 28,
  up: 32,
  /** float32: shortest life in seconds. */
  lifeMin: 44,
  forward: 48,
  /** float32: longest life in seconds. */
  lifeMax: 60,
  /** float32x3: greatest random speed along right, up and forward, inches per second. */
  spread: 64,
  /** float32: speed along forward, inches per second. */
  speed: 76,
  /** float32x3: inches per second squared; with `EMITTER_DRAGGED` the wind, inches per second. */
  acceleration: 80,
  /** float32: turn of places about the vertical through the origin, radians per second. */
  twist: 92,
  /** float32x3: corner of the box of birth, relative to the origin, and its size; inches. */
  boxMins: 96,
  /** float32: radius of the ring of birth in the plane of right and up, inches. */
  ring: 108,
  boxSize: 112,
  /** uint32: seed of the random numbers. */
  seed: 124,
  /** float32x3 each: stored (gamma) colour at birth and death. */
  colorStart: 128,
  /** float32: greatest alpha. */
  alpha: 140,
  colorEnd: 144,
  /** float32: least random factor of the colour; 1 for none. */
  shadeMin: 156,
  /** float32: half edge in inches at birth and death; with `EMITTER_SIZE_BY_SECONDS` after one second. */
  sizeStart: 160,
  sizeEnd: 164,
  /** float32: least random factor of the size; 1 for none. */
  sizeMin: 168,
  /** float32: depth in inches at which particles have faded out; 0 for never. */
  fadeDepth: 172,
  /** float32: greatest random turn at birth, radians. */
  turn: 176,
  /** float32: greatest random turn per second, to either side, radians. */
  turnSpeed: 180,
  /** float32: length of a trail: seconds of flight. */
  trail: 184,
  /** uint32: `CURVE_*` of the alpha. */
  curve: 188,
  /**
   * float32x3, inches; then float32: intensity. With `EMITTER_AROUND_EYE` the size of the volume.
   */
  ambientPlace: 192,
  ambientIntensity: 204,
  /** float32x3: stored colour. With `EMITTER_GRID` the number of cells along each axis. */
  ambientColor: 208,
  /** uint32: number of particles in a burst; 1 for a steady stream. */
  burst: 220,
  /** float32x3: place of a lamp in inches, or see `EMITTER_BALL`. */
  lampPlace: 224,
  lampIntensity: 236,
  /** float32x3: stored colour. With `EMITTER_AROUND_EYE` the size of the part around the eye. */
  lampColor: 240,
  /** float32: greatest random delay of a burst, seconds. */
  jitter: 252,
  /** float32x2 each, newest first: seconds at which emission began and ended. */
  spans: 256,
  earlierSpans: 272,
  /** float32x2: depths in inches below which particles fade, and at which they are full. */
  near: 288,
  /** uint32: greatest number of particles. */
  count: 296,
  /** uint32: row of `materials`. */
  material: 300,
  strideBytes: 304,
} as const;

/** Spans of emission that a row remembers. */
export const EMITTER_SPANS = 4;
/** Seconds at the end of a span that has not ended. */
export const NEVER = 1e9;
/**
 * Seconds that an emitter has run before the map's start if it starts on. The engine simulates a
 * smoke stack for that long even when nobody sees it (`C_SmokeStack::Start`, `c_smokestack.cpp`).
 */
export const WARM_UP = 5;

/** Bits above the `PARTICLE_*` flags. */
/** Size changes per second of age instead of per life. */
export const EMITTER_SIZE_BY_SECONDS = 1 << 8;
/** Size is a factor of the depth, so that it is constant on screen. */
export const EMITTER_SIZE_BY_DEPTH = 1 << 9;
/** Horizontal speed approaches the wind by 50 inches per second squared. */
export const EMITTER_DRAGGED = 1 << 10;
/** One particle in each cell of the box, that wanders to neighbour cells; never dies. */
export const EMITTER_GRID = 1 << 11;
/** A fixed set of particles that stand still. */
export const EMITTER_FROZEN = 1 << 12;
/**
 * Particles repeat each `lampColor` inches, and those nearest to the camera within the volume are
 * shown. The volume's corner is the origin.
 */
export const EMITTER_AROUND_EYE = 1 << 13;
/** Thrown at random in a cube, scaled by a speed between spread.x and spread.y, besides the jet. */
export const EMITTER_CUBE = 1 << 14;
/**
 * Thrown at a speed between spread.x and spread.y in the direction of a random vector plus
 * `lampPlace`. Of the random vector, spread.z scales the part along forward.
 */
export const EMITTER_BALL = 1 << 15;
/** Trails shorten to nothing until death. */
export const EMITTER_TRAIL_SHRINKS = 1 << 16;
/** Particles below `EmitterSet.roofs` are hidden; `ambientColor` begins with the first height. */
export const EMITTER_SHELTERED = 1 << 17;

export const CURVE_CONSTANT = 0;
/** Half a cosine wave up and down; its second half squared (smoke stacks). */
export const CURVE_SMOKE = 1;
/** Half a sine wave. */
export const CURVE_ARCH = 2;
/** A cosine wave from 0 to 1 to 0. */
export const CURVE_WAVE = 3;
/** From full to nothing. */
export const CURVE_FALL = 4;

/** Inches per second squared of `EMITTER_DRAGGED`: `DUST_ACCEL` of `c_func_dust.cpp`. */
export const DRAG = 50;

/** Distance across in which `EMITTER_AROUND_EYE` places particles, inches (`r_RainRadius`). */
export const AROUND_EYE = 1500;

/** State that a simulation gives an entity's emitters. Numbers are NaN as long as none was set. */
export interface EmissionState {
  /** Begin and end of `EMITTER_SPANS` spans, newest first, in seconds; `NEVER` for none. */
  readonly spans: Float64Array;
  /** Inches per second along the jet, and greatest to its sides. */
  speed: number;
  spread: number;
  /** Length of the jet, inches. */
  length: number;
  rate: number;
  alpha: number;
}

/**
 * Writes the state of an entity's emitters into `out`.
 * @param entity row of the entity lump
 * @returns false if nothing is emitted any more, and nothing that was emitted remains
 */
export type ReadEmission = (entity: number, out: EmissionState) => boolean;

/** Seconds by which two clocks may differ before spans are moved: ticks are not frames. */
const MOST_DRIFT = 0.1;

/**
 * Converts spans of emission from a simulation's seconds to the renderer's. A simulation starts
 * later than the renderer, pauses, and seeks.
 */
export class EmissionClock {
  #shift = 0;

  /** @param simulated seconds of the simulation at `seconds`; left out if they are the same */
  follow(seconds: number, simulated = seconds): void {
    const shift = seconds - simulated;
    if (Math.abs(shift - this.#shift) > MOST_DRIFT) this.#shift = shift;
  }

  read(read: ReadEmission, entity: number, out: EmissionState): void {
    if (!read(entity, out)) out.spans.fill(NEVER);
    for (let i = 0; i < out.spans.length; i++) {
      const at = out.spans[i];
      // Spans that began before the map's start keep their times: their particles do not jump.
      if (at !== NEVER && at >= 0) out.spans[i] = at + this.#shift;
    }
  }
}

/** Cells of a volume with roofs, along x and y. */
export const ROOF_CELLS = 64;

export interface EmitterSet {
  readonly count: number;
  /** Row of the entity lump of each emitter. */
  readonly entity: Int32Array;
  /** A row an emitter: `EMITTER_ROW`. */
  readonly rows: Uint32Array;
  /**
   * One chunk an emitter. `box` bounds its particles at any time; `indexCount` is six times its
   * `count`, `firstIndex` is 0.
   */
  readonly chunks: Chunks;
  /** `ROOF_CELLS` squared heights in inches for each `EMITTER_SHELTERED`, row by row along x. */
  readonly roofs: Float32Array;
  readonly materials: MaterialSet;
}
