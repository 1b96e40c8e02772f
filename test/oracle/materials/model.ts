/**
 * How models are lit and shown, evaluated apart from the shaders. Sources, in the engine's public SDK:
 * `common_vertexlitgeneric_dx9.h` (lamps, ramps, highlights, rims), `skin_ps20b.fxc` and
 * `vertexlit_and_unlit_generic_*_ps2x.fxc` (what is made of them), `skin_dx9_helper.cpp` (constants).
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

/** What a lamp is at a point. */
export interface LampHere {
  /** Unit length. */
  readonly toLamp: Triple;
  /** Linear, where it is faced. */
  readonly light: Triple;
}

/** Of a surface at a point. */
export interface Facing {
  /** Unit length, turned by its normal map. */
  readonly normal: Triple;
  /** The same of its vertices. */
  readonly vertexNormal: Triple;
  readonly toEye: Triple;
}

/** Light of +x, -x, +y, -y, +z, -z. */
export function ambientLight(cube: readonly Triple[], normal: Triple): Triple {
  return sumOf(...normal.map((c, axis) => scaled(cube[axis * 2 + (c < 0 ? 1 : 0)], c * c)));
}

export interface Diffuse {
  readonly wraps?: boolean;
  /** A ramp, read by how the lamp is faced. */
  readonly warp?: (share: number) => Triple;
}

/** Light of lamps on a surface. */
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
  /** Where the surface faces the eye, between, at its rim. */
  readonly ranges: Triple;
  readonly tint: Triple;
  readonly warp?: (strength: number, fresnel: number) => Triple;
  readonly rim?: { readonly exponent: number; readonly boost: number; readonly mask: number };
}

export function rangedFresnel({ normal, toEye }: Facing, [low, middle, high]: Triple): number {
  const f = saturate(1 - dot(normal, toEye)) ** 2;
  return f > 0.5 ? middle + (high - middle) * (2 * f - 1) : low + (middle - low) * 2 * f;
}

/** What a surface shows of lamps themselves. */
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

/** How much glows, of a surface that does so by how it faces the eye. */
export function facingGlow({ vertexNormal, toEye }: Facing, [min, max, exponent]: Triple): number {
  const bias = max === 0 ? 0 : min / max;
  return saturate(saturate(dot(vertexNormal, toEye)) ** exponent * (1 - bias) + bias);
}

/** How much is mirrored in some light: `$envmaplightscale`, and the two numbers of `$envmaplightscaleminmax`. */
export function mirroredIn(light: Triple, scale: number, min: number, max: number): Triple {
  return light.map((c) => 1 - scale + scale * saturate((c - min) / (max - min))) as never;
}

/**
 * The colour of the infected (Valve's wiki, "Infected (shader)"): two samples of a gradient of 16 rows, of which the first is of
 * clothes and the second, half of it lower, of skin.
 * @param texel blue and alpha of what is called its base texture, 0 to 1
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
  /** The texture that flows, linear, at a place. */
  readonly light: (s: number, t: number) => Triple;
  readonly tint: Triple;
  readonly strength: number;
  /** Repeats a second. */
  readonly scroll: readonly [number, number];
}

/** What `$emissiveblend` adds (`emissive_scroll_blended_pass_ps2x.fxc`). */
export function emissiveLight(how: Emissive, time: number): Triple {
  const [s, t] = how.flow.map((c, k) => c + how.scroll[k] * time);
  return scaled(times(times(how.base, how.light(s, t)), how.tint), saturate(how.strength));
}

/** A base texture under a tint that counts as far as it is opaque, and covers it as far as it is told. */
export function blendedTint(base: Triple, alpha: number, tint: Triple, over: number): Triple {
  return mix(base, mix(times(base, tint), tint, over), alpha);
}
