import type { TextureReading, TextureRequest } from "../../../src/scene/textures/textures.ts";

export const COLORS: TextureReading = { space: "srgb", dimension: "2d" };

/** Builds requests for colour textures, or other uses, with equal distances by default. */
export function request(
  names: readonly string[],
  distance: readonly number[] = [],
  reading = COLORS,
): TextureRequest[] {
  return names.map((name, i) => ({ name, ...reading, distance: distance[i] ?? 0 }));
}
