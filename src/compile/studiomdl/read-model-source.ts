/**
 * Opens sources of a model (QC, SMD, VTA) as a model: compiles them in memory and reads the result.
 */

import { FormatError } from "../../core/errors.ts";
import { Ledger } from "../../core/ledger.ts";
import { decodeText } from "../../formats/keyvalues/decode-text.ts";
import { normalizePath } from "../../formats/normalize-path.ts";
import { parseSmd } from "../../formats/smd/parse-smd.ts";
import type { Smd, SmdVertexAnimation } from "../../formats/smd/types.ts";
import type { ModelFiles } from "../../model/files/model-files.ts";
import { type ReadModelOptions, readStudioModel } from "../../model/files/read-studio-model.ts";
import type { StudioModel } from "../../model/files/studio-model.ts";
import type { CompileReport } from "../types.ts";
import { compileStudioModel } from "./compile-studio-model.ts";
import { isFlexName } from "./flex/flex-expression.ts";
import { smdKey } from "./qc/load-sources.ts";
import { parseQc } from "./qc/parse-qc.ts";
import type { Qc } from "./qc/qc-types.ts";

// Matching of an SMD with its VTA, by name or by equal vertices.

/** Most files of a folder that are searched, and their total bytes. */
const MAX_FILES = 64;
const MAX_BYTES = 1 << 26;
/** Distance in inches below which positions are equal. Text files round them. */
const NEAR = 0.01;

/**
 * Finds the reference of a VTA, or the VTA of a reference, under another name: the first file
 * beside it with the same vertices at the same positions, or else the first with the same number of
 * vertices. Ignores unreadable files.
 * @param path of the file itself
 * @param own its content
 */
async function findCounterpart(
  path: string,
  own: Smd,
  files: ModelFiles,
): Promise<{ readonly path: string; readonly smd: Smd } | null> {
  const isReference = own.vertexAnimation === null;
  const wanted = isReference ? ".vta" : ".smd";
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const listed = (await files.list?.(folder)) ?? [];
  const candidates = listed.filter((file) => file.toLowerCase().endsWith(wanted)).sort();
  let left = MAX_BYTES;
  let ofSameCount: { readonly path: string; readonly smd: Smd } | null = null;
  for (const candidate of candidates.slice(0, MAX_FILES)) {
    const bytes = await files.read(candidate);
    if (bytes === null) continue;
    left -= bytes.length;
    if (left < 0) break;
    const smd = readWith(isReference ? "vertexanimation" : "triangles", bytes);
    if (smd === null) continue;
    const [reference, shapes] = isReference ? [own, smd] : [smd, own];
    const fit = compareVertices(reference, shapes);
    if (fit === "same") return { path: candidate, smd };
    if (fit === "as-many") ofSameCount ??= { path: candidate, smd };
  }
  return ofSameCount;
}

/**
 * Parses an SMD; `null` if it lacks the block or is faulty. Opening the file directly reports the
 * fault.
 */
function readWith(block: string, bytes: Uint8Array): Smd | null {
  const text = decodeText(bytes);
  if (!text.includes(block)) return null;
  try {
    return parseSmd(text);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return null;
  }
}

/** Whether the first shape of a VTA has the corners of a reference. */
export function compareVertices(
  { triangles }: Smd,
  { vertexAnimation }: Smd,
): "same" | "as-many" | null {
  if (vertexAnimation === null || vertexAnimation.frameCount === 0) return null;
  const corners = triangles.count * 3;
  const { id, position, firstVertex } = vertexAnimation;
  const count = firstVertex[1];
  if (corners === 0 || count === 0) return null;
  for (let row = 0; row < count; row++) if (id[row] >= corners) return null;
  for (let row = 0; row < count; row++) {
    for (let axis = 0; axis < 3; axis++) {
      const apart = position[row * 3 + axis] - triangles.position[id[row] * 3 + axis];
      if (Math.abs(apart) > NEAR) return count === corners ? "as-many" : null;
    }
  }
  return "same";
}

// A VTA without a reference, shown as a model of vertices without triangles.

/** Most vertices of a mesh, which are numbered with 16 bits. */
const MAX_MESH_VERTICES = 0x10000;

export interface PointSources {
  /**
   * A degenerate triangle for each vertex of the first shape. Compiled, these are vertices without
   * triangles.
   */
  readonly mesh: Smd;
  /** The shapes of the VTA, by the corners of these triangles. */
  readonly shapes: Smd;
}

/**
 * @param vta VTA whose first shape has all vertices, each with a distinct number. All belong to one
 * bone.
 */
function pointsOfShapes(vta: Smd, shapes: SmdVertexAnimation): PointSources {
  const count = shapes.firstVertex[1] ?? 0;
  const rowOf = new Map<number, number>();
  for (let row = 0; row < count; row++) rowOf.set(shapes.id[row], row);
  const corners = count * 3;
  const meshCount = Math.ceil(count / MAX_MESH_VERTICES);
  const spread = (values: Float32Array) => {
    const out = new Float32Array(corners * 3);
    for (let i = 0; i < out.length; i++) out[i] = values[Math.floor(i / 9) * 3 + (i % 3)];
    return out;
  };
  const nodes = { count: 1, id: Int32Array.of(0), name: ["root"], parent: Int32Array.of(-1) };
  const skeleton = {
    frameCount: 1,
    time: Int32Array.of(0),
    position: new Float32Array(3),
    rotation: new Float32Array(3),
  };
  const mesh: Smd = {
    version: vta.version,
    nodes,
    skeleton,
    triangles: {
      count,
      materials: Array.from({ length: meshCount }, (_, i) => `points${i === 0 ? "" : i}`),
      material: Uint32Array.from({ length: count }, (_, i) => Math.floor(i / MAX_MESH_VERTICES)),
      bone: new Uint16Array(corners),
      position: spread(shapes.position),
      normal: spread(shapes.normal),
      // Distinct texture coordinates, so that vertices at the same position are not merged.
      texCoord: Float32Array.from({ length: corners * 2 }, (_, i) => Math.floor(i / 6)),
      firstLink: Uint32Array.from({ length: corners + 1 }, (_, i) => i),
      linkBone: new Uint16Array(corners),
      linkWeight: new Float32Array(corners).fill(1),
      firstExtraTexCoord: new Uint32Array(corners + 1),
      extraTexCoord: new Float32Array(0),
    },
    vertexAnimation: null,
  };
  // The reader has checked that later shapes contain only vertices of the first.
  const id = Uint32Array.from(shapes.id, (number) => rowOf.get(number)! * 3);
  return { mesh, shapes: { ...vta, nodes, skeleton, vertexAnimation: { ...shapes, id } } };
}

/**
 * Returns the script for a single SMD: its triangles as the model, or without triangles its frames
 * as a sequence of the skeleton. Shapes of a matching VTA become flexes, each with a controller.
 * @param name of the files, without extension
 */
function qcOfSmd(name: string, smd: Smd, shapes: Smd | null = null): Qc {
  const lines = [`$modelname "${name}.mdl"`];
  if (smd.triangles.count > 0) {
    lines.push(`$model "${name}" "${name}" {`, ...listShapes(name, shapes), "}");
  }
  lines.push(`$sequence "${name}" "${name}"`);
  return parseQc(lines.join("\n"), { warn: () => {} });
}

/** Lists the shapes except the first, which is the undeformed model. */
function listShapes(name: string, shapes: Smd | null): string[] {
  const { time, name: given } = shapes?.vertexAnimation ?? { time: [], name: [] };
  const times = Array.from(time).slice(1);
  if (times.length === 0) return [];
  const names = nameShapes(times, given.slice(1));
  return [
    `flexfile "${name}.vta" {`,
    ...times.map((frame, i) => `flex "${names[i]}" frame ${frame}`),
    "}",
    ...names.map((shape) => `flexcontroller shapes range 0 1 "${shape}"`),
    ...names.map((shape) => `%${shape} = ${shape}`),
  ];
}

/** Names shapes as in the file if rules can use the name, each once; else by their times. */
function nameShapes(times: readonly number[], given: readonly string[]): string[] {
  const taken = new Set<string>();
  return times.map((time, i) => {
    const own = given[i].replace(/\W+/g, "_");
    let name = isFlexName(own) ? own : `shape${time}`;
    while (taken.has(name.toLowerCase())) name += `_${time}`;
    taken.add(name.toLowerCase());
    return name;
  });
}

export interface CompiledSource {
  /** Content path of the compiled model: `models/...mdl`. */
  readonly path: string;
  /** Files of the model, by content path. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

const SILENT: CompileReport = { progress: () => {}, warn: () => {} };

/**
 * Compiles a QC with its SMDs, or one SMD: a mesh with the shapes of its VTA, or an animation as a
 * skeleton that plays it. A VTA is compiled with its reference, or without one as vertices without
 * triangles.
 * @param path of the source in `files`. The files it names are below its folder.
 * @returns `null` if the file is missing
 * @throws FormatError of the format QC or SMD; for an SMD it names the file
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

/**
 * Compiles a source and reads the result. Throws the errors of `compileModelSource` and
 * `readStudioModel`.
 */
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

/** Reads a file's counterpart, found by name or by equal vertices. */
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

/**
 * Returns the names of the SMDs and VTAs that a script may use, each once. Some are names of
 * animations.
 */
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
