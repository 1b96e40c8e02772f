/** MultiBlend at one place, from the texels that lie there, as `multiblend_ps2x.fxc` of Alien Swarm's public SDK has it. */

type Triple = readonly [number, number, number];

export interface MultiLayer {
  /** Linear. */
  readonly texel: Triple;
  /** The base texture's alpha: the weight about which it begins to show. */
  readonly alpha: number;
  /** The second texture's: how far on either side of that. Of what has none it is a black texture's, 1. */
  readonly specAlpha: number;
  /** Of the vertices. */
  readonly weight: number;
  readonly alphaBlend: number;
  readonly color: Triple;
}

function smoothstep(low: number, high: number, value: number): number {
  const t = Math.min(Math.max((value - low) / (high - low), 0), 1);
  return 3 * t ** 2 - 2 * t ** 3;
}

/** How much of a layer is shown, of what is left. */
function factorOf({ alpha, specAlpha, weight, alphaBlend }: MultiLayer, left: number): number {
  if (!(left > 0 && weight > 0)) return 0;
  const range = [Math.max(0, alpha - specAlpha), Math.min(1, alpha + specAlpha)] as const;
  let factor = range[0] === range[1] ? Number(weight >= range[0]) : smoothstep(...range, weight);
  if (alpha < alphaBlend) factor *= Math.min(Math.max(2 - alphaBlend - alpha, 0), 1);
  return Math.min(factor, left);
}

/** Linear; no light changes it. */
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

/** Where a texture is read, by what the vertices say (`ComputeTexCoord` of `multiblend_vs20.fxc`). */
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
