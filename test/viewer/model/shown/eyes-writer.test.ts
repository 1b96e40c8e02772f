import { describe, expect, it } from "vitest";
import { OWN_PARAM } from "../../../../src/map/material-families.ts";
import { PARAM_NUMBERS } from "../../../../src/map/material-params.ts";
import { readStudioModel } from "../../../../src/model/files/read-studio-model.ts";
import type { StudioModel } from "../../../../src/model/files/studio-model.ts";
import { createPosePlayer } from "../../../../src/model/pose/pose-player.ts";
import { openModel } from "../../../../src/scene/model/open-model.ts";
import { EyesWriter } from "../../../../src/viewer/model/shown/eyes-writer.ts";
import { makeStudioFiles } from "../../../formats/studio/make-studio.ts";
import { makeVtf } from "../../../formats/vtf/make-vtf.ts";
import { madeContent } from "../../../scene/content-sources.ts";
import { addEyeballs, type MadeEyeball } from "../../../support/models/add-eyeballs.ts";

const EYE: MadeEyeball = {
  ...{ mesh: 1, bone: 2, origin: [1, 2, 3], up: [0, 0, 1], forward: [1, 0, 0] },
  ...{ zOffset: 0, radius: 0.75, irisScale: 4 },
};

async function open() {
  const { mdl, vvd, vtx } = makeStudioFiles();
  const files: Record<string, string | Uint8Array> = {
    "models/eye.mdl": addEyeballs(mdl, [EYE]),
    "models/eye.vvd": vvd,
    "models/eye.dx90.vtx": vtx,
    "materials/models/test/panel_red.vmt": "VertexLitGeneric { }",
    "materials/models/test/panel_blue.vmt": "VertexLitGeneric { }",
    "materials/red.vtf": makeVtf(),
    "materials/models/shared/trim.vmt": "Eyes { $basetexture red $iris red }",
  };
  const content = madeContent(files);
  const options = { textureCompressionBc: true, maxTextureDimension: 64 };
  for await (const event of openModel("models/eye.mdl", [content], options)) {
    if (event.type !== "model") continue;
    const model = (await readStudioModel("models/eye.mdl", content)) as StudioModel;
    return { model, draws: event.draws };
  }
  throw new Error("no model came");
}

describe("EyesWriter", () => {
  it("writes the loaded eye rows while the model stands still", async () => {
    const { model, draws } = await open();
    const { params } = draws.all.materials;
    const { modelFromBone } = createPosePlayer(model);
    const written = new Map<string, number[]>();
    const eyes = EyesWriter.create(model, draws)!;
    eyes.write(modelFromBone, null, (material, param, row) =>
      written.set(`${material} ${param}`, [...row]),
    );
    expect(written.size).toBe(4);
    for (const [key, row] of written) {
      const [material, param] = key.split(" ").map(Number);
      const at = material * PARAM_NUMBERS + param * 4;
      for (let k = 0; k < 4; k++) expect(row[k]).toBeCloseTo(params[at + k], 4);
    }
    // They move with their bone, and turn towards their target.
    const material = Number([...written.keys()][0].split(" ")[0]);
    const moved = modelFromBone.map((value, i) => (i === 2 * 12 + 11 ? value + 10 : value));
    const later = new Map<number, number[]>();
    const target = Float32Array.of(100, 900, 3);
    eyes.write(moved, target, (_, param, row) => later.set(param, [...row]));
    const before = written.get(`${material} ${OWN_PARAM.EYE_ORIGIN}`)!;
    expect(later.get(OWN_PARAM.EYE_ORIGIN)![2]).toBeCloseTo(before[2] + 10, 4);
    expect(later.get(OWN_PARAM.EYE_S)).not.toEqual(written.get(`${material} ${OWN_PARAM.EYE_S}`));
    expect(Math.hypot(...later.get(OWN_PARAM.EYE_T)!.slice(0, 3))).toBeCloseTo(4, 4);
  });

  it("is null for a model without eyes", async () => {
    const { model, draws } = await open();
    const blind = { ...draws.all.materials, family: draws.all.materials.family.map(() => 0) };
    expect(
      EyesWriter.create(model, { ...draws, all: { ...draws.all, materials: blind } }),
    ).toBeNull();
  });
});
