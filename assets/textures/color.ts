/** Colours as sRGB triples from 0 to 1, and the palette of the demo's textures. */

export type Rgb = readonly [number, number, number];

/** Parses `#rrggbb`. */
export function hex(text: string): Rgb {
  const value = Number.parseInt(text.slice(1), 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

export function clamp(value: number, low = 0, high = 1): number {
  return Math.min(Math.max(value, low), high);
}

export function smoothstep(low: number, high: number, value: number): number {
  const t = clamp((value - low) / (high - low));
  return t * t * (3 - 2 * t);
}

export function lerp(a: number, b: number, t: number): number {
  return a + (b - a) * t;
}

export function mix(a: Rgb, b: Rgb, t: number): Rgb {
  return [lerp(a[0], b[0], t), lerp(a[1], b[1], t), lerp(a[2], b[2], t)];
}

export function scale(color: Rgb, by: number): Rgb {
  return [color[0] * by, color[1] * by, color[2] * by];
}

/** Returns the colour at `t`, 0 to 1, between evenly spaced stops. */
export function ramp(stops: readonly Rgb[], t: number): Rgb {
  const at = clamp(t) * (stops.length - 1);
  const i = Math.min(Math.floor(at), stops.length - 2);
  return mix(stops[i], stops[i + 1], at - i);
}

export const PALETTE = {
  plaster: hex("#dcc6a1"),
  plasterShade: hex("#bfa078"),
  brick: hex("#a65a3c"),
  brickDark: hex("#7d402e"),
  brickLight: hex("#b97452"),
  mortar: hex("#b5a48a"),
  teal: hex("#33706f"),
  tealDark: hex("#1e4a4c"),
  tealLight: hex("#5a9c96"),
  steel: hex("#77797a"),
  steelDark: hex("#3d4245"),
  rust: hex("#8a4a24"),
  orange: hex("#ffa340"),
  orangeDark: hex("#c4661c"),
  concrete: hex("#99938a"),
  concreteDark: hex("#6f6a63"),
  wood: hex("#8a5a34"),
  woodDark: hex("#573620"),
  woodLight: hex("#ad7c4c"),
  rock: hex("#8b7c6d"),
  rockDark: hex("#544a42"),
  rockLight: hex("#b3a48f"),
  grass: hex("#7c9140"),
  grassDark: hex("#4b6129"),
  grassDry: hex("#b5a95a"),
  dirt: hex("#6d5138"),
  dirtDark: hex("#463322"),
  sand: hex("#d2b585"),
  ink: hex("#20242a"),
  cream: hex("#f3e7d0"),
} as const;
