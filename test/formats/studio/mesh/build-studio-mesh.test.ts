import { describe, expect, it } from "vitest";
import { buildStudioMesh } from "../../../../src/formats/studio/mesh/build-studio-mesh.ts";
import { parseMdl } from "../../../../src/formats/studio/read/parse-mdl.ts";
import { parseVtx } from "../../../../src/formats/studio/read/parse-vtx.ts";
import { parseVvd } from "../../../../src/formats/studio/read/parse-vvd.ts";
import { catchFormatError } from "../catch-format-error.ts";
import { countWindings } from "../count-windings.ts";
import { makeStudioFiles, makeStudioModel } from "../make-studio.ts";

function parseAll(files = makeStudioFiles()) {
  return { mdl: parseMdl(files.mdl), vvd: parseVvd(files.vvd), vtx: parseVtx(files.vtx) };
}

describe("buildStudioMesh", () => {
  it("draws the first model of each body part, ordered by LOD", () => {
    const { mdl, vvd, vtx } = parseAll();
    const mesh = buildStudioMesh(mdl, vvd, vtx);
    expect(mesh.lodCount).toBe(2);
    expect([...mesh.switchPoint]).toEqual([0, 40]);
    expect([...mesh.drawLod]).toEqual([0, 0, 0, 1, 1, 1]);
    expect([...mesh.drawMaterial]).toEqual([0, 1, 1, 0, 1, 1]);
    expect([...mesh.drawIndexCount]).toEqual([12, 6, 3, 6, 3, 3]);
    expect([...mesh.drawFirstIndex]).toEqual([0, 12, 18, 21, 27, 30]);
    expect(mesh.indices).toHaveLength(33);
    // The square's first triangle, then the hat's; indices count from their meshes' first vertices.
    expect([...mesh.indices.subarray(12, 15)]).toEqual([6, 8, 7]);
    expect([...mesh.indices.subarray(18, 21)]).toEqual([10, 12, 11]);
  });

  it("draws the body part models that a body number selects", () => {
    const { mdl, vvd, vtx } = parseAll();
    const hatOf = (body: number) => {
      const mesh = buildStudioMesh(mdl, vvd, vtx, body);
      expect([...mesh.drawMesh]).toEqual([0, 1, 2 + (body % 2), 0, 1, 2 + (body % 2)]);
      return [...mesh.indices.subarray(18, 21)].map((row) => vvd.vertices.position[row * 3 + 1]);
    };
    // Clockwise from the front; the second hat is four inches larger.
    expect([0, 1, 2].map(hatOf)).toEqual([
      [0, 0, 16],
      [0, 0, 20],
      [0, 0, 16],
    ]);
  });

  it("switches LODs the same way for an empty body part as for a visible one", () => {
    const model = makeStudioModel();
    model.bodyParts = [{ name: "hat", models: [...model.bodyParts[1].models] }];
    model.bodyParts[0].models.push({ name: "", meshes: [] });
    const { mdl, vvd, vtx } = parseAll(makeStudioFiles(model));
    const mesh = buildStudioMesh(mdl, vvd, vtx, 2);
    expect(mesh.drawCount).toBe(0);
    expect([...mesh.switchPoint]).toEqual([0, 40]);
  });

  it("draws every LOD from one index list, and each LOD covers the panel facing its normals", () => {
    const { mdl, vvd, vtx } = parseAll();
    const mesh = buildStudioMesh(mdl, vvd, vtx);
    expect(countWindings(mesh)).toEqual({ facing: 11, against: 0, flat: 0 });
    for (const draw of [0, 3]) {
      let area = 0;
      const first = mesh.drawFirstIndex[draw];
      for (let i = first; i < first + mesh.drawIndexCount[draw]; i += 3) {
        const [a, b, c] = [0, 1, 2].map((k) => mesh.indices[i + k] * 3);
        const p = mesh.vertices.position;
        const cross = (p[b] - p[a]) * (p[c + 1] - p[a + 1]) - (p[c] - p[a]) * (p[b + 1] - p[a + 1]);
        area += cross / 2;
      }
      expect(area).toBe(32 * 16);
    }
  });

  it("names the file with the wrong checksum", () => {
    const { mdl, vvd, vtx } = parseAll();
    const other = parseAll(makeStudioFiles({ ...makeStudioModel(), checksum: -2 }));
    expect(catchFormatError(() => buildStudioMesh(mdl, other.vvd, vtx))).toMatchObject({
      format: "VVD",
      code: "mismatch",
      expected: "the MDL's checksum 1234abcd",
      found: "fffffffe",
    });
    expect(catchFormatError(() => buildStudioMesh(mdl, vvd, other.vtx))).toMatchObject({
      format: "VTX",
      code: "mismatch",
    });
  });

  it("refuses a VTX with other meshes", () => {
    const { vvd, vtx } = parseAll();
    const model = makeStudioModel();
    model.bodyParts[0].models[0].meshes.pop();
    const { mdl } = parseAll(makeStudioFiles(model));
    expect(catchFormatError(() => buildStudioMesh(mdl, vvd, vtx)).code).toBe("mismatch");
  });

  it("refuses triangles past the VVD's vertices", () => {
    const { mdl, vtx } = parseAll();
    const model = makeStudioModel();
    model.bodyParts.pop();
    const { vvd } = parseAll(makeStudioFiles(model));
    expect(catchFormatError(() => buildStudioMesh(mdl, vvd, vtx)).code).toBe("bad-index");
  });

  it("refuses vertices on bones that are missing from the MDL", () => {
    const { vvd, vtx } = parseAll();
    const model = makeStudioModel();
    model.bones.pop();
    const { mdl } = parseAll(makeStudioFiles(model));
    expect(catchFormatError(() => buildStudioMesh(mdl, vvd, vtx))).toMatchObject({
      format: "VVD",
      code: "bad-index",
      found: "2 in vertex 2",
    });
  });
});
