/** Descriptions and legends of inspection views. */

import type { RenderSettings } from "../types.ts";

// Legend colours and labels. The page shows these rows, and shaders read their colours.

export interface LegendRow {
  /** `#rrggbb` as displayed. */
  readonly color: string;
  readonly label: string;
  /** Rows of a scale: the number shown in this colour. */
  readonly at?: number;
}

/** From low to high. */
const RAMP = ["#2b4c9b", "#2f8fb5", "#3fae7d", "#a3c14a", "#f0c23c", "#ef7f2d", "#d43a2f"] as const;

/** Returns a scale over the whole ramp. */
export function ramp(stops: readonly (readonly [at: number, label: string])[]): LegendRow[] {
  return stops.map(([at, label], i) => ({ color: RAMP[stopAt(i, stops.length)], label, at }));
}

/** Returns the ramp colour of a stop, evenly spaced; the last stop is the ramp's last colour. */
const stopAt = (i: number, count: number) => Math.round((i * (RAMP.length - 1)) / (count - 1));

/** Returns a distinct colour for each row; adjacent rows differ most. */
export function hue(row: number): string {
  const turn = (row * 0.61803398875) % 1;
  const light = [0.62, 0.48, 0.74][row % 3];
  return hex(
    hslChannel(turn + 1 / 3, light),
    hslChannel(turn, light),
    hslChannel(turn - 1 / 3, light),
  );
}

const SATURATION = 0.55;

function hslChannel(turn: number, light: number): number {
  const t = ((turn % 1) + 1) % 1;
  const high = light < 0.5 ? light * (1 + SATURATION) : light + SATURATION - light * SATURATION;
  const low = 2 * light - high;
  if (t < 1 / 6) return low + (high - low) * 6 * t;
  if (t < 1 / 2) return high;
  if (t < 2 / 3) return low + (high - low) * (2 / 3 - t) * 6;
  return low;
}

function hex(...channels: readonly number[]): string {
  const bytes = channels.map((value) => Math.round(Math.min(Math.max(value, 0), 1) * 255));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** Converts a legend colour to linear light. */
export function linearColor(color: string): [r: number, g: number, b: number] {
  const channel = (i: number) => {
    const value = Number.parseInt(color.slice(1 + i * 2, 3 + i * 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(0), channel(1), channel(2)];
}

/** Light that each layer adds to a pixel, linear. */
export const OVERDRAW_STEP = [0.14, 0.045, 0.012] as const;

/** Returns the colour of a number of layers. */
export function overdrawColor(layers: number): string {
  const encode = (linear: number) =>
    linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
  const [r, g, b] = OVERDRAW_STEP.map((step) => encode(Math.min(step * layers, 1)));
  return hex(r, g, b);
}

export type ViewGroup = "Light" | "Surfaces" | "Visibility";

export interface ViewRow {
  /** Name in links, on the command line, and as the value of the setting. */
  readonly name: string;
  /** "surface": shades surfaces. */
  readonly kind: "surface";
  readonly title: string;
  readonly group: ViewGroup;
  /** One sentence for the page. */
  readonly about: string;
  /**
   * Meaning of the colours. Rows with a number come first; shaders interpolate between them by the
   * number's logarithm.
   */
  readonly legend: readonly LegendRow[];
  /**
   * "usual": materials unchanged, with other settings. "overdraw": each fragment adds to its pixel.
   * Left out: legend colours.
   */
  readonly shading?: "usual" | "overdraw";
  /** Settings that the view replaces. */
  readonly settings?: Partial<RenderSettings>;
  /** Whether the view freezes the camera of the frame in which it was chosen. */
  readonly isFrozen?: boolean;
  /** Whether surfaces are drawn without depth testing. */
  readonly isThrough?: boolean;
  /** Whether the edges of triangles are drawn. */
  readonly hasEdges?: boolean;
}
