/** One model in all the ways that a map shows it: in which pose, and with which of its body groups. */

import { buildStudioMesh } from "../../formats/studio/mesh/build-studio-mesh.ts";
import { chooseModels } from "../../formats/studio/mesh/choose-models.ts";
import { listStripGroups } from "../../formats/studio/mesh/list-strip-groups.ts";
import type { replaceMaterials } from "../../formats/studio/mesh/replace-materials.ts";
import { parseMdl } from "../../formats/studio/read/parse-mdl.ts";
import { parseVtx } from "../../formats/studio/read/parse-vtx.ts";
import { parseVvd } from "../../formats/studio/read/parse-vvd.ts";
import { readFirstPose } from "../../formats/studio/read/read-first-pose.ts";
import type { StudioMesh } from "../../formats/studio/types.ts";
import type { ContentAccess } from "../open/read-content.ts";
import { assembleModel, type PropModel } from "./prop-model.ts";

export interface Stand {
  /** The sequence that it stands in; empty: the first; null: its bind pose. */
  readonly sequence: string | null;
  /** Its body groups, see `chooseModels`; left out: 0. */
  readonly body?: number;
}

export interface StandFiles {
  readonly mdl: Uint8Array;
  readonly vvd: Uint8Array;
  readonly vtx: Uint8Array;
  /** Of a model whose LODs show other materials. */
  readonly replace?: typeof replaceMaterials;
}

/**
 * A model for each stand: one for those that show the same, and the vertices are the same for all. A stand
 * that the ledger has no room for is as the first, with a warning.
 * @throws FormatError
 */
export function standModels(
  path: string,
  files: StandFiles,
  stands: readonly Stand[],
  { ledger, diagnostics }: Pick<ContentAccess, "ledger" | "diagnostics">,
): PropModel[] {
  const vvd = parseVvd(files.vvd);
  const plain = { mdl: parseMdl(files.mdl), vtx: parseVtx(files.vtx) };
  const { mdl, vtx } = files.replace?.(plain.mdl, plain.vtx, files.vtx) ?? plain;
  const stripGroups = listStripGroups(mdl, files.vtx, vvd.vertices.count);
  const meshes = new Map<string, StudioMesh>();
  const standing = new Map<string, PropModel>();
  let first: PropModel | null = null;
  let isFull = false;
  const models = stands.map(({ sequence, body = 0 }) => {
    const shown = chooseModels(mdl, body).join();
    const key = `${shown} ${sequence}`;
    let model = standing.get(key);
    if (model !== undefined) return model;
    // The first is what its files hold; of others there may be any number.
    if (first !== null && !ledger.tryTake("indices", first.mesh.indices.length + mdl.bones.count)) {
      isFull = true;
      return first;
    }
    const mesh = meshes.get(shown) ?? buildStudioMesh(mdl, vvd, vtx, body);
    meshes.set(shown, mesh);
    const pose = sequence === null ? null : readFirstPose(files.mdl, mdl, sequence);
    model = assembleModel(path, mdl, mesh, stripGroups, pose ?? mdl.bones);
    standing.set(key, model);
    first ??= model;
    return model;
  });
  if (isFull) {
    const message = `${path} stands in more ways than are kept: the others are as the first.`;
    diagnostics.warn("over-budget", path, message);
  }
  return models;
}
