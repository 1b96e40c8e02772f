/**
 * SolidEnergy, independent of the shader, by the public renderer noclip
 * (`Material_SolidEnergy.ts`).
 */

import type { Rgb } from "../light/color.ts";

export type Texel = readonly [number, number, number, number];

export interface Energy {
  /** Linear light, like all textures except the last three. */
  readonly base: Texel;
  readonly detail1?: { readonly texel: Rgb; readonly mode: number };
  readonly detail2?: { readonly texel: Rgb; readonly mode: number };
  readonly isAdditive?: boolean;
  /** Replaces the base texture. */
  readonly flow?: {
    readonly alpha: number;
    readonly bounds: Rgb;
    readonly color: Rgb;
    readonly intensity: number;
  };
  /** Inches in front of the eye, along its axis. */
  readonly depth: number;
}

const saturate = (v: number) => Math.min(Math.max(v, 0), 1);

/** Returns its light and how much of it and of the background is visible. */
export function solidEnergy(look: Energy): { light: Rgb; alpha: number } {
  const { base, detail1, detail2, flow } = look;
  let usesBaseAlpha = flow === undefined;
  const mask = flow === undefined ? base[3] : 1;
  const at = (value: (k: number) => number) => [0, 1, 2].map(value) as never as Rgb;
  let light: Rgb = [base[0], base[1], base[2]];
  if (flow) {
    const alpha = flow.alpha + flow.bounds[1];
    light = at((k) => flow.color[k] * alpha * flow.bounds[2] * flow.intensity);
  }
  if (detail1) {
    const { texel, mode } = detail1;
    const plain = light;
    light =
      mode === 0
        ? at((k) => plain[k] * texel[k] * 2)
        : at((k) => plain[k] * texel[k] * (1 - mask) + plain[k] * mask);
    if (mode === 1) usesBaseAlpha = false;
  }
  if (detail2) {
    const { texel, mode } = detail2;
    const before = light;
    light =
      mode === 0
        ? at((k) => before[k] + texel[k] * (detail1?.texel[k] ?? 1))
        : at((k) => before[k] * texel[k]);
  }
  let alpha = usesBaseAlpha ? mask : 1;
  if (look.isAdditive) {
    const before = light;
    light = at((k) => before[k] * (1 + alpha));
    alpha = 1;
  }
  const near = saturate(look.depth * 0.025);
  return { light, alpha: alpha * near * near * (3 - 2 * near) };
}

/** Returns the two sample positions of a flow phase and their weights. */
export function flowTurns(
  own: readonly [number, number],
  turns: number,
  shift: readonly [number, number],
  exponent: number,
): { readonly place: readonly [number, number]; readonly weight: number }[] {
  const part = (v: number) => v - Math.floor(v);
  return [0, 0.5].map((half) => {
    const time = part(turns + half);
    const phase = Math.floor(turns + half) * 0.311 + half;
    const [s, t] = own.map((c, k) => c + phase + time * shift[k]);
    return { place: [s, t], weight: Math.abs(part(turns + 0.5 - half) * 2 - 1) ** exponent };
  });
}
