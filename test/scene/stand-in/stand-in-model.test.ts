import { describe, expect, it } from "vitest";
import { Ledger } from "../../../src/core/ledger.ts";
import { parsePhy } from "../../../src/formats/phy/parse-phy.ts";
import { buildModelFromBones } from "../../../src/formats/studio/mesh/build-bone-palette.ts";
import { parseMdl } from "../../../src/formats/studio/read/parse-mdl.ts";
import type { Mdl } from "../../../src/formats/studio/types.ts";
import { PASS_OPAQUE } from "../../../src/map/material.ts";
import { resolveCandidates } from "../../../src/scene/materials/materials.ts";
import { readPropModels } from "../../../src/scene/props/prop-models.ts";
import {
  buildBoxModel,
  buildHullModel,
  STAND_IN_MATERIAL,
} from "../../../src/scene/stand-in/stand-in-model.ts";
import { type MadePhy, makePhy, makeTetrahedron } from "../../formats/phy/make-phy.ts";
import { makeStudioFiles, makeStudioModel } from "../../formats/studio/make-studio.ts";
import { accessTo, madeContent } from "../content-sources.ts";

const files = makeStudioFiles(makeStudioModel());
const mdl = parseMdl(files.mdl);
const sized = (hullMins: Mdl["hullMins"], hullMaxs: Mdl["hullMaxs"]) =>
  buildBoxModel("models/a.mdl", { ...mdl, hullMins, hullMaxs });

describe("the placeholder box of a model", () => {
  it("is closed, as large as the header says, with outward normals", () => {
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
      // Counter-clockwise seen from outside, like models.
      expect(six).toBeGreaterThan(0);
      volume += six / 6;
      const at = mesh.indices[i] * 3;
      const out = [0, 1, 2].findIndex((axis) => normal[at + axis] !== 0);
      expect(Math.sign(normal[at + out])).toBe(Math.sign(a[out]));
      for (const corner of corners) expect(corner[out]).toBe(a[out]);
    }
    expect(volume).toBeCloseTo(9 * 18 * 36, 3);
  });

  it("is null if the header has no size", () => {
    expect(sized([0, 0, 0], [0, 0, 0])).toBeNull();
    expect(sized([0, 0, 0], [0, 0, 8])).toBeNull();
    expect(sized([0, 0, 0], [0, 8, 8])).not.toBeNull();
    expect(sized([1, 1, 1], [0, 8, 8])).toBeNull();
    expect(sized([Number.NaN, 0, 0], [8, 8, 8])).toBeNull();
    expect(sized([-1e6, 0, 0], [8, 8, 8])).toBeNull();
  });

  it("has a grey material that reads no file and is not reported", async () => {
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

  it("is used with a warning if only the header file exists", async () => {
    const access = accessTo(madeContent({ "models/a.mdl": files.mdl }));
    const paths = ["models/a.mdl", "models/b.mdl"];
    const counts = new Map([
      ["models/a.mdl", 3],
      ["models/b.mdl", 7],
    ]);
    const [a, b] = await readPropModels(
      paths.map((path) => ({ path, sequence: null, propCount: counts.get(path) })),
      access,
    );
    expect(a?.isStandIn).toBe(true);
    expect([...a!.box]).toEqual([...mdl.hullMins, ...mdl.hullMaxs]);
    expect(b).toBeNull();
    expect(access.diagnostics.warnings.map(({ message }) => message).sort()).toEqual([
      "No models/a.vvd: 3 of its props are shown as boxes of its size.",
      "No models/b.mdl: 7 of its props are not shown, because their size is unknown.",
    ]);
  });

  it("is not used if the model is complete", async () => {
    const all = { "models/a.mdl": files.mdl, "models/a.vvd": files.vvd, "models/a.vtx": files.vtx };
    const [model] = await readPropModels(
      [{ path: "models/a.mdl", sequence: null }],
      accessTo(madeContent(all)),
    );
    expect(model?.isStandIn).toBe(false);
  });
});

describe("a collision model as placeholder", () => {
  const made = (phy: MadePhy) => makePhy({ checksum: mdl.checksum, ...phy });
  const one = made({ solids: [[makeTetrahedron([1, 2, 3])]] });

  async function read(phy: Uint8Array, limits = {}) {
    const content = madeContent({ "models/a.mdl": files.mdl, "models/a.phy": phy });
    const access = { ...accessTo(content), ledger: new Ledger(limits) };
    const [model] = await readPropModels([{ path: "models/a.mdl", sequence: null }], access);
    const rounded = [...(model?.box ?? [])].map((value) => Math.round(value * 100) / 100);
    return { model, box: rounded, codes: access.diagnostics.warnings.map(({ code }) => code) };
  }

  const hullBox = [...mdl.hullMins, ...mdl.hullMaxs];

  it("is flat-shaded with outward normals", () => {
    const model = buildHullModel("models/a.mdl", mdl, parsePhy(one))!;
    const { vertices, indices, drawIndexCount } = model.mesh;
    expect([vertices.count, indices.length, drawIndexCount[0]]).toEqual([12, 12, 12]);
    const middle = [3.5, 7, 10.5];
    for (let triangle = 0; triangle < 12; triangle += 3) {
      const normal = [...vertices.normal.subarray(triangle * 3, triangle * 3 + 3)];
      expect(Math.hypot(...normal)).toBeCloseTo(1, 5);
      for (let corner = triangle; corner < triangle + 3; corner++) {
        const at = [...vertices.position.subarray(corner * 3, corner * 3 + 3)];
        const out = at.reduce((sum, value, axis) => sum + (value - middle[axis]) * normal[axis], 0);
        expect(out).toBeGreaterThan(1);
        expect([...vertices.normal.subarray(corner * 3, corner * 3 + 3)]).toEqual(normal);
        const tangent = vertices.tangent.subarray(corner * 4, corner * 4 + 3);
        expect(Math.abs(tangent.reduce((sum, v, axis) => sum + v * normal[axis], 0))).toBeLessThan(
          1,
        );
      }
    }
  });

  it("is preferred to the box, with a warning", async () => {
    const content = madeContent({ "models/a.mdl": files.mdl, "models/a.phy": one });
    const access = accessTo(content);
    const counts = new Map([["models/a.mdl", 3]]);
    const [model] = await readPropModels(
      [{ path: "models/a.mdl", sequence: null, propCount: counts.get("models/a.mdl") }],
      access,
    );
    expect(model?.isStandIn).toBe(true);
    expect([...model!.box].map(Math.round)).toEqual([1, 2, 3, 11, 22, 33]);
    expect(access.diagnostics.warnings.map(({ message }) => message)).toEqual([
      "No models/a.vvd: 3 of its props are shown as their collision hulls.",
    ]);
  });

  it("is placed on the bones named by its solids", async () => {
    const bone = mdl.bones.name[1];
    const text = `solid { "index" "1" "name" "${bone.toUpperCase()}" } solid { "index" "0" "name" "none" }`;
    const solids = [[makeTetrahedron([500, 500, 500])], [makeTetrahedron([0, 0, 0])]];
    const { box } = await read(made({ solids, text }));
    const origin = [3, 7, 11].map((at) => buildModelFromBones(mdl)[12 + at]);
    const turned = [0, 1, 2].map((axis) =>
      [10, 20, 30].map((size, column) => size * buildModelFromBones(mdl)[12 + axis * 4 + column]),
    );
    const ends = origin.map((value, axis) => [value, ...turned[axis].map((step) => value + step)]);
    const wanted = [...ends.map((v) => Math.min(...v)), ...ends.map((v) => Math.max(...v))];
    for (const [i, value] of wanted.entries()) expect(box[i]).toBeCloseTo(value, 1);
    expect(origin).not.toEqual([0, 0, 0]);
  });

  it("is replaced by the box if it belongs to another model", async () => {
    const { box, codes } = await read(
      makePhy({ checksum: 1, solids: [[makeTetrahedron([0, 0, 0])]] }),
    );
    expect([box, codes]).toEqual([hullBox, ["missing-model"]]);
  });

  it("is replaced by the box if it is broken, not finite, or above the budget", async () => {
    expect(await read(one.subarray(0, 60))).toMatchObject({
      box: hullBox,
      codes: ["unreadable-model", "missing-model"],
    });
    const nowhere = made({ solids: [[makeTetrahedron([Number.NaN, 0, 0])]] });
    expect(await read(nowhere)).toMatchObject({ box: hullBox, codes: ["missing-model"] });
    expect(await read(one, { vertices: 11 })).toMatchObject({
      box: hullBox,
      codes: ["over-budget", "missing-model"],
    });
    expect((await read(one, { vertices: 12 })).codes).toEqual(["missing-model"]);
  });
});
