/**
 * Whether a LOD of a VTX replaces materials. Most do not. `parseVtxDetails` reads the replacements.
 * Returns false for bytes that are not a VTX.
 */
export function replacesMaterials(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 36) return false;
  const lists = view.getInt32(24, true);
  const end = lists + view.getInt32(20, true) * 8;
  for (let at = Math.max(lists, 0); at < Math.min(end, bytes.length - 7); at += 8) {
    if (view.getInt32(at, true) !== 0) return true;
  }
  return false;
}
