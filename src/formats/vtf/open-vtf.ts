/** Chooses what parses a file: kinds that few games have are read by code that is fetched for them. */

import { IMAGE_FORMATS } from "./image-format.ts";
import { MAGIC_X360, parseVtf } from "./parse-vtf.ts";
import type { Vtf } from "./types.ts";

/**
 * Parses a VTF of any kind: besides what `parseVtf` reads those of the Xbox 360, 7.6 that is compressed
 * with deflate, and the pixel formats of Alien Swarm and Strata. Throws FormatError.
 */
export async function openVtf(bytes: Uint8Array): Promise<Vtf> {
  return (await vtfParser(bytes))(bytes);
}

/** What parses such a file, `parseVtf` for nearly all. Fails only where its code cannot be fetched. */
export async function vtfParser(bytes: Uint8Array): Promise<(bytes: Uint8Array) => Vtf> {
  return isRare(bytes) ? (await import("./rare/parse-rare-vtf.ts")).parseRareVtf : parseVtf;
}

/** By the header alone: a console's, of a version that may be compressed, or of a later format. */
function isRare(bytes: Uint8Array): boolean {
  if (bytes.length < 56) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (
    view.getUint32(0, true) === MAGIC_X360 ||
    view.getUint32(8, true) > 5 ||
    view.getUint32(52, true) >= IMAGE_FORMATS.length
  );
}
