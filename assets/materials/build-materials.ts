/** All of the demo's materials, made by code: the same bytes on every run. */

import { buildTextures } from "./textures.ts";
import { buildTools } from "./tools.ts";
import { buildVmts } from "./vmts.ts";

/** `materials/...` to the file's bytes, in the order of their paths. */
export function buildMaterials(): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const texts = new Map<string, string>();
  buildTextures(files);
  buildTools(files, texts);
  buildVmts(texts);
  const encoder = new TextEncoder();
  for (const [path, text] of texts) files.set(path, encoder.encode(text));
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}
