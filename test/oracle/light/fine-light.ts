/**
 * Light that is baked for a prop's texels (`vertexlit_and_unlit_generic_ps2x.fxc` of the engine's public SDK), and along
 * three directions (`vertexlit_and_unlit_generic_bump_ps2x.fxc` of the public Alien Swarm SDK), apart from the shaders.
 */

import { dot, mix, scaled, sumOf, type Triple } from "../materials/model.ts";

/** Linear light of bytes as they are stored. */
export const storedLight = (bytes: Triple): Triple =>
  bytes.map((c) => ((2 * c) / 255) ** 2.2) as never;

/** Between four texels, in bytes; beyond the edge is the edge. */
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

/** Of a texel of a normal map, by linear light along each direction. */
export function directedLight(texel: Triple, light: readonly Triple[]): Triple {
  return sumOf(
    ...BASIS.map((axis, k) => scaled(light[k], Math.min(Math.max(dot(texel, axis), 0), 1) ** 2)),
  );
}
