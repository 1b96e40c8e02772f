/** Sources of a model (QC, SMD, VTA) as a model: compiled in memory, and read as its files are. */

import { FormatError } from "../../core/errors.ts";
import { Ledger } from "../../core/ledger.ts";
import { decodeText } from "../../formats/keyvalues/decode-text.ts";
import { normalizePath } from "../../formats/normalize-path.ts";
import { parseSmd } from "../../formats/smd/parse-smd.ts";
import type { Smd, SmdVertexAnimation } from "../../formats/smd/types.ts";
import type { ModelFiles } from "../../model/files/model-files.ts";
import { type ReadModelOptions, readStudioModel } from "../../model/files/read-studio-model.ts";
import type { StudioModel } from "../../model/studio-model.ts";
import type { CompileReport } from "../types.ts";
import { compileStudioModel } from "./compile-studio-model.ts";
import { pointsOfShapes } from "./flex/points-of-shapes.ts";
import { findCounterpart } from "./qc/find-counterpart.ts";
import { smdKey } from "./qc/load-sources.ts";
import { parseQc } from "./qc/parse-qc.ts";
import { qcOfSmd } from "./qc/qc-of-smd.ts";
import type { Qc } from "./qc/qc-types.ts";

export interface CompiledSource {
  /** Content path of the model that was made: `models/...mdl`. */
  readonly path: string;
  /** Its files, by content path. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

const SILENT: CompileReport = { progress: () => {}, warn: () => {} };

/**
 * Compiles a QC with the SMDs that it names, or one SMD: a mesh, with the shapes of the VTA that goes with it, or an
 * animation, which is a skeleton that plays it. A VTA is the shapes of its reference, or, where that is not there,
 * vertices without triangles.
 * @param path of the source as `files` knows it; the files that it names lie below its folder
 * @returns null where there is no such file
 * @throws FormatError of the format QC or SMD; of an SMD it names the file
 */
export async function compileModelSource(
  path: string,
  files: ModelFiles,
  report: CompileReport = SILENT,
): Promise<CompiledSource | null> {
  const bytes = await files.read(path);
  if (bytes === null) return null;
  const ledger = new Ledger();
  ledger.addInput(bytes.length);
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const smds = new Map<string, Smd>();
  let qc: Qc;
  if (/\.(smd|vta)$/i.test(path)) {
    const name = path.slice(folder.length).replace(/\.\w+$/, "");
    const { mesh, shapes } = await readPair(path, parseNamed(path, bytes), files);
    smds.set(name, mesh);
    if (shapes !== null) smds.set(`${name}.vta`, shapes);
    qc = qcOfSmd(name, mesh, shapes);
  } else {
    qc = parseQc(decodeText(bytes), report);
    await Promise.all(
      listFiles(qc).map(async (name) => {
        const file = normalizePath(folder + (/\.(smd|vta)$/i.test(name) ? name : `${name}.smd`));
        const found = await files.read(file);
        if (found === null) return;
        ledger.addInput(found.length);
        smds.set(smdKey(name), parseNamed(file, found));
      }),
    );
  }
  const readSmd = (name: string) => smds.get(smdKey(name)) ?? null;
  const { mdl, vvd, vtx } = compileStudioModel(qc, readSmd, report, ledger);
  const stem = normalizePath(`models/${qc.modelName.replace(/\.mdl$/i, "")}`);
  return {
    path: `${stem}.mdl`,
    files: new Map([
      [`${stem}.mdl`, mdl],
      [`${stem}.vvd`, vvd],
      [`${stem}.dx90.vtx`, vtx],
    ]),
  };
}

/** The same as a model. Throws what `compileModelSource` and `readStudioModel` do. */
export async function readModelSource(
  path: string,
  files: ModelFiles,
  options: ReadModelOptions & { readonly report?: CompileReport } = {},
): Promise<StudioModel | null> {
  const compiled = await compileModelSource(path, files, options.report);
  if (compiled === null) return null;
  const read = async (wanted: string) => compiled.files.get(wanted) ?? files.read(wanted);
  return readStudioModel(compiled.path, { read }, options);
}

/** A lone file with what goes with it: by its own name, or by its vertices. */
async function readPair(
  path: string,
  smd: Smd,
  files: ModelFiles,
): Promise<{ readonly mesh: Smd; readonly shapes: Smd | null }> {
  const { vertexAnimation } = smd;
  const isShapes = /\.vta$/i.test(path);
  if (!isShapes && (smd.triangles.count === 0 || vertexAnimation !== null)) {
    return { mesh: smd, shapes: null };
  }
  if (isShapes && vertexAnimation === null) throw noShapes(path);
  const named = path.replace(/\.\w+$/, isShapes ? ".smd" : ".vta");
  const bytes = await files.read(named);
  const beside = bytes === null ? null : parseNamed(named, bytes);
  const isMade = beside !== null && (beside.triangles.count > 0 || !isShapes);
  const other = isMade ? beside : ((await findCounterpart(path, smd, files))?.smd ?? null);
  if (!isShapes) return { mesh: smd, shapes: other };
  if (other !== null) return { mesh: other, shapes: smd };
  return pointsOfShapes(smd, vertexAnimation as SmdVertexAnimation);
}

function noShapes(path: string): FormatError {
  return new FormatError({
    ...{ format: "SMD", code: "truncated", offset: 0, where: `file of ${path}` },
    expected: 'a block "vertexanimation"',
  });
}

/** Returns the names of the SMDs and VTAs that a script may have, one for each file; some are of its animations. */
function listFiles(qc: Qc): string[] {
  const bodies = qc.bodyParts.flatMap((part) => part.models);
  const models = bodies.flatMap(({ file, flexFile }) => [file, flexFile?.file ?? null]);
  const coarser = qc.lods.flatMap(({ replacements }) => replacements.map(({ to }) => to));
  const others = qc.sequences.flatMap((sequence) => sequence.others);
  const moving = [...[...qc.animations, ...qc.sequences].map(({ file }) => file), ...others];
  const named = [...models, ...coarser, ...moving].filter((name) => name !== null);
  return [...new Map(named.map((name) => [smdKey(name), name])).values()];
}

function parseNamed(file: string, bytes: Uint8Array): Smd {
  try {
    return parseSmd(decodeText(bytes));
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new FormatError({ ...error.toJSON(), where: `${error.where} of ${file}` });
  }
}
