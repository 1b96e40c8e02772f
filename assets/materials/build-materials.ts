/** Generates all materials of the demo, with identical bytes on every run. */

import { buildTextures } from "./textures.ts";
import { buildTools } from "./tools.ts";
import { buildVmts } from "./vmts.ts";

/** Returns files by `materials/…` path, sorted by path. */
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
