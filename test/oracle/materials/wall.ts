/**
 * Lightmapped surfaces with rare parameters at one point from its texels, independent of the
 * shaders. Each function states its source.
 */

export type Triple = readonly [number, number, number];

const saturate = (value: number) => Math.min(Math.max(value, 0), 1);

/** HLSL's smoothstep, which is a step for equal edges. */
function smoothstep(first: number, last: number, value: number): number {
  const t = first === last ? Number(value > first) : saturate((value - first) / (last - first));
  return t * t * (3 - 2 * t);
}

/** Returns how far a weight is past the edge given by a mask (0 to 255). */
function overEdge(mask: number, softness: number, weight: number): number {
  const edge = mask / 255;
  return smoothstep(Math.max(0, edge - softness), Math.min(1, edge + softness), weight);
}

export interface LayerBorder {
  /**
   * `$blendsoftness`, and for the border `$layerborderstrength`, `offset`, `softness`, `tint`
   * (linear).
   */
  readonly blendSoftness: number;
  readonly strength: number;
  readonly offset: number;
  readonly softness: number;
  readonly tint: Triple;
}

/**
 * `$newlayerblending` by the public importer SourceIO (`csgo_lightmappedgeneric`).
 * @param green of the blend mask, 0 to 255
 * @returns the share of the second layer and the factor for the first
 */
export function blendNewLayers(
  weight: number,
  green: number,
  { blendSoftness, strength, offset, softness, tint }: LayerBorder,
): { share: number; border: Triple } {
  const over = overEdge(green, softness, saturate(weight + offset));
  const band = strength * (1 - Math.abs(2 * over - 1));
  return {
    share: overEdge(green, blendSoftness, weight),
    border: tint.map((c) => 1 + (c - 1) * band) as never,
  };
}

/**
 * Returns the offset this project adds to a normal along a border, from the mask's green at
 * neighbouring texels along s and t. No public source has the engine's formula.
 */
export function edgeNormal(
  weight: number,
  beside: { readonly s: readonly [number, number]; readonly t: readonly [number, number] },
  edge: { readonly strength: number; readonly offset: number; readonly softness: number },
): Triple {
  const along = ([before, after]: readonly [number, number]) => {
    const at = saturate(weight + edge.offset);
    return overEdge(before, edge.softness, at) - overEdge(after, edge.softness, at);
  };
  return [along(beside.s) * edge.strength, along(beside.t) * edge.strength, 0];
}

const normalize = (v: Triple): Triple => v.map((c) => c / Math.hypot(...v)) as never;
const signed = (texel: Triple): Triple => texel.map((c) => (c / 255) * 2 - 1) as never;

/**
 * `$bumpmask`: two normal maps added below a third (`lightmappedgeneric_ps2_3_x.h`, BUMPMASK).
 * @param alpha of the third, 0 to 255
 * @returns the normal as a texel, 0 to 255
 */
export function maskedNormal(first: Triple, second: Triple, over: Triple, alpha: number): Triple {
  const [a, b, o] = [signed(first), signed(second), signed(over)];
  const sum = normalize(a.map((c, k) => c + b[k]) as never);
  return o.map((c, k) => ((c + ((sum[k] - c) * alpha) / 255) * 0.5 + 0.5) * 255) as never;
}

/**
 * Returns the ramp coordinate for a tinted light (`lightmappedgeneric_ps2_3_x.h`, WARPLIGHTING).
 */
export const rampPlace = (light: Triple) => 0.5 * Math.hypot(...light);

/**
 * Returns the reflection's scale in a light (`$envmaplightscale`). An approximation, because no
 * public source has the formula.
 */
export function mirroredInLight(
  light: Triple,
  scale: number,
  [min, max]: readonly [number, number],
): Triple {
  return light.map((c) => 1 - scale + scale * saturate((c - min) / (max - min))) as never;
}

export interface WallHighlight {
  readonly exponent: number;
  /** `$phongamount`, `$phongmaskcontrastbrightness`, `$phongbasetint`. */
  readonly amount: readonly [number, number, number, number];
  readonly mask: readonly [contrast: number, brightness: number];
  readonly baseTint: number;
}

/**
 * Returns this project's sun highlight. No public source has the engine's formula.
 * @param base linear
 * @param mask alpha mask, 0 to 1
 */
export function wallHighlight(
  at: { readonly normal: Triple; readonly toEye: Triple; readonly toSun: Triple },
  base: Triple,
  light: Triple,
  mask: number,
  { exponent, amount, mask: [contrast, brightness], baseTint }: WallHighlight,
): Triple {
  const dot = (a: Triple, b: Triple) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const grey: Triple = [0.299, 0.587, 0.114];
  const n = normalize(at.normal);
  const facing = dot(n, at.toEye);
  const mirrored = n.map((c, k) => 2 * facing * c - at.toEye[k]) as never as Triple;
  const shine =
    Math.max(dot(mirrored, at.toSun), 0) ** exponent *
    saturate(dot(n, at.toSun)) *
    saturate(dot(base, grey) ** contrast * brightness) *
    saturate(dot(light, grey)) *
    mask;
  return base.map((c, k) => shine * amount[k] * amount[3] * (1 + (c - 1) * baseTint)) as never;
}
