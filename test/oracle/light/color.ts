/** Converts colours between display values (sRGB, 0 to 255) and linear light. */

export type Rgb = readonly [number, number, number];

/** IEC 61966-2-1. */
export function decodeSrgb(value: number): number {
  const c = value / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
}

export function encodeSrgb(light: number): number {
  const c = Math.min(Math.max(light, 0), 1);
  return 255 * (c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055);
}

export function mapRgb(color: Rgb, change: (value: number, channel: number) => number): Rgb {
  return [change(color[0], 0), change(color[1], 1), change(color[2], 2)];
}
