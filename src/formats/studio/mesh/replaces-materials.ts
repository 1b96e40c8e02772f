/**
 * Whether a LOD of a VTX shows other materials than its model has, which most do not: `parseVtxDetails` reads
 * which. Of bytes that are no VTX it says no.
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
