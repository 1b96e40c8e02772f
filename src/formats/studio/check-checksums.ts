/** Checks that a model's files belong together: each has the MDL's checksum. */

import { FormatError } from "../../core/errors.ts";
import { formatChecksum } from "./format-checksum.ts";
import type { Mdl, Vtx, Vvd } from "./types.ts";

/** @throws FormatError `mismatch` */
export function checkVvdChecksum(vvd: Vvd, mdl: Mdl): void {
  check("VVD", "vertexFileHeader_t.checksum", 8, vvd.checksum, mdl.checksum);
}

/** @throws FormatError `mismatch` */
export function checkVtxChecksum(vtx: Vtx, mdl: Mdl): void {
  check("VTX", "FileHeader_t.checkSum", 16, vtx.checksum, mdl.checksum);
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
