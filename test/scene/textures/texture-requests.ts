import type { TextureSpace } from "../../../src/map/texture-roles.ts";
import type { TextureRequest } from "../../../src/scene/textures/textures.ts";

/** Requests for colours, or for what is named in another space; all equally near unless told. */
export function request(
  names: readonly string[],
  distance: readonly number[] = [],
  space: TextureSpace = "srgb",
): TextureRequest[] {
  return names.map((name, i) => ({ name, space, distance: distance[i] ?? 0 }));
}
