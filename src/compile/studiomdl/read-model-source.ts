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
import { isFlexName } from "./flex/flex-expression.ts";
import { smdKey } from "./qc/load-sources.ts";
import { parseQc } from "./qc/parse-qc.ts";
import type { Qc } from "./qc/qc-types.ts";

// An SMD and a VTA belong together by name, or else by what they say of the same vertices.

/** Most files of a folder that are looked into, and most bytes of them together. */
const MAX_FILES = 64;
const MAX_BYTES = 1 << 26;
/** Inches: what texts round places to. */
const NEAR = 0.01;

/**
 * The reference of a VTA, or the VTA of a reference, under another name: of what lies beside it the first that has
 * the same vertices in the same places, else the first of as many. What cannot be read is none.
 * @param path of the file itself; @param own what it says
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

/** null of a file without such a block, or with a fault: it is opened by itself to be told of that. */
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

/** Whether the first shape of a VTA is a reference's corners. */
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

// A VTA alone: vertices that nobody tells the triangles of, as a model of nothing but these.

/** A mesh names its vertices in 16 bits. */
const MAX_MESH_VERTICES = 0x10000;

export interface PointSources {
  /** A triangle of no size for each vertex of the first shape: compiled, vertices without triangles. */
  readonly mesh: Smd;
  /** The same shapes by the corners of these. */
  readonly shapes: Smd;
}

/** @param vta its first shape has all vertices, each with a number of its own; they hang on one bone */
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
      // Each its own, so that vertices that lie in one place stay as many as they are.
      texCoord: Float32Array.from({ length: corners * 2 }, (_, i) => Math.floor(i / 6)),
      firstLink: Uint32Array.from({ length: corners + 1 }, (_, i) => i),
      linkBone: new Uint16Array(corners),
      linkWeight: new Float32Array(corners).fill(1),
      firstExtraTexCoord: new Uint32Array(corners + 1),
      extraTexCoord: new Float32Array(0),
    },
    vertexAnimation: null,
  };
  // Every later shape has vertices of the first alone: the reader has seen to that.
  const id = Uint32Array.from(shapes.id, (number) => rowOf.get(number)! * 3);
  return { mesh, shapes: { ...vta, nodes, skeleton, vertexAnimation: { ...shapes, id } } };
}

/**
 * The script that a lone SMD would have: its triangles as the model; without any, its frames as a sequence of
 * the skeleton. Shapes of a VTA beside it are movements, each with a controller of its own.
 * @param name of the files, without an extension
 */
function qcOfSmd(name: string, smd: Smd, shapes: Smd | null = null): Qc {
  const lines = [`$modelname "${name}.mdl"`];
  if (smd.triangles.count > 0) {
    lines.push(`$model "${name}" "${name}" {`, ...listShapes(name, shapes), "}");
  }
  lines.push(`$sequence "${name}" "${name}"`);
  return parseQc(lines.join("\n"), { warn: () => {} });
}

/** The first shape is the model as it is. */
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

/** As the file has them, where rules can say that, each once; else by their times. */
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
