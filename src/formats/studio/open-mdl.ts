/** Opens a model of any supported version. The reader of rare versions is loaded on demand. */

import type { OpenedMdl } from "./open-respawn-mdl.ts";
import { isRespawnVersion } from "./read/parse-mdl.ts";
import { lazyMdlParts, parseMdlParts } from "./read/parse-mdl-parts.ts";

/**
 * Reads everything in an MDL except its animations: versions 44 to 49, and the parts of 52 and 53
 * that are the same.
 * @param isChecked true if the file was read before without error; its parts are then parsed on
 * first use
 * @throws FormatError
 */
export async function openMdl(bytes: Uint8Array, isChecked = false): Promise<OpenedMdl> {
  const version = versionOf(bytes);
  if (!isRespawnVersion(version)) {
    const parts = isChecked ? lazyMdlParts(bytes) : parseMdlParts(bytes);
    return { bytes, parts, respawn: null };
  }
  return (await import("./open-respawn-mdl.ts")).openRespawnMdl(bytes, version);
}

/** Returns the version; 0 if the file is not an MDL. */
function versionOf(bytes: Uint8Array): number {
  if (bytes.length < 8) return 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return view.getUint32(0, true) === 0x54534449 ? view.getInt32(4, true) : 0;
}
