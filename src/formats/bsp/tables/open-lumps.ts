/** Opens the lumps of a map file. */

import { Ledger } from "../../../core/ledger.ts";
import type { Limits } from "../../../core/limits.ts";
import { decipherMap, findMapKey } from "../cipher.ts";
import { withDialect } from "../detect-dialect.ts";
import { type BspHeader, parseBspHeader } from "../parse-bsp-header.ts";
import { LumpReader } from "../read/lump-reader.ts";
import { wholeBytes } from "../whole-bytes.ts";

/**
 * Opens the lumps of a map file without reading any. Enciphered files are deciphered. Throws
 * FormatError.
 */
export function openLumps(
  stored: Uint8Array,
  limits?: Limits,
): { readonly header: BspHeader; readonly lumps: LumpReader } {
  const key = findMapKey(stored);
  const bytes = key === null ? stored : decipherMap(stored, 0, key);
  const header = withDialect(parseBspHeader(bytes));
  const ledger = new Ledger(limits);
  ledger.addInput(bytes.length);
  return { header, lumps: new LumpReader(wholeBytes(bytes), header, undefined, ledger) };
}
