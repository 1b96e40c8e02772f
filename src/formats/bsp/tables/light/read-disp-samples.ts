import { bspError } from "../../bsp-error.ts";
import type { LumpReader } from "../../read/lump-reader.ts";
import type { LumpTable } from "../lump-table.ts";

const SLOT = "LUMP_DISP_LIGHTMAP_SAMPLE_POSITIONS";
/** A triangle from this one on takes a second byte, with the rest. */
const WIDE = 255;
const WEIGHT_BYTES = 3;

/**
 * LUMP_DISP_LIGHTMAP_SAMPLE_POSITIONS: of each luxel of each displacement the triangle that it lies in, and the
 * weights of that one's corners in 1/255. `offset` is what `lightmapSamplePositionStart` of a displacement's
 * first luxel says. Source: vrad of Source SDK 2013. Throws FormatError.
 */
export function readDispSamples(lumps: LumpReader): LumpTable[] {
  const bytes = lumps.bytes(SLOT);
  const start = new Uint32Array(Math.ceil(bytes.length / (1 + WEIGHT_BYTES)));
  let count = 0;
  for (let at = 0; at < bytes.length; ) {
    start[count++] = at;
    at += (bytes[at] === WIDE ? 2 : 1) + WEIGHT_BYTES;
    if (at > bytes.length) {
      const expected = `whole samples within ${bytes.length} bytes`;
      throw bspError("truncated", SLOT, lumps.entry(SLOT).offset + start[count - 1], expected, at);
    }
  }
  const row = (index: number) => {
    const offset = start[index];
    const isWide = bytes[offset] === WIDE;
    const weights = offset + (isWide ? 2 : 1);
    const triangle = isWide ? WIDE + bytes[offset + 1] : bytes[offset];
    return { offset, triangle, weights: [...bytes.subarray(weights, weights + WEIGHT_BYTES)] };
  };
  return [{ name: "sample", count, recordBytes: 0, row }];
}
