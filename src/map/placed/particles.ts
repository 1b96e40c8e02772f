/**
 * Particles as they are drawn, in two kinds with the same pictures. Rows of `PARTICLE_ROW` are
 * written on the CPU each frame (particle systems of PCF files). Emitters (`EMITTER_ROW`) have
 * particles whose place is a closed formula of emitter, number and time, which the vertex shader
 * evaluates (smoke, steam, dust, rain).
 */

import type { MaterialSet } from "../material.ts";
import type { Chunks } from "../world.ts";

// Rows that the CPU writes.

/** Byte offsets in a row of particles: the struct `Particle` of `shaders/common/geometry/particle.wgsl`. */
export const PARTICLE_ROW = {
  /** float32x3, inches. */
  position: 0,
  /** float32: half of the quad's width, or of the strip's width, inches. 0 hides the particle. */
  size: 12,
  /**
   * float32x3, inches. For `PARTICLE_TRAIL` the vector from the head (the position) to the tail.
   * For `PARTICLE_UPRIGHT` the unit up axis. Unused otherwise.
   */
  axis: 16,
  /** float32: counterclockwise turn in the quad's plane, radians. */
  turn: 28,
  /** float32x3: factor of the texture's colour, linear light, may exceed 1. */
  color: 32,
  /** float32: factor of the texture's alpha. */
  alpha: 44,
  /** uint32: rows of `ParticleSet.frames`, the first in the low half, the next in the high half. */
  frames: 48,
  /** float32: 0 shows the first frame, 1 the next, between them a blend. */
  frameBlend: 52,
  /** float32: texture coordinate along a rope at this particle. */
  texCoord: 56,
  /** Unused; 0. */
  pad: 60,
  strideBytes: 64,
} as const;

/** Byte offsets in a row of runs: the struct `ParticleRun` of `shaders/surfaces/particles.wgsl`. */
export const PARTICLE_RUN = {
  /** uint32: row of the first particle. */
  first: 0,
  /** uint32: row of `materials`. */
  material: 4,
  /** uint32: `PARTICLE_*` orientation and blend flags. */
  flags: 8,
  /** uint32: number of its particle rows. */
  count: 12,
  strideBytes: 16,
} as const;

/** Faces the camera: its axes are those of the picture, turned. */
export const PARTICLE_FACING = 0;
/** Turns about its `axis` only, towards the camera. */
export const PARTICLE_UPRIGHT = 1;
/** Strip from `position` along `axis` that faces the camera; `size` is half its width. */
export const PARTICLE_TRAIL = 2;
/**
 * Strip from each particle to the next of its run. The last particle of a rope, and a particle
 * beside one of size 0, ends the strip.
 */
export const PARTICLE_ROPE = 3;
/** Lies flat in the horizontal plane. */
export const PARTICLE_FLAT = 4;
export const PARTICLE_ORIENTATION_MASK = 7;
/** Additive: adds light and hides nothing. */
export const PARTICLE_ADDS = 1 << 3;
/** The material is missing: the shader draws a round soft spot instead. */
export const PARTICLE_SPOT = 1 << 5;

/** Runs of particles, one per system, that are sorted with other translucent surfaces by box. */
export interface ParticleSet {
  /** Rows for all particles of all runs; `PARTICLE_ROW` each. */
  readonly capacity: number;
  /** A row a run: `PARTICLE_RUN`. */
  readonly runs: Uint32Array;
  /**
   * One chunk a run. `box` bounds the run at any time; `indexCount` is six times the number of
   * particle rows of the run, `firstIndex` is 0.
   */
  readonly chunks: Chunks;
  /** Rectangles in textures: left, top, right, bottom, 0 to 1. Row 0 is the whole texture. */
  readonly frames: Float32Array;
  readonly materials: MaterialSet;
}

/** Pose that particles are sorted for, inches and degrees. */
export interface ParticleEye {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly pitch: number;
  readonly yaw: number;
}

/**
 * Writes the particles of a moment. Rows that it does not touch stay as they are.
 * @param words rows of `PARTICLE_ROW` for all runs
 * @param seconds time to show; may go back
 * @returns number of rows from the first that may have changed, 0 if none
 */
export type WriteParticles = (words: Uint32Array, seconds: number, eye: ParticleEye) => number;
