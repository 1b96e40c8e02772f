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
  /** Of each kind that lies beside the MDL: .dx90.vtx first. */
  readonly vtx: readonly Vtx[];
  /** Of each VTX. */
  readonly meshes: readonly StudioMesh[];
}

/** People, weapons and gestures of a Portal 2 mod, of which some are animations alone. */
const LIVING = "tn2/";

/**
 * Paths of the MDL files of the corpus that were counted by other means, sorted; none where there is no
 * corpus.
 */
export function listCorpusMdls(): string[] {
  return listCorpusFiles(".mdl").filter((name) => !name.startsWith(LIVING));
}

/** Of models that move and have been counted by nobody. */
export function listLivingMdls(): string[] {
  return listCorpusFiles(".mdl").filter((name) => name.startsWith(LIVING));
}

/**
 * Folder of three models of version 49 that came later: two people of Left 4 Dead 2 with 1,846 rows of
 * `$declaresequence`, and a weapon of Counter-Strike: Global Offensive whose animations are stored by frames.
 */
export const NEWER = "../corpus2/models_v49";

/** Paths of the MDL files of that folder, as those of the corpus. */
export function listNewerMdls(): string[] {
  return listCorpusFiles(".mdl", NEWER);
}

/** Paths of all files in a folder of the corpus, relative to it, lower case. */
export function listFolder(folder: string): string[] {
  const names = readdirSync(corpusPath(folder), { recursive: true, encoding: "utf8" });
  return names.map((name) => name.replaceAll("\\", "/").toLowerCase());
}

/** The bytes of an MDL's VVD and of its first VTX, and its own. */
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
