/**
 * Model lighting and shading, independent of the shaders. Sources in the engine's public SDK:
 * `common_vertexlitgeneric_dx9.h` (lamps, ramps, highlights, rims), `skin_ps20b.fxc` and
 * `vertexlit_and_unlit_generic_*_ps2x.fxc` (their combination), `skin_dx9_helper.cpp` (constants).
 */

export type Triple = readonly [number, number, number];

export const dot = (a: Triple, b: Triple) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const scaled = (a: Triple, by: number): Triple => [a[0] * by, a[1] * by, a[2] * by];
export const sumOf = (...all: Triple[]): Triple =>
  [0, 1, 2].map((k) => all.reduce((total, v) => total + v[k], 0)) as never;
export const times = (a: Triple, b: Triple): Triple => [a[0] * b[0], a[1] * b[1], a[2] * b[2]];
export const unitOf = (a: Triple): Triple => scaled(a, 1 / Math.hypot(...a));
export const mix = (a: Triple, b: Triple, by: number): Triple =>
  sumOf(scaled(a, 1 - by), scaled(b, by));
const saturate = (v: number) => Math.min(Math.max(v, 0), 1);

/** A lamp's effect at a point. */
export interface LampHere {
  /** Unit length. */
  readonly toLamp: Triple;
  /** Linear light for a surface that faces the lamp. */
  readonly light: Triple;
}

/** Directions at a surface point. */
export interface Facing {
  /** Unit normal from the normal map. */
  readonly normal: Triple;
  /** Unit normal from the vertices. */
  readonly vertexNormal: Triple;
  readonly toEye: Triple;
}

/** Light of +x, -x, +y, -y, +z, -z. */
export function ambientLight(cube: readonly Triple[], normal: Triple): Triple {
  return sumOf(...normal.map((c, axis) => scaled(cube[axis * 2 + (c < 0 ? 1 : 0)], c * c)));
}

export interface Diffuse {
  readonly wraps?: boolean;
  /** Light ramp by the facing of the lamp. */
  readonly warp?: (share: number) => Triple;
}

/** Returns the diffuse light of lamps. */
export function diffuseLight(normal: Triple, lamps: readonly LampHere[], how: Diffuse): Triple {
  const of = ({ toLamp, light }: LampHere) => {
    const cosine = dot(normal, toLamp);
    const share = saturate(how.wraps ? cosine * 0.5 + 0.5 : cosine);
    if (how.warp) return times(light, scaled(how.warp(share), 2));
    return scaled(light, how.wraps ? share * share : share);
  };
  return sumOf([0, 0, 0], ...lamps.map(of));
}

export interface Highlight {
  readonly exponent: number;
  readonly boost: number;
  readonly mask: number;
  /** Fresnel ranges: facing the eye, between, at the rim. */
  readonly ranges: Triple;
  readonly tint: Triple;
  readonly warp?: (strength: number, fresnel: number) => Triple;
  readonly rim?: { readonly exponent: number; readonly boost: number; readonly mask: number };
}

export function rangedFresnel({ normal, toEye }: Facing, [low, middle, high]: Triple): number {
  const f = saturate(1 - dot(normal, toEye)) ** 2;
  return f > 0.5 ? middle + (high - middle) * (2 * f - 1) : low + (middle - low) * 2 * f;
}

/** Returns the specular highlight of lamps. */
export function highlightOf(
  at: Facing,
  lamps: readonly LampHere[],
  cube: readonly Triple[],
  look: Highlight,
): Triple {
  const { normal, toEye } = at;
  const fresnel = rangedFresnel(at, look.ranges);
  const mirrored = sumOf(scaled(normal, 2 * dot(normal, toEye)), scaled(toEye, -1));
  let light: Triple = [0, 0, 0];
  let rim: Triple = [0, 0, 0];
  for (const lamp of lamps) {
    const along = saturate(dot(mirrored, lamp.toLamp));
    const faced = scaled(lamp.light, saturate(dot(normal, lamp.toLamp)));
    const strength = along ** look.exponent;
    const warped = look.warp?.(strength, fresnel) ?? [1, 1, 1];
    light = sumOf(light, times(faced, scaled(warped, strength)));
    if (look.rim) rim = sumOf(rim, scaled(faced, along ** look.rim.exponent));
  }
  light = scaled(light, look.mask * look.boost * (look.warp ? 1 : fresnel));
  if (look.rim) {
    const share = look.rim.mask * saturate(1 - dot(normal, toEye)) ** 4;
    light = light.map((c, k) => Math.max(c, rim[k] * share)) as never;
    const behind = ambientLight(cube, toEye);
    light = sumOf(light, scaled(behind, look.rim.boost * saturate(share * normal[2])));
  }
  return times(light, look.tint);
}

/** Returns the self-illumination that depends on facing the eye. */
export function facingGlow({ vertexNormal, toEye }: Facing, [min, max, exponent]: Triple): number {
  const bias = max === 0 ? 0 : min / max;
  return saturate(saturate(dot(vertexNormal, toEye)) ** exponent * (1 - bias) + bias);
}

/**
 * Returns the reflection's scale in a light: `$envmaplightscale` and the two numbers of
 * `$envmaplightscaleminmax`.
 */
export function mirroredIn(light: Triple, scale: number, min: number, max: number): Triple {
  return light.map((c) => 1 - scale + scale * saturate((c - min) / (max - min))) as never;
}

/**
 * Returns the colour of the Infected shader (Valve's wiki, "Infected (shader)"): two samples of a
 * gradient with 16 rows, the first for clothes and the second, half a texture lower, for skin.
 * @param texel blue and alpha of the texture named $basetexture, 0 to 1
 */
export function infectedColor(
  texel: readonly [blue: number, alpha: number],
  gradient: (s: number, t: number) => Triple,
): Triple {
  const [blue, alpha] = texel;
  return mix(gradient(alpha, 1 / 32), gradient(alpha, 1 / 32 + 0.5), blue);
}

export interface Emissive {
  /** Linear. */
  readonly base: Triple;
  /** Red and green of the flow texture, 0 to 1. */
  readonly flow: readonly [number, number];
  /** Samples the flowing texture, linear. */
  readonly light: (s: number, t: number) => Triple;
  readonly tint: Triple;
  readonly strength: number;
  /** Repeats per second. */
  readonly scroll: readonly [number, number];
}

/** Returns the light that `$emissiveblend` adds (`emissive_scroll_blended_pass_ps2x.fxc`). */
export function emissiveLight(how: Emissive, time: number): Triple {
  const [s, t] = how.flow.map((c, k) => c + how.scroll[k] * time);
  return scaled(times(times(how.base, how.light(s, t)), how.tint), saturate(how.strength));
}

/** Applies a tint by the base texture's alpha, mixed with replacing the base by the tint. */
export function blendedTint(base: Triple, alpha: number, tint: Triple, over: number): Triple {
  return mix(base, mix(times(base, tint), tint, over), alpha);
}
