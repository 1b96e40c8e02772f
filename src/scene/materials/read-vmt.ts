/** Reads materials from content, and merges `patch` files. */

import { FormatError } from "../../core/errors.ts";
import { MAX_VMT_BYTES } from "../../formats/vmt/parse-vmt.ts";
import { resolveVmt } from "../../formats/vmt/resolve-vmt.ts";
import type { Vmt } from "../../formats/vmt/types.ts";
import { type ContentAccess, readOrWarn } from "../open/read-content.ts";

const LIMIT = { format: "VMT", byteLength: MAX_VMT_BYTES } as const;

/** Reads the material of a name; `null` if missing; undefined, with a warning, if unusable. */
export type ReadVmt = (name: string) => Promise<Vmt | null | undefined>;

/**
 * Creates a reader that reads each file once: a map's cubemap patches include the same few
 * materials many times.
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
      // Every include is parsed again, so each one is charged, however small the map.
      access.ledger.take("materialBytes", bytes?.length ?? 0, file, "VMT");
      return bytes ?? null;
    };
    try {
      const vmt = await resolveVmt(path, read);
      if (unreadable) return undefined;
      if (vmt?.missingInclude === undefined) return vmt;
      const include = vmt.missingInclude;
      // vbsp adds this parameter to every water material.
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
