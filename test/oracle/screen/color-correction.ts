/**
 * The engine's colour correction: `PerformColorCorrection` of `Engine_Post_ps2x.fxc`, Source SDK
 * 2013. Weights are normalized if their sum exceeds 1.
 */

type Weighed = readonly [table: Uint8Array, weight: number];

/** Returns an RGBA texel of a table, red fastest, 0 to 1. */
function texel(table: Uint8Array, place: readonly number[]): number[] {
  const [r, g, b] = place.map((at) => Math.min(31, Math.max(0, at)));
  const at = (r + g * 32 + b * 1024) * 4;
  return [...table.subarray(at, at + 3)].map((value) => value / 255);
}

/** Samples a table between texels; coordinates 0 to 1. */
function sample(table: Uint8Array, coordinates: readonly number[]): number[] {
  const place = coordinates.map((at) => at * 32 - 0.5);
  const low = place.map(Math.floor);
  const sum = [0, 0, 0];
  for (let corner = 0; corner < 8; corner++) {
    const isHigh = [corner & 1, (corner >> 1) & 1, corner >> 2];
    const weights = place.map((at, k) => (isHigh[k] ? at - low[k] : 1 - (at - low[k])));
    const color = texel(
      table,
      low.map((at, k) => at + isHigh[k]),
    );
    for (let k = 0; k < 3; k++) sum[k] += color[k] * weights[0] * weights[1] * weights[2];
  }
  return sum;
}

/** Corrects a displayed colour, 0 to 1. */
export function correct(color: readonly number[], tables: readonly Weighed[]): number[] {
  const all = tables.reduce((sum, [, weight]) => sum + weight, 0);
  const scale = all > 1 ? 1 / all : 1;
  const rest = Math.max(0, 1 - all);
  const coordinates = color.map((value) => value * (31 / 32) + 0.5 / 32);
  const mixed = color.map((value) => value * rest);
  for (const [table, weight] of tables) {
    const looked = sample(table, coordinates);
    for (let k = 0; k < 3; k++) mixed[k] += looked[k] * weight * scale;
  }
  return mixed;
}
