import { Diagnostics } from "../../core/diagnostics.ts";
import { FormatError } from "../../core/errors.ts";
import { lazyObject } from "../../core/lazy-object.ts";
import type { Limits } from "../../core/limits.ts";
import type { Phy } from "../../formats/phy/parse-phy.ts";
import { parsePhy } from "../../formats/phy/parse-phy.ts";
import type { MdlSequence } from "../../formats/studio/animation/animation-types.ts";
import { checkVtxChecksum, checkVvdChecksum } from "../../formats/studio/checksums.ts";
import { replaceMaterials } from "../../formats/studio/mesh/replace-materials.ts";
import { replacesMaterials } from "../../formats/studio/mesh/replaces-materials.ts";
import { openMdl } from "../../formats/studio/open-mdl.ts";
import { parseVtx } from "../../formats/studio/read/parse-vtx.ts";
import { parseVvd } from "../../formats/studio/read/parse-vvd.ts";
import {
  type BegunMotions,
  openFirstMotions,
  openMotions,
  readMotions,
} from "../motions/read-motions.ts";
import {
  type FoundFile,
  type ModelFiles,
  modelStem,
  readFirst,
  VTX_EXTENSIONS,
} from "./model-files.ts";
import type { Motions, StudioModel } from "./studio-model.ts";

export interface ReadModelOptions {
  /** Receives warnings of missing or broken parts that do not stop the model. */
  readonly diagnostics?: Diagnostics;
  /** Limits that override `LIMITS`. */
  readonly limits?: Limits;
  /**
   * Whether all `.ani` files are read too; true if left out. Otherwise `Motions.readBlocks` reads
   * them.
   */
  readonly readsBlocks?: boolean;
  /** Whether these files were read before without errors: parts are then parsed on first access. */
  readonly isChecked?: boolean;
}

/**
 * Reads a model with all of its files. Its collision model and included models may be missing or
 * broken: that is reported, and the rest is returned.
 * @param path content path of its `.mdl`
 * @returns null if the file does not exist
 * @throws FormatError if the MDL, VVD or VTX is broken, or they do not belong together
 */
export async function readStudioModel(
  path: string,
  files: ModelFiles,
  options: ReadModelOptions = {},
): Promise<StudioModel | null> {
  const { readsBlocks = true } = options;
  const open = readsBlocks ? readMotions : openMotions;
  const whole = async (...given: Parameters<typeof openMotions>) => {
    const motions = await open(...given);
    return { motions, readRest: async () => motions };
  };
  return (await beginModel(path, files, options, whole))?.model ?? null;
}

export interface BegunModel {
  readonly model: StudioModel;
  /** See `BegunMotions`. */
  readonly readRest: () => Promise<Motions>;
}

/**
 * Reads a model with only as many sequences as `isEnough` requires, and no `.ani` files.
 * @param isEnough see `openFirstMotions`
 */
export async function openFirstModel(
  path: string,
  files: ModelFiles,
  options: Omit<ReadModelOptions, "readsBlocks">,
  isEnough: (sequences: readonly MdlSequence[]) => boolean,
): Promise<BegunModel | null> {
  return beginModel(path, files, options, (...given) => openFirstMotions(...given, isEnough));
}

async function beginModel(
  path: string,
  files: ModelFiles,
  { diagnostics = new Diagnostics(), limits, isChecked = false }: ReadModelOptions,
  begin: (...given: Parameters<typeof openMotions>) => Promise<BegunMotions>,
): Promise<BegunModel | null> {
  const stem = modelStem(path);
  const mdlBytes = await files.read(`${stem}.mdl`);
  if (mdlBytes === null) return null;
  const { bytes, parts, respawn } = await openMdl(mdlBytes, isChecked);
  if (respawn?.unread) diagnostics.warn("unreadable-model", path, `${path}: ${respawn.unread}`);
  /** Finds a file inside the MDL or beside it. */
  const find = async (kind: "vvd" | "vtx", extensions: readonly string[]) =>
    respawn?.embedded.find((file) => file.kind === kind) ??
    (await readFirst(
      files,
      extensions.map((extension) => stem + extension),
    ));
  /**
   * Parses a file at once, while others are being read, or on first access if it was checked
   * before.
   */
  const hold = <F extends { readonly bytes: Uint8Array }, T>(
    file: F | null,
    parse: (file: F) => T,
  ): Held<T> => {
    const held = lazyObject<{ value: T | null }>({ value: () => file && parse(file) });
    return { bytes: file?.bytes ?? null, held: isChecked ? held : { ...held } };
  };
  const [vvd, vtx, phy, { motions, readRest }] = await Promise.all([
    find("vvd", [".vvd"]).then((file) =>
      hold(file, ({ bytes }) => {
        const vvd = parseVvd(bytes);
        checkVvdChecksum(vvd, parts.mdl);
        return vvd;
      }),
    ),
    find("vtx", VTX_EXTENSIONS).then((file) =>
      hold(file, ({ bytes }) => {
        const vtx = parseVtx(bytes);
        checkVtxChecksum(vtx, parts.mdl);
        return vtx;
      }),
    ),
    readFirst(files, [`${stem}.phy`]).then((file) =>
      hold(file, (found) => readPhy(found, diagnostics)),
    ),
    begin({ path, bytes, ...parts }, files, { diagnostics, limits }),
  ]);
  const lacking: string[] = [];
  // A model without meshes only holds animations for other models.
  if (parts.mdl.meshes.count > 0) {
    if (vvd.bytes === null) lacking.push(`${stem}.vvd`);
    if (vtx.bytes === null) lacking.push(`${stem}${VTX_EXTENSIONS[0]}`);
  }
  for (const missing of lacking) {
    diagnostics.warn(
      "missing-model",
      missing,
      `No ${missing}: none of the model's triangles are drawn.`,
    );
  }
  const shown = lazyObject<Pick<StudioModel, "mdl" | "vtx">>({
    mdl: () => parts.mdl,
    vtx: () => vtx.held.value,
  });
  // A few models replace materials in the VTX, which changes the MDL's skins.
  const replaced = vtx.bytes && replacesMaterials(vtx.bytes) ? vtx.held.value : null;
  const drawn = replaced && vtx.bytes ? replaceMaterials(parts.mdl, replaced, vtx.bytes) : shown;
  const model = lazyObject<StudioModel>({
    name: () => path,
    mdl: () => drawn.mdl,
    eyeballs: () => parts.eyeballs,
    eyelids: () => parts.eyelids,
    rig: () => parts.rig,
    face: () => parts.face,
    procedures: () => parts.procedures,
    second: () => parts.second,
    vvd: () => vvd.held.value,
    vtx: () => drawn.vtx,
    phy: () => phy.held.value,
    motions: () => motions,
    lacking: () => lacking,
  });
  return { model: isChecked ? model : { ...model }, readRest };
}

interface Held<T> {
  /** null if the file does not exist. */
  readonly bytes: Uint8Array | null;
  readonly held: { readonly value: T | null };
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
