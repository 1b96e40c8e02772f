/** Distance-coded alpha, from `vertexlit_and_unlit_generic_ps2x.fxc` and `vertexlitgeneric_dx9_helper.cpp`. */

import { decodeSrgb, type Rgb } from "../light/color.ts";

export interface DistanceLook {
  /** Stored value, 0 to 255. */
  readonly base: Rgb;
  /** Alpha of the base or detail texture, 0 to 1. */
  readonly distance: number;
  /** `distance` at the glow's offset. */
  readonly glowDistance?: number;
  /** Detail texture that multiplies by twice its colour, 0 to 1. */
  readonly detail?: Rgb;
  /** Base texture's alpha if a detail texture holds the distance. */
  readonly baseAlpha?: number;
  readonly soft?: { readonly start: number; readonly end: number };
  readonly outline?: {
    readonly color: Rgb;
    readonly alpha: number;
    /** Outer start, inner start, inner end, outer end. */
    readonly at: readonly [number, number, number, number];
  };
  readonly glow?: {
    readonly color: Rgb;
    readonly alpha: number;
    readonly start: number;
    readonly end: number;
  };
}

function smoothstep(from: number, to: number, x: number): number {
  const t = Math.min(Math.max((x - from) / (to - from), 0), 1);
  return t * t * (3 - 2 * t);
}

const mix = (a: readonly number[], b: readonly number[], by: number) =>
  a.map((value, k) => value + (b[k] - value) * by);

/** Returns the linear colour and its coverage. */
export function distanceColor(look: DistanceLook): [Rgb, alpha: number] {
  const { distance, detail, soft, outline, glow } = look;
  let base: number[] = look.base.map((c, k) => decodeSrgb(c) * (detail ? 2 * detail[k] : 1));
  base.push(look.baseAlpha ?? distance);
  if (outline) {
    const [start0, start1, end0, end1] = outline.at;
    const share = smoothstep(start0, start1, distance) * smoothstep(end1, end0, distance);
    base = mix(base, [...outline.color, outline.alpha], share);
  }
  const inside = soft ? smoothstep(soft.end, soft.start, distance) : distance >= 0.5 ? 1 : 0;
  base[3] = soft || detail ? base[3] * inside : inside;
  if (glow) {
    const share = smoothstep(glow.start, glow.end, look.glowDistance ?? distance);
    base = mix([...glow.color, glow.alpha].map((c) => c * share) as number[], base, inside);
  }
  return [[base[0], base[1], base[2]], base[3]];
}
