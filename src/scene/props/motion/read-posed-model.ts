/** What the models of entities can play, with what they include. */

import { FormatError } from "../../../core/errors.ts";
import { parseMdl } from "../../../formats/studio/read/parse-mdl.ts";
import { parseMdlProceduralBones } from "../../../formats/studio/read/parse-mdl-procedural-bones.ts";
import { parseMdlRig } from "../../../formats/studio/read/parse-mdl-rig.ts";
import { readMotions } from "../../../model/motions/read-motions.ts";
import type { PosedModel } from "../../../model/pose/posed-model.ts";
import { type ContentAccess, readOrWarn } from "../../open/read-content.ts";
import type { Stand } from "../stand-models.ts";

export type SharedFiles = Map<string, ReturnType<typeof readOrWarn>>;

/**
 * null: all stand as they were bound, or it cannot be read, with a warning; then they do.
 * @param path content path of the model, `bytes` what is in it
 * @param shared what other models have read so far, by path: people include the same files, of megabytes each
 */
export async function readPosedModel(
  path: string,
  bytes: Uint8Array,
  stands: readonly Stand[],
  access: ContentAccess,
  shared: SharedFiles,
): Promise<PosedModel | null> {
  if (stands.every(({ sequence }) => sequence === null)) return null;
  const files = {
    async read(file: string): Promise<Uint8Array | null> {
      let reading = shared.get(file);
      if (reading === undefined) {
        reading = readOrWarn(access, file, "unreadable-model");
        shared.set(file, reading);
      }
      return (await reading) ?? null;
    },
  };
  const { diagnostics } = access;
  try {
    const parts = {
      mdl: parseMdl(bytes),
      rig: parseMdlRig(bytes),
      procedures: parseMdlProceduralBones(bytes),
    };
    return { ...parts, motions: await readMotions(path, bytes, parts, files, { diagnostics }) };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const message = `${path} stands as it was bound: ${error.message}`;
    diagnostics.warn("unreadable-model", path, message);
    return null;
  }
}
