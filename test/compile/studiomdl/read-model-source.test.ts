import { describe, expect, it } from "vitest";
import {
  compileModelSource,
  readModelSource,
} from "../../../src/compile/studiomdl/read-model-source.ts";
import { FormatError } from "../../../src/core/errors.ts";
import type { ModelFiles } from "../../../src/model/files/model-files.ts";
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

  it("takes a lone mesh as a model of its own name", async () => {
    const model = (await readModelSource("thing.smd", filesOf({ "thing.smd": MESH })))!;
    expect(model.name).toBe("models/thing.mdl");
    expect(model.mdl.textures).toEqual(["wood"]);
    expect(model.mdl.bones.name).toEqual(["root", "arm"]);
    expect(model.motions.sequences).toHaveLength(1);
  });

  it("takes a lone animation as a skeleton that plays it", async () => {
    const model = (await readModelSource("anims/wave.smd", filesOf({ "anims/wave.smd": WAVE })))!;
    expect(model.mdl.bones.name).toEqual(["root", "arm"]);
    expect(model.mdl.meshes.count).toBe(0);
    expect(model.motions.animations[0].frameCount).toBe(3);
    const { position } = model.motions.frames(0);
    // Bone 1 in frame 2: up by what its line says, within the file's steps.
    expect(position[(2 * 2 + 1) * 3 + 2]).toBeCloseTo(4, 3);
  });

  it("names the models that a script includes", async () => {
    const qc = '$modelname a\n$sequence wave "wave"\n$includemodel "Humans/Shared.mdl"';
    const model = (await readModelSource("a.qc", filesOf({ "a.qc": qc, "wave.smd": WAVE })))!;
    expect(model.rig.included.file).toEqual(["models/Humans/Shared.mdl"]);
    expect(model.mdl.bones.count).toBe(2);
  });

  it("is nothing where there is no such file, and names a file that is broken", async () => {
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
