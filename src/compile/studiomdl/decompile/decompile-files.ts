/** Decompiles a model's files to its source files. */

import { FormatError } from "../../../core/errors.ts";
import { Ledger } from "../../../core/ledger.ts";
import { normalizePath } from "../../../formats/normalize-path.ts";
import type { Phy } from "../../../formats/phy/parse-phy.ts";
import { parsePhy } from "../../../formats/phy/parse-phy.ts";
import { writeSmd } from "../../../formats/smd/write-smd.ts";
import type { MdlAnimations } from "../../../formats/studio/animation/animation-types.ts";
import { buildStudioMesh } from "../../../formats/studio/mesh/build-studio-mesh.ts";
import { listMeshes } from "../../../formats/studio/mesh/list-meshes.ts";
import { parseMdlAnimations } from "../../../formats/studio/read/animation/animation-file.ts";
import { MdlReader } from "../../../formats/studio/read/mdl-reader.ts";
import { parseMdl } from "../../../formats/studio/read/parse-mdl.ts";
import { parseMdlParts } from "../../../formats/studio/read/parse-mdl-parts.ts";
import { parseVtx } from "../../../formats/studio/read/parse-vtx.ts";
import { parseVvd } from "../../../formats/studio/read/parse-vvd.ts";
import { STUDIOHDR } from "../../../formats/studio/records/header.ts";
import { SEQ_DESC } from "../../../formats/studio/records/motion.ts";
import type { Mdl, Vtx } from "../../../formats/studio/types.ts";
import {
  type ModelFiles,
  modelStem,
  readFirst,
  VTX_EXTENSIONS,
} from "../../../model/files/model-files.ts";
import { NO_TRANSITION, type QcTransition } from "../qc/motion/motion-types.ts";
import type { QcReport } from "../qc/qc-statements.ts";
import { writeQc } from "../qc/write-qc.ts";
import { decompileModel } from "./decompile-model.ts";
import { writableName } from "./script-text.ts";

const NODES = {
  ...STUDIOHDR.tables.localnodenameindex,
  where: "studiohdr_t.localnodenameindex",
};
const REVERSIBLE = 1;

/**
 * Reads the poses at which each sequence of a valid MDL starts and ends.
 * @throws FormatError
 */
function readTransitions(bytes: Uint8Array): QcTransition[] {
  const reader = new MdlReader(bytes);
  const nodes = reader.find(NODES);
  const names = Array.from({ length: nodes.count }, (_, i) => {
    const at = nodes.at + i * nodes.bytes;
    return writableName(reader.string(NODES.where, at, reader.i32(at)));
  });
  const sequences = reader.find(STUDIOHDR.tables.localseqindex);
  return Array.from({ length: sequences.count }, (_, i): QcTransition => {
    const at = sequences.at + i * sequences.bytes;
    const entry = names[reader.i32(at + SEQ_DESC.at.localentrynode) - 1];
    const exit = names[reader.i32(at + SEQ_DESC.at.localexitnode) - 1];
    if (entry === undefined || exit === undefined) return NO_TRANSITION;
    const flags = reader.i32(at + SEQ_DESC.at.nodeflags);
    return { entry, exit, isReversible: (flags & REVERSIBLE) !== 0 };
  });
}

/** Approximate largest size of a line with a pose, and of one with a corner, in bytes. */
const POSE_BYTES = 72;
const CORNER_BYTES = 128;

/** Thrown if a file of the model is missing. */
export class LackingFileError extends Error {
  override readonly name = "LackingFileError";
  readonly path: string;

  constructor(path: string) {
    super(`there is no ${path} beside the model`);
    this.path = path;
  }
}

/**
 * Returns a QC, its SMDs and its VTAs by name, the QC first. Reports what a script cannot express.
 * @param path of an `.mdl` in `files`
 * @param ledger budget for the texts (`sourceBytes`)
 * @returns `null` if the file is missing
 * @throws LackingFileError; FormatError if a file is broken or the texts would be too large
 */
export async function decompileModelFiles(
  path: string,
  files: ModelFiles,
  report: QcReport,
  ledger = new Ledger(),
): Promise<Map<string, Uint8Array> | null> {
  const bytes = await files.read(path);
  if (bytes === null) return null;
  const stem = modelStem(path);
  const read = async (extensions: readonly string[]): Promise<Uint8Array> => {
    const paths = extensions.map((extension) => stem + extension);
    const found = await readFirst(files, paths);
    if (found === null) throw new LackingFileError(paths[0]);
    ledger.addInput(found.bytes.length);
    return found.bytes;
  };
  ledger.addInput(bytes.length);
  const mdl = parseMdl(bytes);
  // Models that consist only of animations have neither.
  const hasMeshes = mdl.meshes.count > 0;
  const vvd = hasMeshes ? parseVvd(await read([".vvd"])) : null;
  const vtx = hasMeshes ? parseVtx(await read(VTX_EXTENSIONS)) : null;
  // Called for their checks: all three files must match, and all references must be valid, in all
  // models.
  if (vvd !== null && vtx !== null) {
    buildStudioMesh(mdl, vvd, vtx);
    listMeshes(mdl, vvd, vtx);
  }
  const parts = parseMdlParts(bytes);
  const { animationBlocks } = parts.rig;
  const phy = await files.read(`${stem}.phy`);
  ledger.addInput(phy?.length ?? 0);
  // Animations may be in a separate file. Without it they are left out with a warning.
  const places = [`${stem}.ani`, normalizePath(animationBlocks.file)];
  const ani = animationBlocks.count > 0 ? await readFirst(files, places) : null;
  ledger.addInput(ani?.bytes.length ?? 0);
  const animations = parseMdlAnimations(bytes, mdl, {
    ...(ani === null ? {} : { ani: ani.bytes }),
    onBroken: (name, { message }) =>
      report.warn(`animation "${name}" stands in the bind pose: ${message}`),
  });
  drawTexts(ledger, mdl, vtx, animations);
  const hulls = phy === null ? {} : readPhy(phy, report);
  const hullCorners = (hulls.phy?.corners.length ?? 0) / 3;
  ledger.take("sourceBytes", hullCorners * CORNER_BYTES, "hulls", "PHY");
  const { qc, smds } = decompileModel({ mdl, vvd, vtx, animations }, report, {
    ...parts,
    transitions: readTransitions(bytes),
    ...hulls,
  });
  const encoder = new TextEncoder();
  const name = stem.slice(stem.lastIndexOf("/") + 1);
  const texts = new Map([[`${name}.qc`, encoder.encode(writeQc(qc))]]);
  for (const [file, smd] of smds) texts.set(file, encoder.encode(writeSmd(smd)));
  return texts;
}

function readPhy(phy: Uint8Array, report: QcReport): { readonly phy?: Phy } {
  try {
    return { phy: parsePhy(phy) };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    report.warn(`the collision model cannot be read: ${error.message}`);
    return {};
  }
}

/**
 * Reserves the size of the texts. Animations may share frames, and LODs vertices, but each is
 * written out.
 */
function drawTexts(
  ledger: Ledger,
  { bones }: Mdl,
  vtx: Vtx | null,
  { animations }: MdlAnimations,
): void {
  ledger.take("sourceBytes", (vtx?.indices.length ?? 0) * CORNER_BYTES, "sources", "MDL");
  for (const { frameCount } of animations) {
    ledger.take("sourceBytes", frameCount * bones.count * POSE_BYTES, "sequences", "MDL");
  }
}
