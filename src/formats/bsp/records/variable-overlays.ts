/**
 * LUMP_OVERLAYS version 3: counts of overlays and faces, a list of faces, then the overlays, each
 * with a run of that list. Source: Strata Source's wiki on the format of version 25.
 */

import { readRecords } from "../../binary/read-records.ts";
import { f32, i32, type StructColumns, u8, u16 } from "../../binary/struct.ts";
import { bspError } from "../bsp-error.ts";
import { record } from "./record.ts";

export const VARIABLE_OVERLAYS_VERSION = 3;
const LUMP = "LUMP_OVERLAYS";
const HEAD_BYTES = 8;
const { struct: DOVERLAY_V3 } = record(
  "doverlay_t",
  [VARIABLE_OVERLAYS_VERSION],
  {},
  {
    id: i32(),
    texInfo: i32(),
    flags: u16(),
    renderOrder: u16(),
    faceOffset: i32(),
    faceCount: i32(),
    u: f32(2),
    v: f32(2),
    uvPoints: f32(8),
    basisU: f32(3),
    origin: f32(3),
    basisNormal: f32(3),
    tint: u8(4),
  },
);

export interface VariableOverlays {
  readonly count: number;
  readonly recordBytes: number;
  /** Rows of the map's faces for all overlays. */
  readonly faces: Int32Array;
  readonly columns: StructColumns;
}

/**
 * Reads the lump. Throws FormatError if the counts, or an overlay's run of faces, exceed the lump.
 */
export function readVariableOverlays(bytes: Uint8Array, littleEndian: boolean): VariableOverlays {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEAD_BYTES) throw bspError("truncated", LUMP, 0, "two counts", bytes.length);
  const [count, faceTotal] = [0, 4].map((at) => view.getInt32(at, littleEndian));
  const start = HEAD_BYTES + faceTotal * 4;
  const end = start + count * DOVERLAY_V3.bytes;
  if (count < 0 || faceTotal < 0 || end > bytes.length) {
    const expected = `overlays and faces within ${bytes.length} bytes`;
    throw bspError("bad-count", LUMP, 0, expected, `${count} and ${faceTotal}`);
  }
  const columns = readRecords(bytes.subarray(start, end), DOVERLAY_V3, littleEndian);
  const { faceOffset, faceCount } = columns as unknown as Record<string, Int32Array>;
  // Runs do not overlap, so their total cannot exceed the number of faces.
  let claimed = 0;
  for (let row = 0; row < count; row++) {
    const last = faceOffset[row] + faceCount[row];
    claimed += faceCount[row];
    if (faceOffset[row] < 0 || faceCount[row] < 0 || last > faceTotal || claimed > faceTotal) {
      const expected = `faces of overlay ${row} within ${faceTotal}`;
      throw bspError("bad-index", LUMP, start + row * DOVERLAY_V3.bytes, expected, last);
    }
  }
  const faces = Int32Array.from({ length: faceTotal }, (_, i) =>
    view.getInt32(HEAD_BYTES + i * 4, littleEndian),
  );
  return { count, recordBytes: DOVERLAY_V3.bytes, faces, columns: columns as never };
}
