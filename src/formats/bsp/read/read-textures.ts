import { readCString } from "../../binary/read-string.ts";
import { TEXDATA, TEXDATA_STRING_TABLE, TEXINFO } from "../records/textures.ts";
import type { TexDatas, TexInfos } from "../types.ts";
import { rowError } from "./check-index.ts";
import type { LumpReader } from "./lump-reader.ts";

/** Longest material name read; the engine's own limit is 128 with its ending. */
const MAX_NAME_BYTES = 260;

/** Texdata with their names; a name that cannot be found is empty, with a warning. */
export function readTexDatas(lumps: LumpReader): TexDatas {
  const table = lumps.table("LUMP_TEXDATA", TEXDATA);
  const strings = lumps.optional(
    "LUMP_TEXDATA_STRING_DATA",
    () => {
      const bytes = lumps.bytes("LUMP_TEXDATA_STRING_DATA");
      lumps.setRecords("LUMP_TEXDATA_STRING_DATA", bytes.length, 1);
      return bytes;
    },
    new Uint8Array(0),
  );
  const offsets = lumps.optional(
    "LUMP_TEXDATA_STRING_TABLE",
    () => lumps.table("LUMP_TEXDATA_STRING_TABLE", TEXDATA_STRING_TABLE).value,
    new Int32Array(0),
  );
  lumps.ledger.take("materials", table.count, "LUMP_TEXDATA");
  const name: string[] = [];
  for (let i = 0; i < table.count; i++) {
    const offset = offsets[table.nameStringTableId[i]] ?? -1;
    if (offset < 0 || offset >= strings.length) {
      const expected = `the name of texdata ${i} within ${strings.length} bytes of strings`;
      const id = table.nameStringTableId[i];
      const entry = lumps.entry("LUMP_TEXDATA");
      const fault = rowError(entry, "bad-index", i, expected, `string ${id} at ${offset}`);
      lumps.damaged("LUMP_TEXDATA", fault.message);
      name.push("");
    } else {
      const end = Math.min(strings.length, offset + MAX_NAME_BYTES);
      name.push(readCString(strings, offset, end));
    }
  }
  return {
    count: table.count,
    reflectivity: table.reflectivity,
    width: table.width,
    height: table.height,
    name,
  };
}

/** Texinfos; one that names no texdata of the map, as real maps have, gets -1. */
export function readTexInfos(lumps: LumpReader, texDataCount: number): TexInfos {
  const table = lumps.table("LUMP_TEXINFO", TEXINFO);
  for (let i = 0; i < table.count; i++) {
    if (table.texdata[i] < 0 || table.texdata[i] >= texDataCount) table.texdata[i] = -1;
  }
  return table;
}
