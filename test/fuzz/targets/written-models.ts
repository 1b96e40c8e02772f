/** Models that are written in another form, and sources that models are made of. */

import { decompileModelFiles } from "../../../src/compile/studiomdl/decompile/decompile-files.ts";
import { compileModelSource } from "../../../src/compile/studiomdl/read-model-source.ts";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { Ledger } from "../../../src/core/ledger.ts";
import { exportModel } from "../../../src/export/model/export-model.ts";
import { parseSmd } from "../../../src/formats/smd/parse-smd.ts";
import { buildStudioMesh } from "../../../src/formats/studio/mesh/build-studio-mesh.ts";
import { parseMdl } from "../../../src/formats/studio/read/parse-mdl.ts";
import { parseVtx } from "../../../src/formats/studio/read/parse-vtx.ts";
import { parseVvd } from "../../../src/formats/studio/read/parse-vvd.ts";
import { readStudioModel } from "../../../src/model/files/read-studio-model.ts";
import { compileAndRead } from "../../compile/studiomdl/make-sources.ts";
import { makeFrames } from "../../formats/studio/make-frames.ts";
import { makeDeclared, makeSequences } from "../../formats/studio/make-sequences.ts";
import { makeStudioFiles } from "../../formats/studio/make-studio.ts";
import { joinParts, splitParts } from "./parts.ts";
import { SMD_TEXT, VTA_TEXT } from "./source-texts.ts";
import type { Target } from "./target.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const SILENT = { warn: () => {}, progress: () => {} };
const NONE = new Uint8Array(0);
const made = () => makeStudioFiles();

const SCRIPT = `$modelname "a.mdl"
$body b "b.smd"
$sequence s "b.smd" fps 5 loop
$lod 5 { replacemodel "b.smd" "c.smd" }
$model face "b.smd" { flexfile "d.vta" { defaultflex frame 0 flex smile frame 1 } }
`;
/** With a face and a sequence that moves. */
const compiled = () =>
  compileAndRead(SCRIPT, { "b.smd": SMD_TEXT, "c.smd": SMD_TEXT, "d.vta": VTA_TEXT }).files;

/** The parts of a file under these names; empty ones are not there. */
function filesOf(bytes: Uint8Array, names: readonly string[]) {
  const parts = splitParts(bytes, names.length);
  const byName = new Map(names.map((name, i) => [name, parts[i]]));
  return { read: async (path: string) => (byName.get(path)?.length ? byName.get(path)! : null) };
}

/** Wraps an error about the written file, so that it does not count as a refusal of the input. */
function checkWritten(what: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    throw new Error(`${what} is refused: ${(error as Error).message}`);
  }
}

async function decompile(bytes: Uint8Array, look: () => void): Promise<void> {
  const files = filesOf(bytes, ["a.mdl", "a.vvd", "a.dx90.vtx"]);
  const texts = await decompileModelFiles("a.mdl", files, SILENT);
  look();
  // A damaged model may come to a script that is refused with its line; numbers of meshes never do.
  for (const [name, text] of texts ?? []) {
    if (name.endsWith(".smd")) checkWritten(name, () => void parseSmd(decode(text)));
  }
}

/** Throws for `null`, which JSON writes for NaN and which glTF does not allow. */
async function writeGltf(bytes: Uint8Array, look: () => void): Promise<void> {
  const files = filesOf(bytes, ["a.mdl", "a.vvd", "a.dx90.vtx"]);
  const model = await readStudioModel("a.mdl", files, { diagnostics: new Diagnostics() });
  if (model === null) return;
  const content = { read: async () => null };
  const access = { content, diagnostics: new Diagnostics(), ledger: new Ledger() };
  const glb = await exportModel(model, access, { textureSize: 0 });
  look();
  const length = new DataView(glb.buffer, glb.byteOffset).getUint32(12, true);
  const json = decode(glb.subarray(20, 20 + length));
  JSON.parse(json);
  const bad = /"\w+":(?:null|\[(?:[^[\]{}"]*,)?null)/.exec(
    json.replaceAll(/"(?:[^"\\]|\\.)*"(?!:)/g, '""'),
  );
  if (bad !== null) throw new Error(`the glTF has ${bad[0].slice(0, 60)}`);
}

async function compile(bytes: Uint8Array, look: () => void): Promise<void> {
  const files = filesOf(bytes, ["a.qc", "b.smd", "c.smd", "d.vta"]);
  const source = await compileModelSource("a.qc", files);
  look();
  if (source === null) return;
  const [mdl, vvd, vtx] = [...source.files.values()];
  checkWritten("what was compiled", () => {
    const parsed = parseMdl(mdl);
    if (parsed.meshes.count > 0) buildStudioMesh(parsed, parseVvd(vvd), parseVtx(vtx));
  });
}

export const WRITTEN_MODEL_TARGETS: readonly Target[] = [
  {
    name: "decompile",
    does: "a model as a script and its meshes, which are read again",
    code: ["src/compile/studiomdl/decompile/", "src/compile/studiomdl/qc/write"],
    form: "bytes",
    seeds: () => [
      joinParts([made().mdl, made().vvd, made().vtx]),
      joinParts([compiled().mdl, compiled().vvd, compiled().vtx]),
      joinParts([makeFrames().bytes, made().vvd, made().vtx]),
      joinParts([makeDeclared(), made().vvd, made().vtx]),
    ],
    read: decompile,
  },
  {
    name: "model-gltf",
    does: "a model as glTF, every number of which is one",
    code: ["src/export/model/", "src/export/gltf/"],
    form: "bytes",
    seeds: () => [
      joinParts([made().mdl, made().vvd, made().vtx]),
      joinParts([compiled().mdl, compiled().vvd, compiled().vtx]),
      joinParts([makeSequences().bytes, NONE, NONE]),
      joinParts([makeFrames().bytes, NONE, NONE]),
      joinParts([makeDeclared(), NONE, NONE]),
    ],
    read: writeGltf,
  },
  {
    name: "studiomdl",
    does: "a model compiled of a script and its meshes; what comes of it is read",
    code: ["src/compile/studiomdl/"],
    form: "text",
    words: [
      "$staticprop",
      "$origin",
      "$scale",
      "$cbox",
      "$bbox",
      "removemodel",
      "numframes",
      "$declaresequence",
    ],
    seeds: () => [joinParts([SCRIPT, SMD_TEXT, SMD_TEXT, VTA_TEXT].map(encode))],
    read: compile,
  },
];
