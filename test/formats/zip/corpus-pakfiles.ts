/** Finds the pakfile lumps of the corpus maps without the BSP reader. */

import { listCorpusMaps, readCorpus } from "../../support/corpus.ts";

const LUMP_PAKFILE = 40;

export interface CorpusPakfile {
  readonly map: string;
  readonly bytes: Uint8Array;
}

/**
 * Yields pakfiles of little-endian maps; the two orders of lump_t are distinguished by
 * plausibility.
 */
export function* corpusPakfiles(): Generator<CorpusPakfile> {
  for (const map of listCorpusMaps()) {
    const bytes = readCorpus(map);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (view.getUint32(0, true) !== 0x50534256) continue;
    for (const at of [8 + LUMP_PAKFILE * 16, 8 + LUMP_PAKFILE * 16 + 4]) {
      const offset = view.getUint32(at, true);
      const byteLength = view.getUint32(at + 4, true);
      if (offset < 1036 || byteLength < 22 || offset + byteLength > bytes.length) continue;
      yield { map, bytes: bytes.subarray(offset, offset + byteLength) };
      break;
    }
  }
}
