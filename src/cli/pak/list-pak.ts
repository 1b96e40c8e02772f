/** Runs `visleaf pak MAP list`. */

import type { ZipRecord } from "../../formats/zip/read-records.ts";
import { formatTable } from "../format-summary.ts";
import { printJson, printLines } from "../terminal.ts";
import type { OpenPak } from "./change-pak.ts";

const METHODS: Readonly<Record<number, string>> = { 0: "stored", 8: "deflate", 14: "lzma" };

export function listPak(map: string, { records, zip }: OpenPak, json: boolean): void {
  const entries = records.map(describeRecord);
  if (json) {
    printJson({ map, byteLength: zip.length, entries });
    return;
  }
  const rows = entries.map(({ path, byteLength: bytes, packedByteLength: packed, ...rest }) => {
    return { bytes, packed, ...rest, path };
  });
  const files = `${records.length} file${records.length === 1 ? "" : "s"}`;
  printLines([...(rows.length > 0 ? formatTable(rows, "") : []), `${files}, ${zip.length} bytes`]);
}

/** Describes an entry with its name as stored, so that wrong names are visible. */
function describeRecord(record: ZipRecord) {
  const { name, byteLength, compressedByteLength, method, crc } = record;
  return {
    path: name,
    byteLength,
    packedByteLength: compressedByteLength,
    method: METHODS[method] ?? `method ${method}`,
    crc: crc.toString(16).padStart(8, "0"),
  };
}
