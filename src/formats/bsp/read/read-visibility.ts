import { bspError } from "../bsp-error.ts";
import type { Leafs, Visibility } from "../types.ts";
import type { LumpReader } from "./lump-reader.ts";

/**
 * `dvis_t`: the number of clusters, then for each the byte offsets of its PVS and PAS rows from
 * the lump's start. Null where the lump is empty. Throws FormatError.
 */
export function readVisibility(lumps: LumpReader, leafs: Leafs): Visibility | null {
  const bytes = lumps.bytes("LUMP_VISIBILITY");
  if (bytes.length === 0) return null;
  const start = lumps.entry("LUMP_VISIBILITY").offset;
  const fault = (code: "truncated" | "bad-count" | "bad-offset", expected: string, found: number) =>
    bspError(code, "LUMP_VISIBILITY", start, expected, found);
  if (bytes.length < 4) throw fault("truncated", "a cluster count", bytes.length);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const clusterCount = view.getInt32(0, lumps.littleEndian);
  const room = Math.floor((bytes.length - 4) / 8);
  if (clusterCount < 0 || clusterCount > room) {
    throw fault("bad-count", `0 to ${room} clusters`, clusterCount);
  }
  const pvsOffset = new Uint32Array(clusterCount);
  const pasOffset = new Uint32Array(clusterCount);
  const firstRow = 4 + clusterCount * 8;
  for (let i = 0; i < clusterCount; i++) {
    pvsOffset[i] = view.getUint32(4 + i * 8, lumps.littleEndian);
    pasOffset[i] = view.getUint32(8 + i * 8, lumps.littleEndian);
    for (const offset of [pvsOffset[i], pasOffset[i]]) {
      if (offset < firstRow || offset >= bytes.length) {
        const expected = `rows of cluster ${i} from ${firstRow} to below ${bytes.length}`;
        throw fault("bad-offset", expected, offset);
      }
    }
  }
  for (let i = 0; i < leafs.count; i++) {
    // Without rows there is nothing to index, and everything is visible.
    if (clusterCount > 0 && leafs.cluster[i] >= clusterCount) {
      throw fault("bad-count", `a row for cluster ${leafs.cluster[i]} of leaf ${i}`, clusterCount);
    }
  }
  lumps.setRecords("LUMP_VISIBILITY", clusterCount, 8);
  return { clusterCount, pvsOffset, pasOffset, bytes };
}
