/** Loads the SMDs and VTAs that a QC names. */

import type { Smd, SmdVertexAnimation } from "../../../formats/smd/types.ts";
import { type QcReport, qcError } from "./qc-statements.ts";
import type { Qc, QcLod, QcModel, QcReplacement } from "./qc-types.ts";

export type ReadSmd = (name: string) => Smd | null;

/** SMDs of a model for each LOD; `null` for a LOD that shows nothing. */
export interface ModelSmds {
  readonly model: QcModel;
  readonly lods: readonly (Smd | null)[];
  /** Shapes of its `flexfile`; `null` if it has none. */
  readonly shapes: SmdVertexAnimation | null;
}

/** Library that reads each file once, even if the script spells its path differently. */
export class SmdLibrary {
  readonly #read: ReadSmd;
  readonly #report: QcReport;
  readonly #known = new Map<string, Smd>();

  constructor(read: ReadSmd, report: QcReport) {
    this.#read = read;
    this.#report = report;
  }

  /** @throws FormatError if the file is missing */
  load(name: string, command: string, line: number): Smd {
    const key = smdKey(name);
    const known = this.#known.get(key);
    if (known) return known;
    const smd = this.#read(name);
    if (smd === null) throw qcError("mismatch", command, line, `a file "${name}"`, "none");
    if (facesAway(smd)) {
      this.#report.warn(`"${name}": most triangles wind clockwise and will show their back`);
    }
    this.#known.set(key, smd);
    return smd;
  }
}

/**
 * Returns the common key for all spellings of a source's path: with or without `.smd`, `./` or
 * backslashes.
 */
export function smdKey(name: string): string {
  return name
    .replaceAll("\\", "/")
    .replace(/^(?:\.\/)+/, "")
    .replace(/\.smd$/i, "");
}

/** Loads the models of all body parts, in order, with the SMDs of all their LODs. */
export function loadModelSources(qc: Qc, library: SmdLibrary): ModelSmds[] {
  const sources: ModelSmds[] = [];
  const replaced = new Set<object>();
  const lods = qc.lods.map(replacementsByFile);
  for (const { models } of qc.bodyParts) {
    for (const model of models) {
      const { file, line } = model;
      if (file === null) {
        sources.push({ model, lods: [null, ...qc.lods.map(() => null)], shapes: null });
        continue;
      }
      const base = library.load(file, "$body", line);
      const coarser = lods.map((rows) => loadLod(rows, file, base, library, replaced));
      sources.push({ model, lods: [base, ...coarser], shapes: loadShapes(model, library) });
    }
  }
  for (const lod of qc.lods) {
    for (const { from, line } of lod.replacements.filter((row) => !replaced.has(row))) {
      throw qcError("mismatch", "$lod", line, "a model of a $body before it", `"${from}"`);
    }
  }
  return sources;
}

function loadShapes({ flexFile }: QcModel, library: SmdLibrary): SmdVertexAnimation | null {
  if (!flexFile) return null;
  const { vertexAnimation } = library.load(flexFile.file, "flexfile", flexFile.line);
  if (vertexAnimation !== null) return vertexAnimation;
  const expected = `vertexanimation in "${flexFile.file}"`;
  throw qcError("mismatch", "flexfile", flexFile.line, expected, "none");
}

/**
 * Returns the replacement of each file in a LOD, by `plainName`. The first row for a name counts.
 */
function replacementsByFile(lod: QcLod): Map<string, QcReplacement> {
  return new Map([...lod.replacements].reverse().map((row) => [plainName(row.from), row]));
}

/** Loads a model's SMD for a LOD. Without a replacement it is the base SMD. */
function loadLod(
  rows: ReadonlyMap<string, QcReplacement>,
  file: string,
  base: Smd,
  library: SmdLibrary,
  replaced: Set<object>,
): Smd | null {
  const row = rows.get(plainName(file));
  if (row === undefined) return base;
  replaced.add(row);
  return row.to === null ? null : library.load(row.to, "$lod", row.line);
}

function plainName(file: string): string {
  return file
    .toLowerCase()
    .replaceAll("\\", "/")
    .replace(/\.smd$/, "");
}

/** Whether more triangles face away from their vertices' normals than towards them. */
function facesAway({ triangles }: Smd): boolean {
  const { position: p, normal } = triangles;
  let balance = 0;
  for (let i = 0; i < triangles.count * 9; i += 9) {
    const [ax, ay, az] = [p[i + 3] - p[i], p[i + 4] - p[i + 1], p[i + 5] - p[i + 2]];
    const [bx, by, bz] = [p[i + 6] - p[i], p[i + 7] - p[i + 1], p[i + 8] - p[i + 2]];
    const x = normal[i] + normal[i + 3] + normal[i + 6];
    const y = normal[i + 1] + normal[i + 4] + normal[i + 7];
    const z = normal[i + 2] + normal[i + 5] + normal[i + 8];
    balance += Math.sign(
      x * (ay * bz - az * by) + y * (az * bx - ax * bz) + z * (ax * by - ay * bx),
    );
  }
  return balance < 0;
}
