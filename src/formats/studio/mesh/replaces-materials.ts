import { MATERIAL_REPLACEMENT_LIST, VTX_HEADER } from "../records/strips.ts";

/**
 * Whether a LOD of a VTX replaces materials. Most do not. `parseVtxDetails` reads the replacements.
 * Returns false for bytes that are not a VTX.
 */
export function replacesMaterials(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < VTX_HEADER.bytes) return false;
  const stride = MATERIAL_REPLACEMENT_LIST.bytes;
  const lists = view.getInt32(VTX_HEADER.at.materialReplacementListOffset, true);
  const end = lists + view.getInt32(VTX_HEADER.at.numLODs, true) * stride;
  for (let at = Math.max(lists, 0); at < Math.min(end, bytes.length + 1 - stride); at += stride) {
    const count = view.getInt32(at + MATERIAL_REPLACEMENT_LIST.at.numReplacements, true);
    if (count !== 0) return true;
  }
  return false;
}
