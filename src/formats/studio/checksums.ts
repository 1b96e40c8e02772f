/** Checks and formats the checksum that a model's files share. */

import { FormatError } from "../../core/errors.ts";
import { VTX_HEADER } from "./records/strips.ts";
import { VERTEX_FILE_HEADER } from "./records/vertices.ts";
import type { Mdl, Vtx, Vvd } from "./types.ts";

/** Formats a studio checksum as tools do: eight hexadecimal digits. */
export function formatChecksum(checksum: number): string {
  return (checksum >>> 0).toString(16).padStart(8, "0");
}

/** @throws FormatError `mismatch` */
export function checkVvdChecksum(vvd: Vvd, mdl: Mdl): void {
  const { checksum } = vvd;
  const at = VERTEX_FILE_HEADER.at.checksum;
  check("VVD", "vertexFileHeader_t.checksum", at, checksum, mdl.checksum);
}

/** @throws FormatError `mismatch` */
export function checkVtxChecksum(vtx: Vtx, mdl: Mdl): void {
  check("VTX", "FileHeader_t.checkSum", VTX_HEADER.at.checkSum, vtx.checksum, mdl.checksum);
}

function check(
  format: "VVD" | "VTX",
  where: string,
  offset: number,
  found: number,
  expected: number,
): void {
  if (found === expected) return;
  throw new FormatError({
    format,
    code: "mismatch",
    where,
    offset,
    expected: `the MDL's checksum ${formatChecksum(expected)}`,
    found: formatChecksum(found),
  });
}
