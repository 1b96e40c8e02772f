import { readVariableOverlays } from "../../layouts/variable-overlays.ts";
import type { LumpReader } from "../../read/lump-reader.ts";
import { columnTable, type LumpTable } from "../lump-table.ts";

/** `OVERLAY_FLAG_COLOR_VAR`: the tint is the number of a name in `clvr`, red its highest byte. */
const COLOR_VAR = 2;

/** LUMP_OVERLAYS of version 3, each with its faces. Throws FormatError. */
export function readVariableOverlayTable(lumps: LumpReader): LumpTable[] {
  const bytes = lumps.bytes("LUMP_OVERLAYS");
  const read = readVariableOverlays(bytes, lumps.littleEndian);
  const { count, recordBytes, faces, columns } = read;
  const table = columnTable("doverlay_t", recordBytes, { ...columns, count } as never);
  const row = (index: number) => {
    const fields = table.row(index);
    const { faceOffset, faceCount, flags, tint } = fields as Record<string, number> & {
      readonly tint: number[];
    };
    const [red, green, blue] = tint;
    const colorVar =
      (flags & COLOR_VAR) !== 0 ? { colorVar: (red << 16) | (green << 8) | blue } : {};
    const own = Array.from(faces.subarray(faceOffset, faceOffset + faceCount));
    return { ...fields, faces: own, ...colorVar };
  };
  return [{ ...table, row }];
}
