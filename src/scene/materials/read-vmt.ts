/** Materials from content, `patch` files merged in. */

import { FormatError } from "../../core/errors.ts";
import { MAX_VMT_BYTES } from "../../formats/vmt/parse-vmt.ts";
import { resolveVmt } from "../../formats/vmt/resolve-vmt.ts";
import type { Vmt } from "../../formats/vmt/types.ts";
import { type ContentAccess, readOrWarn } from "../open/read-content.ts";

const LIMIT = { format: "VMT", byteLength: MAX_VMT_BYTES } as const;

/** The material of a name; null if there is none; undefined, with a warning, if it is of no use. */
export type ReadVmt = (name: string) => Promise<Vmt | null | undefined>;

/**
 * A reader that asks for each file once: a map's patches for its cubemaps include the same few
 * materials again and again.
 */
export function createVmtReader(access: ContentAccess): ReadVmt {
  const reads = new Map<string, Promise<Uint8Array | null | undefined>>();
  const readOnce = (path: string) => {
    let bytes = reads.get(path);
    if (!bytes) {
      bytes = readOrWarn(access, path, "unreadable-material", LIMIT);
      reads.set(path, bytes);
    }
    return bytes;
  };
  return async (name) => {
    const path = `materials/${name}.vmt`;
    let unreadable = false;
    const read = async (file: string) => {
      const bytes = await readOnce(file);
      unreadable ||= bytes === undefined;
      // Whoever includes a file reads it anew, however small the map is that says so.
      access.ledger.take("materialBytes", bytes?.length ?? 0, file, "VMT");
      return bytes ?? null;
    };
    try {
      const vmt = await resolveVmt(path, read);
      if (unreadable) return undefined;
      if (vmt?.missingInclude === undefined) return vmt;
      const include = vmt.missingInclude;
      // vbsp says of every water how deep it is.
      const isWater = vmt.params.has("$waterdepth");
      const shown = isWater ? "plain water" : "its mean colour";
      const message = `No material ${include}, which ${path} changes: ${shown} is shown.`;
      access.diagnostics.warn("missing-material", include, message);
      return isWater ? { ...vmt, shader: "water" } : undefined;
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      const isTooLarge = error.code === "too-large";
      const message = `${path} is ${isTooLarge ? "left out" : "broken"}: ${error.message}`;
      access.diagnostics.warn(isTooLarge ? "over-budget" : "unreadable-material", path, message);
      return undefined;
    }
  };
}
