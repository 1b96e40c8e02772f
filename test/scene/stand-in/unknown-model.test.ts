/** Props of models of which nothing is there: a small cube each, of one mesh for all. */

import { describe, expect, it } from "vitest";
import type { Bsp } from "../../../src/formats/bsp/types.ts";
import { readPropModels } from "../../../src/scene/props/prop-models.ts";
import { buildProps } from "../../../src/scene/props/props.ts";
import { casts } from "../../../src/scene/shadows/shadow-casters.ts";
import { MOST_NAMED } from "../../../src/scene/stand-in/unknown-model.ts";
import { buildLeafTree } from "../../../src/scene/world/leaf-tree.ts";
import { makeRoom, makeVmf, pointEntity } from "../../compile/make-vmf.ts";
import { compile } from "../../compile/vbsp/compile.ts";
import { accessTo, madeContent } from "../content-sources.ts";

const OPTIONS = { textureCompressionBc: true, maxTextureDimension: 4096 };

/** Where the sky's miniature is, in a room of its own. */
const SKY_X = 2048;

const prop = (model: string, x: number, keys: Record<string, string> = {}) =>
  pointEntity("prop_dynamic", [x, 128, 64], { model, ...keys });

/** Two rooms, the far one with a sky camera in it, and entities. */
async function build(entities: ReturnType<typeof prop>[], more: Partial<Bsp> = {}, files = {}) {
  const rooms = [0, SKY_X].flatMap((x) => makeRoom([x, 0, 0], [x + 512, 256, 128]));
  const { bsp } = compile(
    makeVmf(rooms, [
      pointEntity("info_player_start", [64, 64, 1]),
      pointEntity("sky_camera", [SKY_X + 64, 64, 64]),
      ...entities,
    ]),
  );
  const access = accessTo(madeContent(files));
  const built = await buildProps({ ...bsp, ...more }, buildLeafTree(bsp), null, access, OPTIONS);
  return { built, props: built?.props, warnings: access.diagnostics.warnings };
}

describe("props of models that are not there", () => {
  it("are cubes at their origins, turned as they are, with their fades, and one line a model", async () => {
    const { props, warnings } = await build([
      prop("models/a.mdl", 100),
      prop("models/a.mdl", 200, { angles: "0 45 0", fademindist: "300", fademaxdist: "400" }),
      prop("models/B.mdl", 300, { modelscale: "2" }),
    ]);
    expect(props).toMatchObject({ instanceCount: 3, modelName: ["models/a.mdl", "models/b.mdl"] });
    const boxOf = (i: number) => [...props!.instanceBox.subarray(i * 6, i * 6 + 6)].map(Math.round);
    expect(boxOf(0)).toEqual([88, 116, 52, 112, 140, 76]);
    expect(boxOf(1)).toEqual([183, 111, 52, 217, 145, 76]);
    expect(boxOf(2)).toEqual([276, 104, 40, 324, 152, 88]);
    expect([...props!.fadeMaxDist]).toEqual([0, 400, 0]);
    expect(warnings.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      "missing-model: No models/a.mdl: 2 of its props are shown as cubes, for nothing tells their size.",
      "missing-model: No models/b.mdl: 1 of its props are shown as cubes, for nothing tells their size.",
    ]);
  });

  it("share one mesh and one grey material, and cast no shadow", async () => {
    const models = Array.from({ length: 40 }, (_, i) => prop(`models/m${i}.mdl`, 20 + i * 8));
    const { props, built } = await build(models);
    expect(props).toMatchObject({ instanceCount: 40, modelCount: 40, vertexCount: 36 });
    expect(props!.indices).toHaveLength(36);
    expect(props!.materials.name).toEqual(["visleaf/stand-in"]);
    expect(built!.casters.entity).toHaveLength(40);
    const { entity, model } = built!.casters;
    expect(entity.filter((one, i) => casts(one, model[i]))).toEqual([]);
  });

  it("share a draw, and the name, past so many", async () => {
    const paths = Array.from({ length: MOST_NAMED + 50 }, (_, i) => `models/${i}.mdl`);
    const read = await readPropModels(
      paths.map((path) => ({ path, sequence: null })),
      accessTo(madeContent({})),
    );
    expect(new Set(read).size).toBe(MOST_NAMED + 1);
    expect(read.slice(0, MOST_NAMED).map((model) => model?.name)).toEqual(
      paths.slice(0, MOST_NAMED),
    );
    expect(new Set(read.slice(MOST_NAMED).map((model) => model?.name)).size).toBe(1);
    expect(new Set(read.map((model) => model?.mesh)).size).toBe(1);
  });

  it("are none in the sky's miniature, where a cube is as large as a house", async () => {
    const inSky = prop("models/tree.mdl", SKY_X + 200);
    const { props, warnings } = await build([inSky, prop("models/a.mdl", 100)]);
    expect(props).toMatchObject({ instanceCount: 1, modelName: ["models/a.mdl"] });
    expect(warnings.map(({ message }) => message)).toContain(
      "No models/tree.mdl: 1 of its props are not shown, for nothing tells their size.",
    );
    expect((await build([inSky])).built).toBeNull();
  });

  it("are none of what is strewn, nor of a model that is there and broken", async () => {
    const detailProps = {
      modelName: ["models/grass.mdl"],
      objects: {
        ...{ count: 1, type: [0], detailModel: [0], leaf: [1] },
        ...{ origin: Float32Array.of(64, 64, 8), angles: new Float32Array(3) },
      },
    } as unknown as Bsp["detailProps"];
    const strewn = await build([], { detailProps });
    expect(strewn.built).toBeNull();
    expect(strewn.warnings.map(({ message }) => message)).toEqual([
      "No models/grass.mdl: 1 of its props are not shown, for nothing tells their size.",
    ]);
    const broken = { "models/a.mdl": new Uint8Array(9) };
    expect((await build([prop("models/a.mdl", 100)], {}, broken)).built).toBeNull();
  });
});
