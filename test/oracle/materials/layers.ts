/**
 * Lightmapped_4WayBlend at one point from its texels, by the formulas of the public importer
 * SourceIO. The effect of a layer without a normal map follows Plumber.
 */

type Triple = readonly [number, number, number];

export interface Layer {
  /** Linear. */
  readonly color: Triple;
  readonly alpha: number;
  /** As stored, 0 to 1. */
  readonly bump?: Triple;
  /** Vertex weight; 0 for the first layer. */
  readonly weight: number;
  readonly lum: readonly [start: number, end: number];
  readonly blend: readonly [start: number, end: number];
  readonly lumFactor: number;
  readonly bumpFactor: number;
  readonly detailFactor: number;
}

const lerp = (a: number, b: number, t: number) => a + (b - a) * t;
const lerp3 = (a: Triple, b: Triple, t: number) => a.map((c, k) => lerp(c, b[k], t)) as never;

/** HLSL's smoothstep, which is a step for equal edges. */
function smoothstep(start: number, end: number, value: number): number {
  const t = start === end ? (value > start ? 1 : 0) : (value - start) / (end - start);
  const s = Math.min(Math.max(t, 0), 1);
  return s * s * (3 - 2 * s);
}

export interface Blended {
  readonly color: Triple;
  readonly alpha: number;
  readonly bump: Triple;
  readonly detailFactor: number;
}

/** @param flat a texel of a flat normal map */
export function blendLayers(layers: readonly (Layer | null)[], flat: Triple): Blended {
  const luminanceOf = ({ color: [r, g, b], lum }: Layer) =>
    smoothstep(lum[0], lum[1], r * 0.3 + g * 0.59 + b * 0.11);
  const [first] = layers as [Layer];
  let { color, alpha, bump = flat, detailFactor } = first;
  for (let i = 1; i < 4; i++) {
    const layer = layers[i];
    if (!layer) continue;
    const before = layers[i - 1];
    const own = luminanceOf(layer);
    const lum = before ? lerp(1 - luminanceOf(before), own, layer.lumFactor) : own;
    const share = smoothstep(layer.blend[0], layer.blend[1], layer.weight * (1 + lum));
    color = lerp3(color, layer.color, share);
    alpha = lerp(alpha, layer.alpha, share);
    detailFactor = lerp(detailFactor, layer.detailFactor, share);
    bump = layer.bump
      ? lerp3(bump, layer.bump, share * layer.bumpFactor)
      : lerp3(bump, lerp3(flat, bump, layer.bumpFactor), share);
  }
  return { color, alpha, bump, detailFactor };
}
