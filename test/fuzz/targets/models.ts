/** Models and all files that belong to them. */

import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { parsePhy } from "../../../src/formats/phy/parse-phy.ts";
import { summarizePhy } from "../../../src/formats/phy/summarize-phy.ts";
import { buildStudioMesh } from "../../../src/formats/studio/mesh/build-studio-mesh.ts";
import { openMdl } from "../../../src/formats/studio/open-mdl.ts";
import {
  parseMdlAnimations,
  readFirstPose,
} from "../../../src/formats/studio/read/animation/animation-file.ts";
import { parseMdl } from "../../../src/formats/studio/read/parse-mdl.ts";
import { parseMdlParts } from "../../../src/formats/studio/read/parse-mdl-parts.ts";
import { parseMdlProceduralBones } from "../../../src/formats/studio/read/parse-mdl-procedural-bones.ts";
import { parseVtx } from "../../../src/formats/studio/read/parse-vtx.ts";
import { parseVtxDetails } from "../../../src/formats/studio/read/parse-vtx-details.ts";
import { parseVvd } from "../../../src/formats/studio/read/parse-vvd.ts";
import { parseVvdExtra } from "../../../src/formats/studio/read/parse-vvd-extra.ts";
import { summarizeLists } from "../../../src/formats/studio/summarize-lists.ts";
import { summarizeModel } from "../../../src/formats/studio/summarize-model.ts";
import { summarizeRespawn } from "../../../src/formats/studio/summarize-respawn.ts";
import {
  summarizeHeader,
  summarizeMdl,
  summarizeVtx,
  summarizeVvd,
} from "../../../src/formats/studio/summarize-studio.ts";
import { readStudioModel } from "../../../src/model/files/read-studio-model.ts";
import { openPlayer } from "../../../src/model/pose/open-player.ts";
import { makePhy, makeTetrahedron } from "../../formats/phy/make-phy.ts";
import { makeAni, makeExternal } from "../../formats/studio/make-ani.ts";
import { makeFrames } from "../../formats/studio/make-frames.ts";
import { makePpl } from "../../formats/studio/make-ppl.ts";
import { make52, make53 } from "../../formats/studio/make-respawn.ts";
import { makeRig } from "../../formats/studio/make-rig.ts";
import { makeDeclared, makeLeaning, makeSequences } from "../../formats/studio/make-sequences.ts";
import { makeStudioFiles, makeStudioModel } from "../../formats/studio/make-studio.ts";
import { makeVhv } from "../../formats/studio/make-vhv.ts";
import { READERS } from "../../support/measure/readers.ts";
import { joinParts, splitParts } from "./parts.ts";
import type { Target } from "./target.ts";

const STUDIO = "src/formats/studio/";

/** A VVD of one LOD that is nothing but its header. */
function makeEmptyVvd(): Uint8Array {
  const bytes = new Uint8Array(64);
  const view = new DataView(bytes.buffer);
  for (const [at, word] of [
    [0, 0x56534449],
    [4, 4],
    [12, 1],
    [56, 64],
  ]) {
    view.setInt32(at, word, true);
  }
  return bytes;
}
const files = () => makeStudioFiles();
const phy = () => makePhy({ solids: [[makeTetrahedron([0, 0, 0])]] });

function readMdl(bytes: Uint8Array, look: () => void): void {
  const parts = parseMdlParts(bytes);
  look();
  const lists = summarizeLists(bytes, parts);
  JSON.stringify([summarizeMdl(parts), lists, summarizeHeader(bytes, parts.mdl)]);
  parseMdlProceduralBones(bytes);
  readFirstPose(bytes, parts.mdl);
  parseMdlAnimations(bytes, parts.mdl);
}

/** Reads an MDL of Titanfall or Titanfall 2 as far as other games have the same parts. Files inside it are left out. */
async function readRespawn(bytes: Uint8Array, look: () => void): Promise<void> {
  const { bytes: shared, parts, respawn } = await openMdl(bytes);
  look();
  JSON.stringify([summarizeMdl(parts), respawn && summarizeRespawn(respawn)]);
  parseMdlAnimations(shared, parts.mdl);
}

/** An MDL, and its file of animation blocks. */
function readAni(bytes: Uint8Array, look: () => void): void {
  const [mdl, ani] = splitParts(bytes, 2);
  parseMdlAnimations(mdl, parseMdl(mdl), { ani });
  look();
}

function readTriangles(bytes: Uint8Array): void {
  const [mdl, vvd, vtx] = splitParts(bytes, 3);
  const parts = parseMdlParts(mdl);
  const geometry = { vvd: parseVvd(vvd), vtx: parseVtx(vtx), details: parseVtxDetails(vtx) };
  JSON.stringify(summarizeModel(parts, geometry));
  buildStudioMesh(parts.mdl, geometry.vvd, geometry.vtx);
}

const STEPS = [0, 0.5, 3];

/** All files of a model: put together, summed up, and each sequence played for a moment. */
async function readModel(bytes: Uint8Array, look: () => void): Promise<void> {
  const [mdl, vvd, vtx, phyFile] = splitParts(bytes, 4);
  const byPath = new Map([
    ["a.mdl", mdl],
    ["a.vvd", vvd],
    ["a.dx90.vtx", vtx],
    ["a.phy", phyFile],
  ]);
  // An empty part stands for a missing file.
  const read = async (path: string) => (byPath.get(path)?.length ? byPath.get(path)! : null);
  const model = await readStudioModel("a.mdl", { read }, { diagnostics: new Diagnostics() });
  look();
  if (model === null) return;
  const { player } = openPlayer(model);
  for (let i = 0; i < Math.min(4, model.motions.sequences.length); i++) {
    player.play(i);
    for (const seconds of STEPS) {
      player.advance(seconds);
      player.pose();
    }
  }
}

const make =
  (kind: "vvd" | "vtx" | "phy" | "ppl" | "vhv") => (bytes: Uint8Array, look: () => void) =>
    READERS[kind](bytes, look);

export const MODEL_TARGETS: readonly Target[] = [
  {
    name: "mdl",
    does: "an MDL by itself: bones, meshes, faces, rules of bones, sequences and their poses",
    code: [
      `${STUDIO}read/parse-mdl`,
      `${STUDIO}read/mdl`,
      `${STUDIO}read/animation/`,
      `${STUDIO}animation/`,
      `${STUDIO}summarize`,
    ],
    form: "bytes",
    files: [".mdl"],
    seeds: () => [
      files().mdl,
      makeSequences().bytes,
      makeLeaning().bytes,
      makeRig().bytes,
      makeFrames().bytes,
      makeDeclared(),
    ],
    read: readMdl,
  },
  {
    name: "mdl-respawn",
    does: "an MDL of Titanfall or Titanfall 2: what it shares with others",
    code: [`${STUDIO}open-`],
    form: "bytes",
    seeds: () => [make52(), make53()],
    read: readRespawn,
  },
  {
    name: "ani",
    does: "animations that lie in a file of their own",
    code: [`${STUDIO}read/animation/`],
    form: "bytes",
    seeds: () => [joinParts([makeExternal(), makeAni()])],
    read: readAni,
  },
  {
    name: "vvd",
    does: "vertices",
    code: [`${STUDIO}read/parse-vvd`],
    form: "bytes",
    files: [".vvd"],
    // The second has no vertices, wherever it says that they lie.
    seeds: () => [files().vvd, makeEmptyVvd()],
    read: async (bytes, look) => {
      await make("vvd")(bytes, look);
      parseVvdExtra(bytes);
      JSON.stringify(summarizeVvd(parseVvd(bytes)));
    },
  },
  {
    name: "vtx",
    does: "strips of triangles, and what else stands beside them",
    code: [`${STUDIO}read/parse-vtx`, `${STUDIO}vtx-layout`],
    form: "bytes",
    files: [".vtx"],
    seeds: () => [
      files().vtx,
      makeStudioFiles({ ...makeStudioModel(), replacements: [[1, 0, "far"]] }).vtx,
    ],
    read: (bytes, look) => {
      JSON.stringify(summarizeVtx(parseVtx(bytes)));
      parseVtxDetails(bytes);
      look();
    },
  },
  {
    name: "phy",
    does: "hulls, and the text behind them",
    code: ["src/formats/phy/"],
    form: "bytes",
    files: [".phy"],
    seeds: () => [
      phy(),
      makePhy({
        solids: [
          [makeTetrahedron([0, 0, 0]), makeTetrahedron([9, 9, 9])],
          [makeTetrahedron([1, 2, 3])],
        ],
      }),
    ],
    read: (bytes, look) => {
      const made = parsePhy(bytes);
      look();
      JSON.stringify(summarizePhy(made));
    },
  },
  {
    name: "ppl",
    does: "light of a prop, by texel",
    code: [`${STUDIO}read/parse-ppl`],
    form: "bytes",
    files: [".ppl"],
    seeds: () => [makePpl({ checksum: 1, width: 8, height: 8, texel: () => [9, 9, 9] })],
    read: make("ppl"),
  },
  {
    name: "vhv",
    does: "light of a prop, by vertex",
    code: [`${STUDIO}read/parse-vhv`],
    form: "bytes",
    files: [".vhv"],
    seeds: () => [makeVhv()],
    read: make("vhv"),
  },
  {
    name: "studio-mesh",
    does: "an MDL, its vertices and its strips, as one mesh",
    code: [`${STUDIO}mesh/`, `${STUDIO}read/parse-mdl-flexes`],
    form: "bytes",
    seeds: () => [joinParts([files().mdl, files().vvd, files().vtx])],
    read: readTriangles,
  },
  {
    name: "model",
    does: "all files of a model, put together, and its sequences played",
    code: ["src/model/", `${STUDIO}list-material`, `${STUDIO}checksums`, `${STUDIO}mesh/`],
    form: "bytes",
    seeds: () => [
      joinParts([files().mdl, files().vvd, files().vtx, phy()]),
      joinParts([makeSequences().bytes, new Uint8Array(0), new Uint8Array(0), new Uint8Array(0)]),
    ],
    read: readModel,
  },
];
