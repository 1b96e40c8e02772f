import { describe, expect, it } from "vitest";
import { decompileModel } from "../../../src/compile/studiomdl/decompile/decompile-model.ts";
import { writeQc } from "../../../src/compile/studiomdl/qc/write-qc.ts";
import {
  compileModelSource,
  readModelSource,
} from "../../../src/compile/studiomdl/read-model-source.ts";
import { FormatError } from "../../../src/core/errors.ts";
import { writeSmd } from "../../../src/formats/smd/write-smd.ts";
import { parseMdlAnimations } from "../../../src/formats/studio/read/animation/animation-file.ts";
import type { ModelFiles } from "../../../src/model/files/model-files.ts";
import { readStudioModel } from "../../../src/model/files/read-studio-model.ts";
import { smdText } from "./make-sources.ts";

const NODES = ['0 "root" -1', '1 "arm" 0'];
const corner = (x: number, y: number) => ({ position: [x, y, 0], bone: 1 });
const MESH = smdText([["wood", corner(0, 0), corner(8, 0), corner(0, 8)]], NODES, [
  ["0 0 0 0 0 0 0", "1 4 0 0 0 0 0"],
]);
const WAVE = smdText([], NODES, [
  ["0 0 0 0 0 0 0", "1 4 0 0 0 0 0"],
  ["0 0 0 1 0 0 0", "1 4 0 2 0 0 0.5"],
  ["0 0 0 3 0 0 0", "1 4 0 4 0 0 1"],
]);

const fail = (line: string): never => {
  throw new Error(line);
};

function filesOf(texts: Record<string, string>): ModelFiles {
  const encoder = new TextEncoder();
  return { read: async (path) => (path in texts ? encoder.encode(texts[path]) : null) };
}

describe("readModelSource", () => {
  it("reads a script with the files below its folder", async () => {
    const qc = `$modelname "Test/Thing.mdl"\n$body body "mesh"\n$sequence wave "Anims\\Wave" fps 15`;
    const files = filesOf({ "src/a.qc": qc, "src/mesh.smd": MESH, "src/anims/wave.smd": WAVE });
    const model = (await readModelSource("src/a.qc", files))!;
    expect(model.name).toBe("models/test/thing.mdl");
    expect(model.lacking).toEqual([]);
    expect(model.vvd!.vertices.count).toBe(3);
    expect(model.motions.sequences.map(({ name }) => name)).toEqual(["wave"]);
    expect(model.motions.animations[0]).toMatchObject({ frameCount: 3, fps: 15 });
  });

  it("reads a lone mesh as a model with the mesh's name", async () => {
    const model = (await readModelSource("thing.smd", filesOf({ "thing.smd": MESH })))!;
    expect(model.name).toBe("models/thing.mdl");
    expect(model.mdl.textures).toEqual(["wood"]);
    expect(model.mdl.bones.name).toEqual(["root", "arm"]);
    expect(model.motions.sequences).toHaveLength(1);
  });

  it("reads a lone animation as a skeleton that plays it", async () => {
    const model = (await readModelSource("anims/wave.smd", filesOf({ "anims/wave.smd": WAVE })))!;
    expect(model.mdl.bones.name).toEqual(["root", "arm"]);
    expect(model.mdl.meshes.count).toBe(0);
    expect(model.motions.animations[0].frameCount).toBe(3);
    const { position } = model.motions.frames(0);
    // Bone 1 in frame 2 is raised by the line's value, within the file's precision.
    expect(position[(2 * 2 + 1) * 3 + 2]).toBeCloseTo(4, 3);
  });

  it("lists the models that a script includes", async () => {
    const qc = '$modelname a\n$sequence wave "wave"\n$includemodel "Humans/Shared.mdl"';
    const model = (await readModelSource("a.qc", filesOf({ "a.qc": qc, "wave.smd": WAVE })))!;
    expect(model.rig.included.file).toEqual(["models/Humans/Shared.mdl"]);
    expect(model.mdl.bones.count).toBe(2);
  });

  const BLENDED = `$modelname a
$poseparameter turn -90 90
$poseparameter lean -45 45 loop 360
$animation left "left.smd" fps 10
$animation right "right.smd" fps 10
$sequence aim left "right" blend turn -90 90 fps 10
$sequence grid { left "right" "right" "left" blendwidth 2 blend turn -90 90 blend lean -45 45 }
$weightlist arms { "arm" 0.5 }
$sequence nod "nod" delta weightlist Arms
$sequence bow "nod" predelta`;
  const pose = (turn: number) => smdText([], NODES, [[`0 0 0 0 0 0 0`, `1 4 0 0 0 0 ${turn}`]]);
  const MOVES = {
    "a.qc": BLENDED,
    "left.smd": pose(0.5),
    "right.smd": pose(-0.5),
    "nod.smd": smdText([], ['0 "arm" -1'], [["0 0 0 2 0 0.25 0"], ["0 0 0 1 0 0 0"]]),
  };

  it("blends sequences by pose parameters, and makes some additive", async () => {
    const { motions, mdl } = (await readModelSource("a.qc", filesOf(MOVES)))!;
    const [aim, grid, nod, bow] = motions.sequences;
    expect(aim).toMatchObject({ blends: [0, 1], blendSize: [2, 1] });
    expect(aim.blendAxes[0]).toMatchObject({ poseParameter: 0, start: -90, end: 90 });
    expect(aim.blendAxes[1]).toBeNull();
    expect(grid).toMatchObject({ blends: [0, 1, 1, 0], blendSize: [2, 2] });
    expect(grid.blendAxes[1]).toMatchObject({ poseParameter: 1, start: -45, end: 45 });
    expect([grid.blendAxes[0]!.keys, grid.blendAxes[1]!.keys]).toEqual([
      Float32Array.of(-90, 90),
      Float32Array.of(-45, 45),
    ]);
    // A weight list that omits the root does not move it; a sequence without a list moves
    // everything.
    expect([nod.boneWeights, bow.boneWeights]).toEqual([
      Float32Array.of(0, 0.5),
      Float32Array.of(1, 1),
    ]);
    expect(motions.poseParameters).toMatchObject({
      name: ["turn", "lean"],
      loop: Float32Array.of(0, 360),
    });
    // STUDIO_DELTA, with and without STUDIO_POST.
    expect([nod.flags, bow.flags]).toEqual([0x14, 0x4]);
    const { position, quaternion } = motions.frames(nod.blends[0]);
    const arm = mdl.bones.name.indexOf("arm");
    const near = (values: ArrayLike<number>) => Array.from(values, (v) => expect.closeTo(v, 3));
    // The root adds nothing; the arm adds 2 inches up and a quarter radian about y.
    expect(arm).toBe(1);
    expect(Array.from(position)).toEqual(near([0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 1]));
    expect(Array.from(quaternion.subarray(arm * 4, arm * 4 + 4))).toEqual(
      near([0, Math.sin(0.125), 0, Math.cos(0.125)]),
    );
  });

  it("gives the same model after decompiling and compiling", async () => {
    const first = (await compileModelSource("a.qc", filesOf(MOVES)))!;
    const read = async (path: string) => first.files.get(path) ?? null;
    const model = (await readStudioModel(first.path, { read }))!;
    const animations = parseMdlAnimations(first.files.get(first.path)!, model.mdl);
    const { qc, smds } = decompileModel(
      { mdl: model.mdl, vvd: null, vtx: null, animations },
      { warn: fail },
      {
        rig: model.rig,
      },
    );
    const texts = Object.fromEntries([...smds].map(([name, smd]) => [name, writeSmd(smd)]));
    const again = (await readModelSource("b.qc", filesOf({ ...texts, "b.qc": writeQc(qc) })))!;
    const plain = ({ motions }: typeof model) =>
      motions.sequences.map((sequence) => ({
        ...sequence,
        // Compares blends by their frames, because rows may differ.
        blends: sequence.blends.map((row) =>
          Array.from(motions.frames(row).quaternion, (value) => +value.toFixed(3) + 0),
        ),
        mins: null,
        maxs: null,
      }));
    expect(plain(again)).toEqual(plain(model));
    expect(again.motions.poseParameters).toEqual(model.motions.poseParameters);
  });

  it.each([
    ["incomplete rows", BLENDED.replace("blendwidth 2", "blendwidth 3")],
    ["a missing pose parameter", BLENDED.replace("blend lean", "blend leap")],
    ["a negative width", BLENDED.replace("blendwidth 2", "blendwidth -1")],
  ])("refuses %s", async (_, qc) => {
    await expect(readModelSource("a.qc", filesOf({ ...MOVES, "a.qc": qc }))).rejects.toMatchObject({
      format: "QC",
    });
  });

  it("returns null for a missing file, and names a broken one", async () => {
    expect(await compileModelSource("a.qc", filesOf({}))).toBeNull();
    const files = filesOf({
      "a.qc": '$modelname a\n$body b "mesh"',
      "mesh.smd": "version 1\nnodes\nend\nskeleton\ntime x\nend",
    });
    await expect(compileModelSource("a.qc", files)).rejects.toSatisfy(
      (error) => error instanceof FormatError && error.message.includes("mesh.smd"),
    );
    const missing = compileModelSource("a.qc", filesOf({ "a.qc": '$modelname a\n$body b "c"' }));
    await expect(missing).rejects.toMatchObject({ format: "QC", code: "mismatch" });
  });
});
