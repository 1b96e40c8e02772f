import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { decompileModel } from "../../../../src/compile/studiomdl/decompile/decompile-model.ts";
import { writeQc } from "../../../../src/compile/studiomdl/qc/write-qc.ts";
import {
  compileModelSource,
  readModelSource,
} from "../../../../src/compile/studiomdl/read-model-source.ts";
import { FormatError } from "../../../../src/core/errors.ts";
import { writeSmd } from "../../../../src/formats/smd/write-smd.ts";
import { parseMdlAnimations } from "../../../../src/formats/studio/read/animation/animation-file.ts";
import type { MdlFlexes } from "../../../../src/formats/studio/rig/flex-types.ts";
import { readStudioModel } from "../../../../src/model/files/read-studio-model.ts";
import type { StudioModel } from "../../../../src/model/files/studio-model.ts";
import { createFace } from "../../../../src/model/pose/create-face.ts";
import { corpusPath, readCorpus } from "../../../support/corpus.ts";
import { folderSource } from "../../../support/folder-source.ts";
import { smdText } from "../make-sources.ts";

const encoder = new TextEncoder();
const corner = (x: number, y: number) => ({ position: [x, y, 0] });
const MESH = smdText([
  ["skin", corner(0, 0), corner(8, 0), corner(0, 8)],
  ["lip", corner(8, 0), corner(8, 8), corner(0, 8)],
]);
/** A mesh with two corners of the skin and one more; its vertices then come first. */
const FAR = smdText([["skin", corner(8, 0), corner(8, 8), corner(0, 8)]]);
/**
 * Six corners. One shape lifts corner 1 and corner 3 at the same place; the other moves corner 4
 * aside.
 */
const BASE = ["0 0 0", "8 0 0", "0 8 0", "8 0 0", "8 8 0", "0 8 0"];
const VTA = [
  ...["version 1", "nodes", '0 "root" -1', "end", "skeleton", "time 0", "end"],
  ...["vertexanimation", "time 0", ...BASE.map((place, i) => `${i} ${place} 0 0 1`)],
  ...["time 1", "1 8 0 2 0 0 1", "3 8 0 2 0 0 1", "time 2", "4 9 8 0 0.6 0 0.8", "end"],
].join("\n");
const QC = `$modelname "face.mdl"
$model head "head.smd" {
  flexfile "head.vta" {
    defaultflex frame 0
    flex "raise" frame 1
    flex "pull" frame 2
  }
  flexcontroller mouth range 0 2 "lift"
  flexcontroller mouth "aside" "narrow"
  %raise = lift * (1 - %pull)
  %pull=max(aside, narrow)
}
$lod 20 {
  replacemodel "head.smd" "far.smd"
}
$sequence idle "head.smd"`;

const filesOf = (texts: Readonly<Record<string, string>>) => ({
  read: async (path: string) => (path in texts ? encoder.encode(texts[path]) : null),
});
const SOURCES = { "face.qc": QC, "head.smd": MESH, "head.vta": VTA, "far.smd": FAR };

/** Returns displacements by flex and VVD vertex, 3 numbers each. */
function displacements({ face, mdl }: Pick<StudioModel, "face" | "mdl">) {
  const found = new Map<string, Map<number, number[]>>();
  const { flexes, vertexAnimations, descriptors } = face;
  for (let i = 0; i < flexes.count; i++) {
    for (const [descriptor, isOther] of [
      [flexes.descriptor[i], false],
      [flexes.pair[i], true],
    ] as const) {
      if (descriptor < 0 || flexes.target[i * 4] !== 0 || flexes.target[i * 4 + 1] !== 1) continue;
      const rows = found.get(descriptors[descriptor]) ?? new Map<number, number[]>();
      found.set(descriptors[descriptor], rows);
      const first = flexes.firstVertex[i];
      for (let k = first; k < first + flexes.vertexCount[i]; k++) {
        const side = flexes.pair[i] < 0 ? 0 : vertexAnimations.side[k];
        const share = isOther ? side : 1 - side;
        const delta = Array.from(vertexAnimations.delta.subarray(k * 3, k * 3 + 3));
        const vertex = mdl.meshes.firstVertex[flexes.mesh[i]] + vertexAnimations.vertex[k];
        const known = rows.get(vertex) ?? [0, 0, 0];
        rows.set(
          vertex,
          delta.map((value, axis) => known[axis] + value * share),
        );
      }
    }
  }
  return found;
}

describe("faces in scripts", () => {
  it("are compiled to shapes, controllers and rules", async () => {
    const model = (await readModelSource("face.qc", filesOf(SOURCES)))!;
    const { face } = model;
    expect(face.descriptors).toEqual(["raise", "pull"]);
    expect(face.controllers).toMatchObject({
      type: ["mouth", "mouth", "mouth"],
      name: ["lift", "aside", "narrow"],
      max: Float32Array.of(2, 1, 1),
    });
    const { position } = model.vvd!.vertices;
    const moved = displacements(model);
    const lifted = [...moved.get("raise")!].map(([vertex, delta]) => [
      ...position.subarray(vertex * 3, vertex * 3 + 3),
      ...delta,
    ]);
    // Each material has a vertex at that corner.
    expect(lifted).toEqual([
      [8, 0, 0, 0, 0, 2],
      [8, 0, 0, 0, 0, 2],
    ]);
    expect([...moved.get("pull")!.values()]).toEqual([[1, 0, 0]]);
    const mouth = createFace(model)!;
    mouth.controllers.set([1.5, 0.25, 0.5]);
    mouth.evaluate();
    // The first rule reads a value before the second rule writes it.
    expect([...mouth.weights]).toEqual([1.5, 0.5]);
  });

  it.each(["", "$staticprop\n"])("survive decompiling and compiling: %s", async (kind) => {
    const sources = filesOf({ ...SOURCES, "face.qc": QC.replace("$model", `${kind}$model`) });
    const first = (await compileModelSource("face.qc", sources))!;
    const model = (await readStudioModel(first.path, {
      read: async (path) => first.files.get(path) ?? null,
    }))!;
    const again = (await readModelSource("face.qc", filesOf(textsOf(model, first.files))))!;
    expect(again.face).toEqual(model.face);
    expect(again.face.vertexAnimations.count).toBe(3);
  });

  it("a VTA beside a lone SMD gives its shapes, with a controller each", async () => {
    const files = filesOf({ "head.smd": MESH, "head.vta": VTA });
    const { face } = (await readModelSource("head.smd", files))!;
    expect(face.descriptors).toEqual(["shape1", "shape2"]);
    expect(face.controllers.name).toEqual(["shape1", "shape2"]);
    expect(face.rules.count).toBe(2);
  });

  it.each([
    ["a missing shape", QC.replace("frame 2", "frame 5"), VTA],
    ["a missing controller", QC.replace("lift *", "lifts *"), VTA],
    ["a file without shapes", QC.replace("head.vta", "head.smd"), VTA],
    [
      "a missing vertex",
      QC,
      VTA.replace("\n5 0 8 0", "\n9 0 8 0").replace("\n4 9 8 0", "\n9 9 8 0"),
    ],
  ])("report %s as an error of the QC", async (_, qc, vta) => {
    const files = filesOf({ ...SOURCES, "face.qc": qc, "head.vta": vta });
    await expect(compileModelSource("face.qc", files)).rejects.toSatisfy(
      (error) => error instanceof FormatError && error.format === "QC" && error.line !== undefined,
    );
  });
});

/** Returns the sources of a model as texts by name. */
function textsOf(model: StudioModel, files: ReadonlyMap<string, Uint8Array>) {
  const warnings: string[] = [];
  const report = { warn: (line: string) => void warnings.push(line), progress: () => {} };
  const { mdl, vvd, vtx, face } = model;
  const mdlBytes = files.get(model.name)!;
  const animations = parseMdlAnimations(mdlBytes, mdl);
  const { qc, smds } = decompileModel({ mdl, vvd: vvd!, vtx: vtx!, animations }, report, { face });
  const texts: Record<string, string> = { "face.qc": writeQc(qc) };
  for (const [name, smd] of smds) texts[name.toLowerCase()] = writeSmd(smd);
  return texts;
}

const PERSON = "models/humans/group01/male_07.mdl";
describe.skipIf(!existsSync(corpusPath("tn2", PERSON)))("the face of a real person", () => {
  it("is the same after decompiling and compiling", async () => {
    const model = (await readStudioModel(PERSON, folderSource(corpusPath("tn2"))))!;
    const texts = textsOf(model, new Map([[PERSON, readCorpus("tn2", PERSON)]]));
    const again = (await readModelSource("face.qc", filesOf(texts)))!;
    const plain = (face: MdlFlexes) => [...new Set(face.descriptors)].sort();
    expect(again.face.controllers.name).toEqual(model.face.controllers.name);
    for (const name of plain(again.face)) expect(model.face.descriptors).toContain(name);
    expect(again.face.rules.count).toBe(model.face.rules.count);
    const [before, after] = [displacements(model), displacements(again)];
    let compared = 0;
    for (const [name, rows] of after) {
      const known = [...before.get(name)!.values()].map((delta) => Math.hypot(...delta));
      const found = [...rows.values()].map((delta) => Math.hypot(...delta));
      // The vertices have another order, so only the largest displacement is compared.
      expect(Math.max(...found), name).toBeCloseTo(Math.max(...known), 2);
      compared++;
    }
    expect(compared).toBeGreaterThan(20);
  });
});
