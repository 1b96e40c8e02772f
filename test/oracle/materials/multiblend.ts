/**
 * MultiBlend at one point from its texels, by `multiblend_ps2x.fxc` of Alien Swarm's public SDK.
 */

type Triple = readonly [number, number, number];

export interface MultiLayer {
  /** Linear. */
  readonly texel: Triple;
  /** Base texture's alpha: the weight around which it becomes visible. */
  readonly alpha: number;
  /** Second texture's alpha: the range around that weight; 1 for a missing (black) texture. */
  readonly specAlpha: number;
  /** Vertex weight. */
  readonly weight: number;
  readonly alphaBlend: number;
  readonly color: Triple;
}

function smoothstep(low: number, high: number, value: number): number {
  const t = Math.min(Math.max((value - low) / (high - low), 0), 1);
  return 3 * t ** 2 - 2 * t ** 3;
}

/** Returns a layer's share of the remaining coverage. */
function factorOf({ alpha, specAlpha, weight, alphaBlend }: MultiLayer, left: number): number {
  if (!(left > 0 && weight > 0)) return 0;
  const range = [Math.max(0, alpha - specAlpha), Math.min(1, alpha + specAlpha)] as const;
  let factor = range[0] === range[1] ? Number(weight >= range[0]) : smoothstep(...range, weight);
  if (alpha < alphaBlend) factor *= Math.min(Math.max(2 - alphaBlend - alpha, 0), 1);
  return Math.min(factor, left);
}

/** Returns the linear colour, which is unlit. */
export function multiBlend(layers: readonly MultiLayer[]): Triple {
  let left = 1;
  const sum: [number, number, number] = [0, 0, 0];
  for (const [i, layer] of layers.entries()) {
    const factor = i === 3 ? left : factorOf(layer, left);
    left -= factor;
    for (let k = 0; k < 3; k++) sum[k] += layer.texel[k] * layer.color[k] * factor;
  }
  return sum;
}

/** Returns the sample position from vertex values (`ComputeTexCoord` of `multiblend_vs20.fxc`). */
export function turnedPlace(
  [s, t]: readonly [number, number],
  degrees: number,
  scale: number,
): [number, number] {
  const angle = (degrees / 180) * Math.PI;
  const [x, y] = [s - 0.5, t - 0.5];
  return [
    (x * Math.cos(angle) - y * Math.sin(angle)) / scale + 0.5,
    (x * Math.sin(angle) + y * Math.cos(angle)) / scale + 0.5,
  ];
}
