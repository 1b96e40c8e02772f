/**
 * Baked texel light (`vertexlit_and_unlit_generic_ps2x.fxc` of the engine's public SDK) and
 * directional light (`vertexlit_and_unlit_generic_bump_ps2x.fxc` of the public Alien Swarm SDK),
 * independent of the shaders.
 */

import { dot, mix, scaled, sumOf, type Triple } from "../materials/model.ts";

/** Decodes stored bytes to linear light. */
export const storedLight = (bytes: Triple): Triple =>
  bytes.map((c) => ((2 * c) / 255) ** 2.2) as never;

/** Interpolates four texels in bytes and clamps at the edge. */
export function readLevel(
  [s, t]: readonly [number, number],
  width: number,
  height: number,
  texel: (x: number, y: number) => Triple,
): Triple {
  const inside = (at: number, count: number) => Math.min(Math.max(at, 0), count - 1);
  const [x, y] = [s * width - 0.5, t * height - 0.5];
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const at = (dx: number, dy: number) => texel(inside(left + dx, width), inside(top + dy, height));
  const row = (dy: number) => mix(at(0, dy), at(1, dy), x - left);
  return mix(row(0), row(1), y - top);
}

const BASIS: readonly Triple[] = [
  [0, Math.sqrt(2 / 3), Math.sqrt(1 / 3)],
  [-Math.sqrt(1 / 2), -Math.sqrt(1 / 6), Math.sqrt(1 / 3)],
  [Math.sqrt(1 / 2), -Math.sqrt(1 / 6), Math.sqrt(1 / 3)],
];

/** Returns the light of a normal map texel from the linear light of each direction. */
export function directedLight(texel: Triple, light: readonly Triple[]): Triple {
  return sumOf(
    ...BASIS.map((axis, k) => scaled(light[k], Math.min(Math.max(dot(texel, axis), 0), 1) ** 2)),
  );
}
