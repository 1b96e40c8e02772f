/**
 * Normal maps as the engine has them, evaluated apart from the shaders and from what builds the atlas. Sources, in its
 * public SDK: `mathlib/bumpvects.h` (the basis), `lightmappedgeneric_ps2_3_x.h` (light by direction, the normal that
 * is mirrored by), `LinearToBumpedLightmap` of `utils/vrad/lightmap.cpp` (how stored blocks are scaled).
 */

export type Triple = readonly [number, number, number];

const dot = (a: Triple, b: Triple) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const sumOf = (...all: Triple[]): Triple =>
  [0, 1, 2].map((k) => all.reduce((total, v) => total + v[k], 0)) as never;
const scaled = (a: Triple, by: number): Triple => [a[0] * by, a[1] * by, a[2] * by];

/** In a surface's own frame: along s, along t, out. */
export const BUMP_BASIS: readonly Triple[] = [
  [Math.sqrt(2 / 3), 0, 1 / Math.sqrt(3)],
  [-1 / Math.sqrt(6), 1 / Math.sqrt(2), 1 / Math.sqrt(3)],
  [-1 / Math.sqrt(6), -1 / Math.sqrt(2), 1 / Math.sqrt(3)],
];

/** How much a texel (0 to 255) takes of the light from each direction. */
export function directionsOf(texel: Triple, isSelfShadowed = false): Triple {
  const stored = scaled(texel, 1 / 255);
  if (isSelfShadowed) return stored;
  const normal = stored.map((c) => c * 2 - 1) as never as Triple;
  const weights = BUMP_BASIS.map((b) => Math.min(Math.max(dot(normal, b), 0), 1) ** 2);
  const sum = weights[0] + weights[1] + weights[2];
  return weights.map((w) => w / sum) as never;
}

/** Light of a luxel whose blocks hold it by direction. */
export function bumpedLight(directions: Triple, blocks: readonly Triple[]): Triple {
  return sumOf(...blocks.map((block, k) => scaled(block, directions[k])));
}

/** The normal that a texel stands for, in the surface's own frame: not of unit length unless self-shadowed. */
export function normalOf(texel: Triple, isSelfShadowed = false): Triple {
  const stored = scaled(texel, 1 / 255);
  if (!isSelfShadowed) return stored.map((c) => c * 2 - 1) as never;
  const turned = sumOf(...BUMP_BASIS.map((b, k) => scaled(b, stored[k])));
  return scaled(turned, 1 / Math.hypot(...turned));
}

/** The same in the world, of a surface's tangent, binormal and normal. */
export function worldNormalOf(normal: Triple, frame: readonly [Triple, Triple, Triple]): Triple {
  return sumOf(...frame.map((axis, k) => scaled(axis, normal[k])));
}

/** Blocks by direction as they are shown: as bright together as the flat one, channel by channel. */
export function balancedBlocks(flat: Triple, stored: readonly Triple[]): Triple[] {
  const sum = sumOf(...stored);
  return stored.map(
    (block) => block.map((c, k) => (sum[k] === 0 ? 0 : (c * flat[k] * 3) / sum[k])) as never,
  );
}
