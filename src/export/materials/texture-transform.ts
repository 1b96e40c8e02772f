import type { Vmt } from "../../formats/vmt/types.ts";
import { parseTransform } from "../../scene/materials/transform-text.ts";
import type { GltfBuilder } from "../gltf/gltf-builder.ts";
import type { GltfExtensions } from "../gltf/gltf-types.ts";

const NAME = "KHR_texture_transform";

/**
 * `$basetexturetransform` as the extension that every loader knows, where it scales and moves. One that turns is
 * left out, for loaders do not agree which way: it is in the material's extras.
 */
export function readTextureTransform(
  builder: GltfBuilder,
  vmt: Vmt,
): { extensions?: GltfExtensions } {
  const transform = parseTransform(vmt.params.get("$basetexturetransform") ?? "");
  if (transform === null) return {};
  const [[ss, st, s], [ts, tt, t]] = transform;
  if (st !== 0 || ts !== 0) return {};
  builder.useExtension(NAME);
  return { extensions: { [NAME]: { offset: [s, t], scale: [ss, tt] } } };
}
