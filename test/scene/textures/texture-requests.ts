import type { TextureReading, TextureRequest } from "../../../src/scene/textures/textures.ts";

export const COLORS: TextureReading = { space: "srgb", dimension: "2d" };

/** Requests for colours, or for what is read in another way; all equally near unless told. */
export function request(
  names: readonly string[],
  distance: readonly number[] = [],
  reading = COLORS,
): TextureRequest[] {
  return names.map((name, i) => ({ name, ...reading, distance: distance[i] ?? 0 }));
}
