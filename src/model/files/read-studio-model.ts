import { Diagnostics } from "../../core/diagnostics.ts";
import { FormatError } from "../../core/errors.ts";
import type { Limits } from "../../core/limits.ts";
import { parsePhy } from "../../formats/phy/parse-phy.ts";
import type { Phy } from "../../formats/phy/types.ts";
import { checkVtxChecksum, checkVvdChecksum } from "../../formats/studio/check-checksums.ts";
import { replaceMaterials } from "../../formats/studio/mesh/replace-materials.ts";
import { replacesMaterials } from "../../formats/studio/mesh/replaces-materials.ts";
import { openMdl } from "../../formats/studio/open-mdl.ts";
import { parseVtx } from "../../formats/studio/read/parse-vtx.ts";
import { parseVvd } from "../../formats/studio/read/parse-vvd.ts";
import { openMotions, readMotions } from "../motions/read-motions.ts";
import type { StudioModel } from "../studio-model.ts";
import {
  type FoundFile,
  type ModelFiles,
  modelStem,
  readFirst,
  VTX_EXTENSIONS,
} from "./model-files.ts";

export interface ReadModelOptions {
  /** Is told what is missing or broken without stopping the model. */
  readonly diagnostics?: Diagnostics;
  /** In place of those of `LIMITS`. */
  readonly limits?: Limits;
  /** Whether all `.ani` files are read, too: true if left out; else `Motions.readBlocks` does. */
  readonly readsBlocks?: boolean;
}

/**
 * Reads a model with all files that belong to it. Its collision model, and what it includes, may be missing or
 * broken: it is told of, and the rest is there.
 * @param path content path of its `.mdl`
 * @returns null where there is no such file
 * @throws FormatError where the MDL, VVD or VTX is broken, or they do not belong together
 */
export async function readStudioModel(
  path: string,
  files: ModelFiles,
  { diagnostics = new Diagnostics(), limits, readsBlocks = true }: ReadModelOptions = {},
): Promise<StudioModel | null> {
  const stem = modelStem(path);
  const mdlBytes = await files.read(`${stem}.mdl`);
  if (mdlBytes === null) return null;
  const { bytes, parts, respawn } = await openMdl(mdlBytes);
  if (respawn?.unread) diagnostics.warn("unreadable-model", path, `${path}: ${respawn.unread}`);
  /** In the MDL itself, or beside it. */
  const find = async (kind: "vvd" | "vtx", extensions: readonly string[]) =>
    respawn?.embedded.find((file) => file.kind === kind) ??
    (await readFirst(
      files,
      extensions.map((extension) => stem + extension),
    ));
  const openAll = readsBlocks ? readMotions : openMotions;
  // Each is parsed while others are on their way.
  const [vvd, vtxRead, phy, motions] = await Promise.all([
    find("vvd", [".vvd"]).then((file) => file && parseVvd(file.bytes)),
    find("vtx", VTX_EXTENSIONS).then(
      (file) => file && { bytes: file.bytes, vtx: parseVtx(file.bytes) },
    ),
    readFirst(files, [`${stem}.phy`]).then((file) => file && readPhy(file, diagnostics)),
    openAll(path, bytes, parts, files, { diagnostics, limits }),
  ]);
  const lacking: string[] = [];
  // A model without meshes is animations for others.
  if (parts.mdl.meshes.count > 0) {
    if (vvd === null) lacking.push(`${stem}.vvd`);
    if (vtxRead === null) lacking.push(`${stem}${VTX_EXTENSIONS[0]}`);
  }
  for (const missing of lacking) {
    diagnostics.warn(
      "missing-model",
      missing,
      `No ${missing}: none of the model's triangles are drawn.`,
    );
  }
  if (vvd) checkVvdChecksum(vvd, parts.mdl);
  let { mdl } = parts;
  let vtx = vtxRead?.vtx ?? null;
  if (vtx) checkVtxChecksum(vtx, mdl);
  if (vtxRead && vtx && replacesMaterials(vtxRead.bytes)) {
    ({ mdl, vtx } = replaceMaterials(mdl, vtx, vtxRead.bytes));
  }
  return {
    name: path,
    ...parts,
    mdl,
    vvd,
    vtx,
    phy,
    motions,
    lacking,
  };
}

function readPhy({ path, bytes }: FoundFile, diagnostics: Diagnostics): Phy | null {
  try {
    return parsePhy(bytes);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    diagnostics.warn("unreadable-model", path, `${path} is left out: ${error.message}`);
    return null;
  }
}
