/** Opens textures of any kind. Parsers of rare kinds are loaded on demand. */

import { IMAGE_FORMATS } from "./image-format.ts";
import { MAGIC_X360, parseVtf, parseVtfHead } from "./parse-vtf.ts";
import type { Vtf } from "./types.ts";

/**
 * Parses a VTF of any kind: those of `parseVtf`, files of the Xbox 360, compressed 7.6, and the
 * pixel formats of Alien Swarm and Strata. Throws FormatError.
 */
export async function openVtf(bytes: Uint8Array): Promise<Vtf> {
  return (await vtfParser(bytes))(bytes);
}

/**
 * Returns the parser for a file, in most cases `parseVtf`. Fails only if its code cannot be loaded.
 */
export async function vtfParser(bytes: Uint8Array): Promise<(bytes: Uint8Array) => Vtf> {
  return isRare(bytes) ? (await import("./rare/parse-rare-vtf.ts")).parseRareVtf : parseVtf;
}

/**
 * Returns the parser for the first bytes of a file, which also accepts files that are cut short.
 * `null` for rare files, which are parsed whole.
 */
export function vtfHeadParser(bytes: Uint8Array): typeof parseVtfHead | null {
  return isRare(bytes) ? null : parseVtfHead;
}

/**
 * Whether a file is rare, from its header: a console file, a version with compression, or a later
 * format.
 */
function isRare(bytes: Uint8Array): boolean {
  if (bytes.length < 56) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (
    view.getUint32(0, true) === MAGIC_X360 ||
    view.getUint32(8, true) > 5 ||
    view.getUint32(52, true) >= IMAGE_FORMATS.length
  );
}
