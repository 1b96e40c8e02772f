/** Reads the fixups of a VVD. */

import { MAX_NUM_LODS } from "../../types.ts";
import type { StudioReader } from "../studio-reader.ts";

const FIXUP_BYTES = 12;

/**
 * Returns the runs of stored vertices that form the list of root LOD 0: (first, count) pairs, in
 * order.
 */
export function readVvdRuns(reader: StudioReader, vertexCount: number): Uint32Array {
  const count = reader.i32(48);
  if (count === 0) return Uint32Array.of(0, vertexCount);
  const first = reader.array("vertexFileFixup_t", 48, count, reader.i32(52), FIXUP_BYTES);
  const runs = new Uint32Array(count * 2);
  let total = 0;
  for (let i = 0; i < count; i++) {
    const at = first + i * FIXUP_BYTES;
    const lod = reader.i32(at);
    if (lod < 0 || lod >= MAX_NUM_LODS) {
      throw reader.error("bad-value", "vertexFileFixup_t.lod", at, "a LOD of 0 to 7", lod);
    }
    const source = reader.i32(at + 4);
    const run = reader.i32(at + 8);
    if (source < 0 || run < 0 || source + run > vertexCount) {
      const expected = `a run inside ${vertexCount} vertices`;
      throw reader.error("bad-index", "vertexFileFixup_t", at, expected, `${run} from ${source}`);
    }
    runs[i * 2] = source;
    runs[i * 2 + 1] = run;
    total += run;
  }
  if (total !== vertexCount) {
    const expected = `fixups of ${vertexCount} vertices together`;
    throw reader.error("bad-count", "vertexFileFixup_t", first, expected, total);
  }
  return runs;
}
