import { describe, expect, it } from "vitest";
import { parseMdl } from "../../../../src/formats/studio/read/parse-mdl.ts";
import { parseMdlEyeballs } from "../../../../src/formats/studio/read/parse-mdl-eyes.ts";
import { parseMdlParts } from "../../../../src/formats/studio/read/parse-mdl-parts.ts";
import { summarizeMdl } from "../../../../src/formats/studio/summarize-studio.ts";
import { hasCorpus, listCorpusFiles, readCorpus } from "../../../support/corpus.ts";
import { catchFormatError } from "../catch-format-error.ts";
import { makeStudioFiles } from "../make-studio.ts";

/** Size of `mstudioeyeball_t` and offsets of its fields. */
const EYEBALL = 172;
const HEAD = "ValveBiped.Bip01_Head1";
const PEOPLE = "tn2/models/humans/group02/male_04.mdl";

/**
 * Builds the generated model; its second body part's second model has two eyeballs, the last drawn
 * by its mesh.
 */
function makeEyes() {
  const made = makeStudioFiles().mdl;
  const bytes = new Uint8Array(made.byteLength + EYEBALL * 2 + 4);
  bytes.set(made);
  const view = new DataView(bytes.buffer);
  const i32 = (at: number) => view.getInt32(at, true);
  const part = i32(236) + 16;
  const model = part + i32(part + 12) + 148;
  const mesh = model + i32(model + 76);
  const first = made.byteLength;
  view.setInt32(model + 100, 2, true);
  view.setInt32(model + 104, first - model, true);
  view.setInt32(mesh + 24, 1, true);
  view.setInt32(mesh + 28, 1, true);
  for (const eye of [0, 1]) {
    const at = first + eye * EYEBALL;
    view.setInt32(at, first + EYEBALL * 2 - at, true);
    view.setInt32(at + 4, 1 + eye, true);
    for (let i = 0; i < 11; i++) view.setFloat32(at + 8 + i * 4, eye * 100 + i, true);
    view.setFloat32(at + 60, 0.5 + eye, true);
  }
  bytes.set(new TextEncoder().encode("eye"), first + EYEBALL * 2);
  return { bytes, view, mesh, first };
}

describe("parseMdlEyeballs", () => {
  it("reads each model's eyeballs with the mesh that draws them", () => {
    const { bytes } = makeEyes();
    const eyes = parseMdlEyeballs(bytes);
    expect(eyes.count).toBe(2);
    expect(eyes.name).toEqual(["eye", "eye"]);
    expect([...eyes.bodyPart, ...eyes.model]).toEqual([1, 1, 1, 1]);
    expect([...eyes.mesh]).toEqual([-1, 3]);
    expect([...eyes.bone]).toEqual([1, 2]);
    expect([...eyes.origin]).toEqual([0, 1, 2, 100, 101, 102]);
    expect([...eyes.zOffset]).toEqual([3, 103]);
    expect([...eyes.radius]).toEqual([4, 104]);
    expect([...eyes.up]).toEqual([5, 6, 7, 105, 106, 107]);
    expect([...eyes.forward]).toEqual([8, 9, 10, 108, 109, 110]);
    expect([...eyes.irisScale]).toEqual([0.5, 1.5]);
    expect(summarizeMdl(parseMdlParts(bytes)).eyeballs[1]).toEqual({
      ...{ name: "eye", bone: "hand", radius: 104, irisScale: 1.5 },
      ...{ origin: [100, 101, 102], up: [105, 106, 107], forward: [108, 109, 110] },
    });
  });

  it("returns no eyeballs for a model without any", () => {
    expect(parseMdlEyeballs(makeStudioFiles().mdl).count).toBe(0);
  });

  it("reports the damaged field", () => {
    const cases: [
      code: string,
      where: string,
      spoil: (made: ReturnType<typeof makeEyes>) => void,
    ][] = [
      [
        "bad-index",
        "mstudioeyeball_t.bone",
        ({ view, first }) => view.setInt32(first + 4, 3, true),
      ],
      [
        "bad-index",
        "mstudiomesh_t.materialparam",
        ({ view, mesh }) => view.setInt32(mesh + 28, 2, true),
      ],
      [
        "bad-value",
        "mstudioeyeball_t",
        ({ view, first }) => view.setFloat32(first + 24, NaN, true),
      ],
    ];
    for (const [code, where, spoil] of cases) {
      const made = makeEyes();
      spoil(made);
      expect(catchFormatError(() => parseMdlEyeballs(made.bytes))).toMatchObject({ code, where });
    }
  });

  it.skipIf(!hasCorpus)(
    "finds both eyes of a person in the head, facing forward like their meshes",
    () => {
      const bytes = readCorpus(PEOPLE);
      const eyes = parseMdlEyeballs(bytes);
      const { bones, meshes, textures, skins } = parseMdl(bytes);
      expect([...eyes.bone].map((bone) => bones.name[bone])).toEqual([HEAD, HEAD]);
      const names = [...eyes.mesh].map((mesh) => textures[skins[meshes.material[mesh]]]);
      expect(names).toEqual(["eyeball_r", "eyeball_l"]);
      for (const eye of [0, 1]) {
        const [up, forward] = [eyes.up, eyes.forward].map((column) => [
          ...column.subarray(eye * 3, eye * 3 + 3),
        ]);
        expect(Math.hypot(...up)).toBeCloseTo(1, 5);
        expect(Math.hypot(...forward)).toBeCloseTo(1, 5);
        expect(up[0] * forward[0] + up[1] * forward[1] + up[2] * forward[2]).toBeCloseTo(0, 5);
      }
      // One eye on each side of the head, whose bone has z sideways.
      expect(eyes.origin[2] * eyes.origin[5]).toBeLessThan(-1);
    },
  );

  it.skipIf(!hasCorpus)("reads the eyeballs of all readable models", () => {
    const counts = listCorpusFiles(".mdl").map((name) => parseMdlEyeballs(readCorpus(name)).count);
    expect(counts.length).toBeGreaterThan(300);
    // People have two eyeballs, other models none.
    expect(counts.filter((count) => count > 0)).toEqual(new Array(18).fill(2));
  });
});
