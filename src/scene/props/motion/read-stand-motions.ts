/** What the models of entities can play: read where what they stand in is not in their own file, or where they move. */

import { FormatError } from "../../../core/errors.ts";
import { parseMdlParts } from "../../../formats/studio/read/parse-mdl-parts.ts";
import { parseMdlRig } from "../../../formats/studio/read/parse-mdl-rig.ts";
import { readMotions } from "../../../model/motions/read-motions.ts";
import type { Motions } from "../../../model/studio-model.ts";
import { type ContentAccess, parseOrWarn, readOrWarn } from "../../open/read-content.ts";
import type { Stand } from "../stand-models.ts";

/**
 * null: nobody asks for it, or it cannot be read, with a warning; then each stands in the first pose of its own file.
 * @param path content path of the model, `bytes` what is in it
 */
export async function readStandMotions(
  path: string,
  bytes: Uint8Array,
  stands: readonly Stand[],
  access: ContentAccess,
): Promise<Motions | null> {
  if (stands.every(({ sequence }) => sequence === null)) return null;
  const rig = parseOrWarn(access, path, "unreadable-model", () => parseMdlRig(bytes));
  if (rig === undefined) return null;
  const isOwn = rig.included.count === 0 && rig.animationBlocks.file === "";
  const isSimple = ({ sequence, moves }: Stand) => !moves && typeof sequence !== "number";
  if (isOwn && stands.every(isSimple)) return null;
  const parts = parseOrWarn(access, path, "unreadable-model", () => parseMdlParts(bytes));
  if (parts === undefined) return null;
  const files = {
    read: async (file: string) => (await readOrWarn(access, file, "unreadable-model")) ?? null,
  };
  const { diagnostics } = access;
  try {
    return await readMotions(path, bytes, parts, files, { diagnostics });
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const message = `${path} stands still: ${error.message}`;
    diagnostics.warn("unreadable-model", path, message);
    return null;
  }
}
