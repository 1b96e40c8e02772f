/** Colours of debug views by their legends: sRGB, 0 to 255. */

import { decodeSrgb, encodeSrgb, mapRgb, type Rgb } from "../light/color.ts";

export interface LegendColor {
  readonly color: string;
  readonly at?: number;
}

export function bytesOf(color: string): Rgb {
  const byte = (i: number) => Number.parseInt(color.slice(1 + i * 2, 3 + i * 2), 16);
  return [byte(0), byte(1), byte(2)];
}

/** Interpolates a legend's scale by a number's logarithm in linear light, clamped at its ends. */
export function scaleLight(legend: readonly LegendColor[], value: number): Rgb {
  const scale = legend.filter(({ at }) => at !== undefined);
  const lightOf = (row: number) => mapRgb(bytesOf(scale[row].color), decodeSrgb);
  const next = scale.findIndex(({ at }) => value < at!);
  if (next === 0) return lightOf(0);
  if (next < 0) return lightOf(scale.length - 1);
  const [from, to] = [scale[next - 1].at!, scale[next].at!];
  const share = Math.log(value / from) / Math.log(to / from);
  const upper = lightOf(next);
  return mapRgb(lightOf(next - 1), (light, i) => light + (upper[i] - light) * share);
}

/** Returns the shaded colour of a surface: 60 % of the light plus 40 % by its cosine. */
export function shapedColor(light: Rgb, cosine: number): Rgb {
  return mapRgb(light, (value) => encodeSrgb(value * (0.6 + 0.4 * Math.abs(cosine))));
}

/** Returns the colour of a unit normal. */
export function normalColor(normal: Rgb): Rgb {
  return mapRgb(normal, (value) => (value * 0.5 + 0.5) * 255);
}

/**
 * Returns the linear colour of a number: hues rotate by the golden ratio, light cycles through three
 * steps.
 */
export function hueLight(row: number): Rgb {
  const hue = ((row * 0.61803398875) % 1) * 6;
  const lightness = [0.62, 0.48, 0.74][row % 3];
  const chroma = (1 - Math.abs(2 * lightness - 1)) * 0.55;
  const x = chroma * (1 - Math.abs((hue % 2) - 1));
  const sectors: readonly Rgb[] = [
    [chroma, x, 0],
    [x, chroma, 0],
    [0, chroma, x],
    [0, x, chroma],
    [x, 0, chroma],
    [chroma, 0, x],
  ];
  const rgb = sectors[Math.floor(hue)];
  return mapRgb(rgb, (value) => decodeSrgb((value + lightness - chroma / 2) * 255));
}
