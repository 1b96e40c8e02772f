import { readCString } from "../../../binary/read-string.ts";
import { CountedRecords } from "../../read/counted-records.ts";
import { type LumpTable, rowTable } from "../lump-table.ts";

const NAME_BYTES = 64;

/**
 * The game lump `clvr` of Strata Source: names of colours that the game sets, which props and overlays have
 * in place of their own. Source: Strata Source's wiki. Throws FormatError.
 */
export function readColorVariables(bytes: Uint8Array, littleEndian: boolean): LumpTable {
  const names = new CountedRecords(bytes, "game lump clvr", littleEndian).take("names", NAME_BYTES);
  const rows = Array.from({ length: names.length / NAME_BYTES }, (_, i) => ({
    name: readCString(names, i * NAME_BYTES, (i + 1) * NAME_BYTES),
  }));
  return rowTable("clvr name", rows, NAME_BYTES);
}
