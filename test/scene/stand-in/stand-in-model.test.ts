import { describe, expect, it } from "vitest";
import { parseMdl } from "../../../src/formats/studio/read/parse-mdl.ts";
import type { Mdl } from "../../../src/formats/studio/types.ts";
import { PASS_OPAQUE } from "../../../src/map/material.ts";
import { resolveCandidates } from "../../../src/scene/materials/materials.ts";
import { readPropModels } from "../../../src/scene/props/prop-models.ts";
import {
  buildStandInModel,
  STAND_IN_MATERIAL,
} from "../../../src/scene/stand-in/stand-in-model.ts";
import { makeStudioFiles, makeStudioModel } from "../../formats/studio/make-studio.ts";
import { accessTo, madeContent } from "../content-sources.ts";

const files = makeStudioFiles(makeStudioModel());
const mdl = parseMdl(files.mdl);
const sized = (hullMins: Mdl["hullMins"], hullMaxs: Mdl["hullMaxs"]) =>
  buildStandInModel("models/a.mdl", { ...mdl, hullMins, hullMaxs });

describe("a stand-in", () => {
  it("is a closed box of the header's size whose triangles and normals look out", () => {
    const { mesh, box } = sized([-1, -2, -4], [8, 16, 32])!;
    expect([...box]).toEqual([-1, -2, -4, 8, 16, 32]);
    const { position, normal } = mesh.vertices;
    const middle = [3.5, 7, 14];
    let volume = 0;
    for (let i = 0; i < mesh.indices.length; i += 3) {
      const corners = [0, 1, 2].map((k) => {
        const at = mesh.indices[i + k] * 3;
        return [0, 1, 2].map((axis) => position[at + axis] - middle[axis]);
      });
      const [a, b, c] = corners;
      const cross = [
        b[1] * c[2] - b[2] * c[1],
        b[2] * c[0] - b[0] * c[2],
        b[0] * c[1] - b[1] * c[0],
      ];
      const six = a[0] * cross[0] + a[1] * cross[1] + a[2] * cross[2];
      // Counter-clockwise seen from outside, as models are.
      expect(six).toBeGreaterThan(0);
      volume += six / 6;
      const at = mesh.indices[i] * 3;
      const out = [0, 1, 2].findIndex((axis) => normal[at + axis] !== 0);
      expect(Math.sign(normal[at + out])).toBe(Math.sign(a[out]));
      for (const corner of corners) expect(corner[out]).toBe(a[out]);
    }
    expect(volume).toBeCloseTo(9 * 18 * 36, 3);
  });

  it("is none where the header states no size", () => {
    expect(sized([0, 0, 0], [0, 0, 0])).toBeNull();
    expect(sized([0, 0, 0], [0, 0, 8])).toBeNull();
    expect(sized([0, 0, 0], [0, 8, 8])).not.toBeNull();
    expect(sized([1, 1, 1], [0, 8, 8])).toBeNull();
    expect(sized([Number.NaN, 0, 0], [8, 8, 8])).toBeNull();
    expect(sized([-1e6, 0, 0], [8, 8, 8])).toBeNull();
  });

  it("has a grey material that is nobody's file and no one misses", async () => {
    const content = madeContent({});
    const access = accessTo(content);
    const options = { textureCompressionBc: true, maxTextureDimension: 4096 };
    const { materials } = await resolveCandidates([[STAND_IN_MATERIAL]], null, access, options);
    expect(materials.pass[0]).toBe(PASS_OPAQUE);
    expect(materials.flags[0]).toBe(0);
    expect([...materials.fallbackColor]).toEqual([1, 1, 1]);
    expect([...materials.tint]).toEqual(new Array(3).fill(Math.fround(0.214)));
    expect(content.reads).toEqual([]);
    expect(access.diagnostics.warnings).toEqual([]);
  });

  it("stands where only the header is there, and says so", async () => {
    const access = accessTo(madeContent({ "models/a.mdl": files.mdl }));
    const paths = ["models/a.mdl", "models/b.mdl"];
    const counts = new Map([
      ["models/a.mdl", 3],
      ["models/b.mdl", 7],
    ]);
    const [a, b] = await readPropModels(paths, access, counts);
    expect(a?.isStandIn).toBe(true);
    expect([...a!.box]).toEqual([...mdl.hullMins, ...mdl.hullMaxs]);
    expect(b).toBeNull();
    expect(access.diagnostics.warnings.map(({ message }) => message).sort()).toEqual([
      "No models/a.vvd: 3 of its props are shown as boxes of its size.",
      "No models/b.mdl: 7 of its props are not shown, for nothing tells their size.",
    ]);
  });

  it("gives way to the model", async () => {
    const all = { "models/a.mdl": files.mdl, "models/a.vvd": files.vvd, "models/a.vtx": files.vtx };
    const [model] = await readPropModels(["models/a.mdl"], accessTo(madeContent(all)));
    expect(model?.isStandIn).toBe(false);
  });
});
