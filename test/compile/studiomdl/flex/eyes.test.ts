/**
 * Eyes and mouths of a script: compiled to the file, and the same after decompiling and compiling.
 */

import { describe, expect, it } from "vitest";
import { parseMdlEyeballs } from "../../../../src/formats/studio/read/parse-mdl-eyes.ts";
import { parseMdlFlexes } from "../../../../src/formats/studio/read/parse-mdl-flexes.ts";
import { parseMdlRig } from "../../../../src/formats/studio/read/parse-mdl-rig.ts";
import { takeRound } from "../decompile/round-trip.ts";
import { compileAndRead, smdText } from "../make-sources.ts";

const MESH = smdText(
  [
    ["skin", { position: [0, 0, 60] }, { position: [8, 0, 60] }, { position: [0, 8, 60] }],
    [
      "eye_r",
      { position: [-1, -3, 64], bone: 1 },
      { position: [0, -3, 64], bone: 1 },
      { position: [0, -3, 65], bone: 1 },
    ],
  ],
  ['0 "spine" -1', '1 "head" 0'],
  [["0 0 0 40 0 0 0.5", "1 0 1 20 0 0.25 1"]],
);
const SCRIPT = `$modelname eyed
$model face "mesh" {
  eyeball righteye "head" -1.5 -3.25 64 "eye_r" 1 -4 "iris" 0.625
  eyeball lefteye "head" 1.5 -3.25 64 "eye_l" 1.5 4 "iris" 0.5
  mouth 0 "mouth" "head" 0 1 0
  flexcontroller phoneme range 0 1 "jaw"
  %mouth = jaw
}
$sequence idle "mesh"
`;
const model = compileAndRead(SCRIPT, { mesh: MESH });

describe("eyes and mouths of a script", () => {
  const eyes = parseMdlEyeballs(model.files.mdl);

  it("are in the space of their bones", () => {
    expect(eyes.name).toEqual(["righteye", "lefteye"]);
    expect([...eyes.bone]).toEqual([1, 1]);
    const { mesh, radius, zOffset, irisScale, origin, up, forward } = eyes;
    expect(model.mdl.textures[model.mdl.skins[model.mdl.meshes.material[mesh[0]]]]).toBe("eye_r");
    expect(mesh[1]).toBe(-1);
    expect([...radius]).toEqual([0.5, 0.75]);
    expect(zOffset[0]).toBeCloseTo(-Math.tan(Math.PI / 45), 6);
    expect([...irisScale].map((scale) => 1 / scale)).toEqual([
      expect.closeTo(0.625, 6),
      expect.closeTo(0.5, 6),
    ]);
    // The bone's matrix transforms them back to the model's space.
    const m = model.mdl.bones.poseToBone.subarray(12, 24);
    const turn = ([x, y, z]: number[]) =>
      [0, 4, 8].map((i) => expect.closeTo(m[i] * x + m[i + 1] * y + m[i + 2] * z, 4));
    expect([...up.subarray(0, 3)]).toEqual(turn([0, 0, 1]));
    expect([...forward.subarray(0, 3)]).toEqual(turn([0, -1, 0]));
    const there = [-1.5, -3.25, 64];
    const moved = [0, 4, 8].map((i) =>
      expect.closeTo(m[i] * there[0] + m[i + 1] * there[1] + m[i + 2] * there[2] + m[i + 3], 4),
    );
    expect([...origin.subarray(0, 3)]).toEqual(moved);
  });

  it("report missing materials, and have the flex of a mouth", () => {
    expect(model.warnings).toEqual(['line 4: no triangle is of "eye_l", which eyeball names']);
    const { mouths } = parseMdlRig(model.files.mdl);
    expect([...mouths.bone, ...mouths.forward]).toEqual([1, 0, 1, 0]);
    const { descriptors } = parseMdlFlexes(model.files.mdl);
    expect(descriptors[mouths.flexDescriptor[0]]).toBe("mouth");
  });

  it("survive decompiling and compiling", async () => {
    const { mdl, vvd, vtx } = model.files;
    const files: Record<string, Uint8Array> = { "a.mdl": mdl, "a.vvd": vvd, "a.dx90.vtx": vtx };
    const first = await takeRound("a.mdl", { read: async (name) => files[name] ?? null });
    expect(first.losses).toEqual(["eyeball 1 is drawn by no mesh"]);
    const again = parseMdlEyeballs(first.mdl);
    expect(again).toMatchObject({ name: eyes.name, bone: eyes.bone, mesh: eyes.mesh });
    for (const key of ["origin", "radius", "zOffset", "up", "forward", "irisScale"] as const) {
      expect([...again[key]]).toEqual([...eyes[key]].map((value) => expect.closeTo(value, 4)));
    }
    expect(parseMdlRig(first.mdl).mouths).toEqual(parseMdlRig(mdl).mouths);
  });

  it.each([
    ["an eye whose size is not a number", "eyeball a b 0 0 0 m large 0 i 1"],
    ["an eye without a pupil", "eyeball a b 0 0 0 m 1 0 i 0"],
    ["an eye that looks behind itself", "eyeball a b 0 0 0 m 1 90 i 1"],
    ["a mouth with an invalid number", "mouth a b c 0 0 0"],
  ])("refuses %s", (_, line) => {
    expect(() => compileAndRead(`$modelname a\n$model f "mesh" {\n${line}\n}`, {})).toThrow(
      expect.objectContaining({ format: "QC", line: 3 }),
    );
  });
});
