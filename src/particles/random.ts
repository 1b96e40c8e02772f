/**
 * Random numbers that depend on a seed, a particle's number and the number's purpose only, so that
 * any moment can be shown without those before it. `shaders/common/geometry/particle-random.wgsl`
 * computes the same bits.
 */

/** Mixes 32 bits (PCG-RXS-M-XS; Jarzynski and Olano, "Hash Functions for GPU Rendering", 2020). */
export function mixBits(value: number): number {
  const state = (Math.imul(value, 747796405) + 2891336453) >>> 0;
  const word = Math.imul(((state >>> ((state >>> 28) + 4)) ^ state) >>> 0, 277803737) >>> 0;
  return ((word >>> 22) ^ word) >>> 0;
}

/**
 * Returns a number from 0 to 1, without 1, in steps of 2^-24.
 * @param seed seed of the emitter
 * @param particle number of the particle, as unsigned 32 bits
 * @param purpose small number that tells apart the random numbers of one particle
 */
export function randomOf(seed: number, particle: number, purpose: number): number {
  return randomOfKey(mixBits((seed + particle) >>> 0), purpose);
}

/** Like `randomOf`, for a particle whose seed and number are mixed already. */
export function randomOfKey(key: number, purpose: number): number {
  const bits = mixBits((key + Math.imul(purpose, 0x9e3779b9)) >>> 0);
  return (bits >>> 8) / 2 ** 24;
}
