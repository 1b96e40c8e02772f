/** LUMP_VISIBILITY, as vvis writes it. */

import { FormatError } from "../../core/errors.ts";

/** bspfile.h's MAX_MAP_VISIBILITY, in bytes. */
const MAX_MAP_VISIBILITY = 0x1000000;

/**
 * Encodes `dvis_t`: the number of clusters, for each the byte offsets of its PVS and PAS rows, then
 * all PVS rows and all PAS rows. A row is (clusterCount + 7) >>> 3 bytes, of which each run of up to
 * 255 zeros is coded as a zero and its length. Rows are bit sets of (clusterCount + 31) >>> 5 words.
 * Throws FormatError if the lump would be larger than the format allows.
 */
export function encodeVisibility(
  pvs: Uint32Array,
  pas: Uint32Array,
  clusterCount: number,
): Uint8Array {
  const headerBytes = 4 + clusterCount * 8;
  let bytes = new Uint8Array(headerBytes + 1024);
  let end = headerBytes;
  const offsets = new Uint32Array(clusterCount * 2);
  for (const [set, rows] of [pvs, pas].entries()) {
    for (let cluster = 0; cluster < clusterCount; cluster++) {
      // Coding adds at most a byte for each zero.
      const room = end + ((clusterCount + 7) >>> 3) * 2;
      if (room > bytes.length) {
        const grown = new Uint8Array(room * 2);
        grown.set(bytes);
        bytes = grown;
      }
      offsets[cluster * 2 + set] = end;
      end = encodeRow(rows, cluster, clusterCount, bytes, end);
      if (end > MAX_MAP_VISIBILITY) {
        throw new FormatError({
          format: "BSP",
          code: "unsupported",
          where: "LUMP_VISIBILITY",
          offset: 0,
          expected: `at most ${MAX_MAP_VISIBILITY} bytes`,
          found: `${clusterCount} clusters that need more`,
        });
      }
    }
  }
  const view = new DataView(bytes.buffer);
  view.setUint32(0, clusterCount, true);
  for (let i = 0; i < offsets.length; i++) view.setUint32(4 + i * 4, offsets[i], true);
  return bytes.slice(0, end);
}

/** Writes a row at `at` and returns where it ends. */
function encodeRow(
  rows: Uint32Array,
  cluster: number,
  clusterCount: number,
  out: Uint8Array,
  at: number,
): number {
  const firstWord = cluster * ((clusterCount + 31) >>> 5);
  const rowBytes = (clusterCount + 7) >>> 3;
  let end = at;
  let run = 0;
  for (let i = 0; i < rowBytes; i++) {
    const value = (rows[firstWord + (i >>> 2)] >>> ((i & 3) * 8)) & 255;
    if (value !== 0) {
      out[end++] = value;
      run = 0;
    } else if (run === 0 || run === 255) {
      out[end++] = 0;
      out[end++] = 1;
      run = 1;
    } else {
      out[end - 1] = ++run;
    }
  }
  return end;
}
