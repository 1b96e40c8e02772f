/**
 * Normal maps by the engine's formulas, independent of the shaders and the atlas builder. Sources
 * in its public SDK: `mathlib/bumpvects.h` (basis), `lightmappedgeneric_ps2_3_x.h` (directional
 * light, reflected normal), `LinearToBumpedLightmap` of `utils/vrad/lightmap.cpp` (scaling of
 * stored blocks).
 */

export type Triple = readonly [number, number, number];

const dot = (a: Triple, b: Triple) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const sumOf = (...all: Triple[]): Triple =>
  [0, 1, 2].map((k) => all.reduce((total, v) => total + v[k], 0)) as never;
const scaled = (a: Triple, by: number): Triple => [a[0] * by, a[1] * by, a[2] * by];

/** In tangent space: along s, along t, out. */
export const BUMP_BASIS: readonly Triple[] = [
  [Math.sqrt(2 / 3), 0, 1 / Math.sqrt(3)],
  [-1 / Math.sqrt(6), 1 / Math.sqrt(2), 1 / Math.sqrt(3)],
  [-1 / Math.sqrt(6), -1 / Math.sqrt(2), 1 / Math.sqrt(3)],
];

/** Returns the weights of the three directions for a texel (0 to 255). */
export function directionsOf(texel: Triple, isSelfShadowed = false): Triple {
  const stored = scaled(texel, 1 / 255);
  if (isSelfShadowed) return stored;
  const normal = stored.map((c) => c * 2 - 1) as never as Triple;
  const weights = BUMP_BASIS.map((b) => Math.min(Math.max(dot(normal, b), 0), 1) ** 2);
  const sum = weights[0] + weights[1] + weights[2];
  return weights.map((w) => w / sum) as never;
}

/** Returns the light of a luxel with directional blocks. */
export function bumpedLight(directions: Triple, blocks: readonly Triple[]): Triple {
  return sumOf(...blocks.map((block, k) => scaled(block, directions[k])));
}

/** Returns a texel's normal in tangent space, of unit length only if self-shadowed. */
export function normalOf(texel: Triple, isSelfShadowed = false): Triple {
  const stored = scaled(texel, 1 / 255);
  if (!isSelfShadowed) return stored.map((c) => c * 2 - 1) as never;
  const turned = sumOf(...BUMP_BASIS.map((b, k) => scaled(b, stored[k])));
  return scaled(turned, 1 / Math.hypot(...turned));
}

/** Transforms a normal to world space by the surface's tangent, binormal and normal. */
export function worldNormalOf(normal: Triple, frame: readonly [Triple, Triple, Triple]): Triple {
  return sumOf(...frame.map((axis, k) => scaled(axis, normal[k])));
}

/**
 * Returns the displayed HDR blocks, scaled per channel so that their mean equals the flat block.
 */
export function balancedBlocks(flat: Triple, stored: readonly Triple[]): Triple[] {
  const sum = sumOf(...stored);
  return stored.map(
    (block) => block.map((c, k) => (sum[k] === 0 ? 0 : (c * flat[k] * 3) / sum[k])) as never,
  );
}

/** Orders in which `ColorClampBumped` visits directions; the last one that fits applies. */
const CLAMP_ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;

/**
 * Clamps three gamma-space directions to 0 to 1 (`ColorClampBumped`, then `ColorClamp` of each).
 */
function clampBumped(colors: readonly Triple[]): Triple[] {
  const left = colors.map((color) => [...color]);
  const brightest = left.map((color) => Math.max(...color));
  const order = CLAMP_ORDERS.filter(
    ([a, b, c]) => brightest[a] >= brightest[b] && brightest[b] >= brightest[c],
  ).at(-1)!;
  for (const i of [0, 1, 2]) {
    const max = Math.max(...left[order[i]]);
    if (max <= 1) continue;
    const moved = left[order[i]].map((c) => c * ((max - 1) / max));
    left[order[i]] = left[order[i]].map((c, k) => c - moved[k]);
    for (const other of [order[(i + 1) % 3], order[(i + 2) % 3]]) {
      left[other] = left[other].map((c, k) => c + moved[k] * 0.5);
    }
  }
  return left.map((color) => {
    const max = Math.max(...color);
    return (max > 1 ? color.map((c) => c / max) : color) as never;
  });
}

/**
 * Returns the displayed LDR blocks (`LinearToBumpedLightmap`) without byte rounding. Values are c *
 * 2^e before and after, where 255 is full light. A lightmap byte of 255 is light of 2^2.2, because
 * half of its range is overbright.
 */
export function ldrBlocks(flat: Triple, stored: readonly Triple[]): Triple[] {
  const goal = flat.map((c) => Math.min(c / 255, 4) ** (1 / 2.2) / 2);
  const average = scaled(sumOf(...stored), 1 / 3);
  const correction = goal.map((g, k) => (average[k] === 0 ? 0 : g / average[k]));
  const corrected = stored.map((block) => block.map((c, k) => c * correction[k]) as never);
  return clampBumped(corrected).map((color) => color.map((c) => 255 * (c * 2) ** 2.2) as never);
}
