import { existsSync, readdirSync, readFileSync } from "node:fs";
import { buildStudioMesh } from "../../../src/formats/studio/mesh/build-studio-mesh.ts";
import { parseMdl } from "../../../src/formats/studio/read/parse-mdl.ts";
import { parseVtx } from "../../../src/formats/studio/read/parse-vtx.ts";
import { parseVvd } from "../../../src/formats/studio/read/parse-vvd.ts";
import type { Mdl, StudioMesh, Vtx, Vvd } from "../../../src/formats/studio/types.ts";
import { corpusPath, listCorpusFiles } from "../../support/corpus.ts";

const VTX_EXTENSIONS = [".dx90.vtx", ".dx80.vtx", ".sw.vtx", ".vtx"];

export interface CorpusModel {
  /** Path inside the corpus. */
  readonly name: string;
  readonly mdl: Mdl;
  readonly vvd: Vvd;
  /** VTX files next to the MDL, .dx90.vtx first. */
  readonly vtx: readonly Vtx[];
  /** One mesh per VTX. */
  readonly meshes: readonly StudioMesh[];
}

/** People, weapons and gestures of a Portal 2 mod; some files hold only animations. */
const LIVING = "tn2/";

/**
 * Returns the sorted paths of the corpus MDLs that were counted independently; empty without a
 * corpus.
 */
export function listCorpusMdls(): string[] {
  return listCorpusFiles(".mdl").filter((name) => !name.startsWith(LIVING));
}

/** Returns the paths of moving models, which were not counted independently. */
export function listLivingMdls(): string[] {
  return listCorpusFiles(".mdl").filter((name) => name.startsWith(LIVING));
}

/**
 * Folder of three newer models of version 49: two people of Left 4 Dead 2 with 1,846
 * `$declaresequence` rows, and a weapon of Counter-Strike: Global Offensive with per-frame
 * animations.
 */
export const NEWER = "../corpus2/models_v49";

/** Returns the paths of that folder's MDL files, relative to the corpus. */
export function listNewerMdls(): string[] {
  return listCorpusFiles(".mdl", NEWER);
}

/** Returns all paths in a corpus folder, relative to it, in lower case. */
export function listFolder(folder: string): string[] {
  const names = readdirSync(corpusPath(folder), { recursive: true, encoding: "utf8" });
  return names.map((name) => name.replaceAll("\\", "/").toLowerCase());
}

/** Reads the bytes of an MDL, its VVD and its first VTX. */
export function readCorpusFiles(name: string): {
  mdl: Uint8Array;
  vvd: Uint8Array;
  vtx: Uint8Array;
} {
  const stem = corpusPath(name.slice(0, -".mdl".length));
  const extension = VTX_EXTENSIONS.find((candidate) => existsSync(stem + candidate));
  return {
    mdl: readFileSync(`${stem}.mdl`),
    vvd: readFileSync(`${stem}.vvd`),
    vtx: readFileSync(`${stem}${extension}`),
  };
}

export function openCorpusModel(name: string): CorpusModel {
  const stem = corpusPath(name.slice(0, -".mdl".length));
  const mdl = parseMdl(readFileSync(`${stem}.mdl`));
  const vvd = parseVvd(readFileSync(`${stem}.vvd`));
  const vtx = VTX_EXTENSIONS.filter((extension) => existsSync(stem + extension)).map((extension) =>
    parseVtx(readFileSync(stem + extension)),
  );
  const meshes = vtx.map((file) => buildStudioMesh(mdl, vvd, file));
  return { name, mdl, vvd, vtx, meshes };
}
