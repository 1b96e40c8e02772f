import { describe, expect, it } from "vitest";
import { Ledger } from "../../../src/core/ledger.ts";
import { parseMdlEyeballs } from "../../../src/formats/studio/read/parse-mdl-eyes.ts";
import { FAMILY_CONSTANT, OWN_PARAM } from "../../../src/map/material-families.ts";
import { findMaterials } from "../../../src/scene/materials/materials.ts";
import { eyeballRows, hasEyes, placeEyes } from "../../../src/scene/props/prop-eyes.ts";
import type { PropModel } from "../../../src/scene/props/prop-model.ts";
import { readPropModels } from "../../../src/scene/props/prop-models.ts";
import { listDraws, type Variants } from "../../../src/scene/props/prop-variants.ts";
import { makeStudioFiles, makeStudioModel } from "../../formats/studio/make-studio.ts";
import { hasCorpus, listCorpusFiles, readCorpus } from "../../support/corpus.ts";
import { addEyeballs, type MadeEyeball } from "../../support/models/add-eyeballs.ts";
import { accessTo, madeContent } from "../content-sources.ts";

/**
 * In the hand at (16, 8, 0), with the model's orientation; its mesh is the second, of material
 * "trim".
 */
const EYE: MadeEyeball = {
  ...{ mesh: 1, bone: 2, origin: [1, 2, 3], up: [0, 0, 1], forward: [1, 0, 0] },
  ...{ zOffset: 0, radius: 0.75, irisScale: 4 },
};
/** In the arm, rotated by 90°: its x is the model's y. */
const IN_ARM: MadeEyeball = { ...EYE, bone: 1, zOffset: 0.5 };

function filesOf(stem: string, eyes: readonly MadeEyeball[]) {
  const { mdl, vvd, vtx } = makeStudioFiles(makeStudioModel());
  return {
    [`${stem}.mdl`]: eyes.length > 0 ? addEyeballs(mdl, eyes) : mdl,
    [`${stem}.vvd`]: vvd,
    [`${stem}.dx90.vtx`]: vtx,
  };
}

const FILES = {
  ...filesOf("models/one", [EYE]),
  ...filesOf("models/two", [IN_ARM]),
  ...filesOf("models/blind", []),
  "materials/models/test/panel_red.vmt": "VertexLitGeneric { $basetexture red }",
  "materials/models/shared/panel_blue.vmt": "VertexLitGeneric { $basetexture red }",
  "materials/models/shared/trim.vmt": "Eyes { $basetexture red $iris red }",
};

async function place(
  names: readonly string[],
  trim = FILES["materials/models/shared/trim.vmt"],
  change = (model: PropModel): PropModel => model,
) {
  const files = { ...FILES, "materials/models/shared/trim.vmt": trim };
  const access = accessTo(madeContent(files));
  const read = await readPropModels(
    names.map((path) => ({ path, sequence: null })),
    access,
  );
  const models = read.map((model) => change(model as PropModel));
  const variants: Variants = {
    model: models.map((_, row) => row),
    skin: models.map(() => 0),
    ofInstance: new Uint32Array(0),
  };
  const draws = listDraws(models, variants, access, "test");
  const found = await findMaterials(draws.candidates, access, {});
  expect(hasEyes(found)).toBe(true);
  const run = (ledger = access.ledger) =>
    placeEyes(models, { variants, draws, found }, { ...access, ledger });
  /** Returns the material rows of the eyeball mesh's draws, by LOD. */
  const rowsOf = (model: number) =>
    draws.material.filter(
      (_, draw) =>
        draws.variant[draw] === model && models[model].mesh.drawMesh[draws.modelDraw[draw]] === 1,
    );
  return { run, draws, rowsOf, found, diagnostics: access.diagnostics };
}

const closeTo = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 5));

describe("eyeballs of props", () => {
  it("get a separate material row per eye, shared by all LODs", async () => {
    const { run, rowsOf, found } = await place(["models/one.mdl", "models/two.mdl"]);
    const placed = await run();
    const [one, ...others] = rowsOf(0);
    const [two] = rowsOf(1);
    // All LODs of one eye share one material, which no other eye uses.
    expect(others).toEqual([one]);
    expect(rowsOf(1)).toEqual([two, two]);
    expect(one).not.toBe(two);
    expect(placed.length).toBe(found.length + 2);
    const { params } = placed[one].state!;
    expect(params[OWN_PARAM.EYE_ORIGIN]).toEqual(closeTo([17, 10, 3, 0]));
    // Its right is −y, its iris a quarter of an inch wide.
    expect(params[OWN_PARAM.EYE_S]).toEqual(closeTo([0, 4, 0, 0]));
    expect(params[OWN_PARAM.EYE_T]).toEqual(closeTo([0, 0, -4, 0]));
    expect(params[OWN_PARAM.EYE_UP]).toEqual(closeTo([0, 0, 1, FAMILY_CONSTANT.EYE_PLAIN]));
    const turned = placed[two].state!.params;
    expect(turned[OWN_PARAM.EYE_ORIGIN]).toEqual(closeTo([14, 1, 3, 0]));
    // It looks along y and equally to its right (+x), which is rotated to (1, −1).
    expect(turned[OWN_PARAM.EYE_S]).toEqual(closeTo([-4 * Math.SQRT1_2, 4 * Math.SQRT1_2, 0, 0]));
    expect(turned[OWN_PARAM.EYE_T]).toEqual(closeTo([0, 0, -4, 0]));
  });

  it("of animated models stay in the bind pose with their bone", async () => {
    // Its current pose is its first frame.
    const moving = (model: PropModel): PropModel => ({
      ...model,
      palette: new Float32Array(36).fill(3),
      track: { frameCount: 2 } as never,
    });
    const { run, rowsOf } = await place(["models/one.mdl", "models/two.mdl"], undefined, moving);
    const placed = await run();
    const [one, two] = [0, 1].map((model) => placed[rowsOf(model)[0]].state!.params);
    expect(one[OWN_PARAM.EYE_ORIGIN]).toEqual(closeTo([17, 10, 3, 0]));
    expect(one[OWN_PARAM.EYE_OCCLUSION]?.[3]).toBe(3);
    expect(two[OWN_PARAM.EYE_ORIGIN]).toEqual(closeTo([14, 1, 3, 0]));
    expect(two[OWN_PARAM.EYE_OCCLUSION]?.[3]).toBe(2);
    const still = await place(["models/one.mdl"]);
    expect((await still.run())[still.rowsOf(0)[0]].state!.params[OWN_PARAM.EYE_OCCLUSION]).toEqual([
      0, 0, 0, 0,
    ]);
  });

  it("show no iris on meshes that are no eyeballs", async () => {
    const { run, rowsOf, draws } = await place(["models/one.mdl", "models/blind.mdl"]);
    const placed = await run();
    const [one] = rowsOf(0);
    const [blind] = rowsOf(1);
    expect(placed[blind].state!.params[OWN_PARAM.EYE_S]).toBeUndefined();
    expect(placed[one].state!.params[OWN_PARAM.EYE_S]).toBeDefined();
    // The second body part has the same material and no eyeball.
    expect(draws.material.filter((row) => row === blind).length).toBe(6);
  });

  it("keep radius and parameters of EyeRefract", async () => {
    const vmt = "EyeRefract { $iris red $eyeballradius .625 $dilation .25 $parallaxstrength .125 }";
    const { run, rowsOf } = await place(["models/one.mdl"], vmt);
    const { params } = (await run())[rowsOf(0)[0]].state!;
    expect(params[OWN_PARAM.EYE_ORIGIN]).toEqual(closeTo([17, 10, 3, 0.625]));
    expect(params[OWN_PARAM.EYE_S]?.[3]).toBe(0.25);
    expect(params[OWN_PARAM.EYE_T]?.[3]).toBe(0.125);
    expect(params[OWN_PARAM.EYE_UP]?.[3]).toBe(FAMILY_CONSTANT.EYE_REFRACTING);
  });

  it("above the material budget look elsewhere, with one warning", async () => {
    const { run, rowsOf, found, diagnostics } = await place(["models/one.mdl", "models/two.mdl"]);
    const placed = await run(new Ledger({ materials: 0 }));
    expect(placed.length).toBe(found.length);
    expect(rowsOf(1)).toEqual(rowsOf(0));
    expect(diagnostics.warnings).toMatchObject([{ code: "over-budget", subject: "eyeballs" }]);
  });

  it("move with their bone", () => {
    const { mdl } = makeStudioFiles(makeStudioModel());
    const eyes = parseMdlEyeballs(addEyeballs(mdl, [EYE]));
    const bones = makeStudioModel().bones.flatMap(({ poseToBone }) => poseToBone);
    const palette = new Float32Array(36);
    // The hand is rotated by 90° about z and lifted.
    palette.set([0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 5], 24);
    const rows = eyeballRows(
      { bones: { poseToBone: Float32Array.from(bones) } as never },
      palette,
      eyes,
      0,
    );
    expect(rows.origin).toEqual(closeTo([-10, 17, 8]));
    expect(rows.s).toEqual(closeTo([-4, 0, 0]));
    expect(rows.t).toEqual(closeTo([0, 0, -4]));
  });

  it("with a damaged record have no direction and no NaN", async () => {
    const { mdl } = makeStudioFiles(makeStudioModel());
    const damaged = { ...EYE, up: [1, 0, 0] as const };
    const eyes = parseMdlEyeballs(addEyeballs(mdl, [damaged]));
    const bones = makeStudioModel().bones.flatMap(({ poseToBone }) => poseToBone);
    const rows = eyeballRows(
      { bones: { poseToBone: Float32Array.from(bones) } as never },
      null,
      eyes,
      0,
    );
    expect([...rows.s, ...rows.t].every((value) => value === 0)).toBe(true);
  });

  it.skipIf(!hasCorpus)("look out of their faces in all real models", async () => {
    const names = listCorpusFiles(".mdl").filter((name) => /tn2.models.humans.group/.test(name));
    expect(names.length).toBe(18);
    const files = Object.fromEntries(
      names.flatMap((name) =>
        [".mdl", ".vvd", ".dx90.vtx"].map((end) => {
          const path = name.replace(/\.mdl$/, end);
          return [path.toLowerCase(), readCorpus(path)] as const;
        }),
      ),
    );
    const models = await readPropModels(
      Object.keys(files)
        .filter((path) => path.endsWith(".mdl"))
        .map((path) => ({ path, sequence: null })),
      accessTo(madeContent(files)),
    );
    for (const model of models) {
      const { mdl, mesh, palette, name } = model!;
      const eyes = parseMdlEyeballs(files[name]);
      const both = [0, 1].map((eye) => eyeballRows(mdl, palette, eyes, eye));
      for (const [eye, rows] of both.entries()) {
        const draw = mesh.drawMesh.indexOf(eyes.mesh[eye]);
        const first = mesh.drawFirstIndex[draw];
        const vertices = new Set(mesh.indices.subarray(first, first + mesh.drawIndexCount[draw]));
        // In their bind pose people face −y; the iris lies among the vertices.
        const out = { front: 0, near: 0 };
        for (const vertex of vertices) {
          const offset = [0, 1, 2].map(
            (k) => mesh.vertices.position[vertex * 3 + k] - rows.origin[k],
          );
          if (-offset[1] > 0.3) out.front++;
          const [s, t] = [rows.s, rows.t].map((row) =>
            row.reduce((sum, c, k) => sum + c * offset[k], 0),
          );
          if (Math.abs(s) < 0.5 && Math.abs(t) < 0.5) out.near++;
        }
        expect(out.front, name).toBeGreaterThan(vertices.size / 2);
        expect(out.near, name).toBeGreaterThan(2);
        expect(Math.hypot(...rows.s)).toBeCloseTo(eyes.irisScale[eye], 4);
      }
      // Its right runs to −x, so s increases along +x. Each eye looks outwards, so both rows lean
      // towards the nose.
      const [right, left] = both[0].origin[0] < both[1].origin[0] ? both : [both[1], both[0]];
      expect(right.s[0]).toBeGreaterThan(1);
      expect(right.s[1] * left.s[1], name).toBeLessThan(0);
    }
  });
});
