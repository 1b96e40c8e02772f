/**
 * Counts how many corpus models can be read, one row per source, for the table of docs/models.md.
 */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { listMaterialPaths } from "../../../src/formats/studio/list-material-paths.ts";
import { parseMdlParts } from "../../../src/formats/studio/read/parse-mdl-parts.ts";
import { parseVtx } from "../../../src/formats/studio/read/parse-vtx.ts";
import { parseVvd } from "../../../src/formats/studio/read/parse-vvd.ts";
import { VTX_EXTENSIONS } from "../../../src/model/files/model-files.ts";
import { corpusPath, listCorpusFiles } from "../corpus.ts";

class Counts {
  models = 0;
  open = 0;
  withTriangles = 0;
  readonly versions = new Map<number, number>();
  withLods = 0;
  withSeveralBones = 0;
  withSkins = 0;
  readonly vertices = [0, 0, 0];
  triangles = 0;
  sequences = 0;
  animations = 0;
  withFaces = 0;
  materials = 0;
  materialsFound = 0;
}

const number = (value: number): string => value.toLocaleString("en-US");

/** @param args sources; none: all. Returns the exit code. */
export function countModels(args: readonly string[]): number {
  const sources = new Map<string, Counts>();
  const files = new Map<string, ReadonlySet<string>>();
  const all = new Counts();
  for (const path of listCorpusFiles(".mdl")) {
    const [source] = path.split("/");
    if (args.length > 0 && !args.includes(source)) continue;
    const counts = sources.get(source) ?? new Counts();
    sources.set(source, counts);
    const root = path.slice(0, path.toLowerCase().indexOf("/models/"));
    if (!files.has(root)) files.set(root, listFolder(root));
    for (const into of [counts, all]) count(path, files.get(root) as ReadonlySet<string>, into);
  }
  if (all.models === 0) {
    console.error("there are no models in the corpus");
    return 1;
  }
  const heads = [
    ...["source", "models", "open", "with triangles", "versions", "with LODs"],
    ...["with several bones", "with skins", "vertices of 1 / 2 / 3 bones", "triangles of LOD 0"],
    ...["sequences / animations", "with faces", "materials found"],
  ];
  console.log(`| ${heads.join(" | ")} |`);
  console.log(`|${heads.map((_, i) => (i === 0 || i === 4 ? "---" : "--:")).join("|")}|`);
  for (const [source, counts] of sources) console.log(toRow(source, counts));
  console.log(toRow("all", all));
  return 0;
}

/** Lists the content paths of all files below a folder's `materials`. */
function listFolder(root: string): ReadonlySet<string> {
  const folder = corpusPath(root);
  const materials = readdirSync(folder).find((name) => name.toLowerCase() === "materials");
  if (materials === undefined) return new Set();
  const names = readdirSync(join(folder, materials), { recursive: true, encoding: "utf8" });
  return new Set(names.map((name) => `materials/${name.replaceAll("\\", "/")}`.toLowerCase()));
}

function count(path: string, files: ReadonlySet<string>, counts: Counts): void {
  counts.models++;
  const { mdl, face } = parseMdlParts(new Uint8Array(readFileSync(corpusPath(path))));
  counts.open++;
  counts.versions.set(mdl.version, (counts.versions.get(mdl.version) ?? 0) + 1);
  counts.sequences += mdl.sequenceCount;
  counts.animations += mdl.animationCount;
  if (mdl.bones.count > 1) counts.withSeveralBones++;
  if (mdl.skinFamilyCount > 1) counts.withSkins++;
  if (face.descriptors.length > 0) counts.withFaces++;
  const paths = new Map<string, readonly string[]>();
  for (let skin = 0; skin < mdl.skinFamilyCount; skin++) {
    // Columns that no mesh uses are ignored.
    for (const column of new Set(mdl.meshes.material)) {
      const places = listMaterialPaths(mdl, skin, column);
      paths.set(places[0], places);
    }
  }
  counts.materials += paths.size;
  for (const places of paths.values()) {
    if (places.some((place) => files.has(place))) counts.materialsFound++;
  }
  countTriangles(path.slice(0, -".mdl".length), counts);
}

function countTriangles(stem: string, counts: Counts): void {
  const read = (extensions: readonly string[]) => {
    const found = extensions.map((end) => corpusPath(stem + end)).find((file) => existsSync(file));
    return found === undefined ? null : new Uint8Array(readFileSync(found));
  };
  const [vvd, vtx] = [read([".vvd"]), read(VTX_EXTENSIONS)];
  if (vvd === null || vtx === null) return;
  const { vertices } = parseVvd(vvd);
  const { meshes, lodCount } = parseVtx(vtx);
  if (meshes.count > 0) counts.withTriangles++;
  if (lodCount > 1) counts.withLods++;
  for (const bones of vertices.boneCount) counts.vertices[bones - 1]++;
  for (let row = 0; row < meshes.count; row++) {
    if (meshes.lod[row] === 0) counts.triangles += meshes.indexCount[row] / 3;
  }
}

function toRow(source: string, counts: Counts): string {
  const versions = [...counts.versions].sort(([a], [b]) => a - b).map((pair) => pair.join(": "));
  const cells = [
    source,
    ...[counts.models, counts.open, counts.withTriangles].map(number),
    versions.join(", "),
    ...[counts.withLods, counts.withSeveralBones, counts.withSkins].map(number),
    counts.vertices.map(number).join(" / "),
    number(counts.triangles),
    `${number(counts.sequences)} / ${number(counts.animations)}`,
    number(counts.withFaces),
    `${number(counts.materialsFound)} of ${number(counts.materials)}`,
  ];
  return `| ${cells.join(" | ")} |`;
}
