/** Chooses what reads a model: versions that few people have are read by code that is fetched for them. */

import { lazyMdlParts, parseMdlParts } from "./read/parse-mdl-parts.ts";
import type { OpenedMdl } from "./respawn/open-respawn-mdl.ts";
import { isRespawnVersion } from "./rig/mdl-versions.ts";

/**
 * All that is read of an MDL but its animations: of versions 44 to 49, and what 52 and 53 share with them.
 * @param isChecked whether the same was read before without fault: parts are parsed when they are asked for
 * @throws FormatError
 */
export async function openMdl(bytes: Uint8Array, isChecked = false): Promise<OpenedMdl> {
  const version = versionOf(bytes);
  if (!isRespawnVersion(version)) {
    const parts = isChecked ? lazyMdlParts(bytes) : parseMdlParts(bytes);
    return { bytes, parts, respawn: null };
  }
  return (await import("./respawn/open-respawn-mdl.ts")).openRespawnMdl(bytes, version);
}

/** 0 of what is no MDL. */
function versionOf(bytes: Uint8Array): number {
  if (bytes.length < 8) return 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return view.getUint32(0, true) === 0x54534449 ? view.getInt32(4, true) : 0;
}
