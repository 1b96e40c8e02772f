/** Materials from content, `patch` files merged in. */

import { FormatError } from "../core/errors.ts";
import { resolveVmt } from "../formats/vmt/resolve-vmt.ts";
import type { Vmt } from "../formats/vmt/types.ts";
import { type ContentAccess, readOrWarn } from "./read-content.ts";

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
      bytes = readOrWarn(access, path, "unreadable-material");
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
      return bytes ?? null;
    };
    try {
      const vmt = await resolveVmt(path, read);
      if (unreadable) return undefined;
      if (vmt?.missingInclude === undefined) return vmt;
      const include = vmt.missingInclude;
      const message = `No material ${include}, which ${path} changes: its mean colour is shown.`;
      access.diagnostics.warn("missing-material", include, message);
      return undefined;
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      access.diagnostics.warn("unreadable-material", path, `${path} is broken: ${error.message}`);
      return undefined;
    }
  };
}
