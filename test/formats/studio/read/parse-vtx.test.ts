import { describe, expect, it } from "vitest";
import { parseVtx } from "../../../../src/formats/studio/read/parse-vtx.ts";
import { catchFormatError } from "../catch-format-error.ts";
import {
  type MadeStrip,
  type MadeStudioModel,
  makeStudioModel,
  makeTriangleMesh,
  makeVertex,
  writeVtx,
} from "../make-studio.ts";

/** Builds a model of one mesh and one LOD with the given strip groups. */
function makeGroups(groups: MadeStrip[][], vertexCount = 8): MadeStudioModel {
  const vertices = Array.from({ length: vertexCount }, (_, i) => makeVertex(i, i * i, 0));
  const meshes = [{ material: 0, vertices, lods: [groups] }];
  const bodyParts = [{ name: "body", models: [{ name: "m", meshes }] }];
  return { ...makeStudioModel(), bodyParts, switchPoints: [0] };
}

function parseIndices(groups: MadeStrip[][]): number[] {
  return [...parseVtx(writeVtx(makeGroups(groups))).indices];
}

function parseWithInt(offset: number, value: number) {
  const bytes = writeVtx(makeStudioModel());
  new DataView(bytes.buffer).setInt32(offset, value, true);
  return catchFormatError(() => parseVtx(bytes));
}

describe("parseVtx", () => {
  it("reads a row for each body part, model, LOD and mesh", () => {
    const vtx = parseVtx(writeVtx(makeStudioModel()));
    expect(vtx).toMatchObject({ version: 7, checksum: 0x1234abcd, lodCount: 2 });
    expect(vtx).toMatchObject({ maxBonesPerVert: 3, stripGroupCount: 9, stripCount: 10 });
    const { meshes } = vtx;
    expect([...meshes.bodyPart]).toEqual([0, 0, 0, 0, 1, 1, 1, 1]);
    expect([...meshes.model]).toEqual([0, 0, 0, 0, 0, 0, 1, 1]);
    expect([...meshes.lod]).toEqual([0, 0, 1, 1, 0, 1, 0, 1]);
    expect([...meshes.mesh]).toEqual([0, 1, 0, 1, 0, 0, 0, 0]);
    expect([...meshes.switchPoint]).toEqual([0, 0, 40, 40, 0, 40, 0, 40]);
    expect([...meshes.indexCount]).toEqual([12, 6, 6, 3, 3, 3, 3, 3]);
    expect([...meshes.firstIndex]).toEqual([0, 12, 18, 24, 27, 30, 33, 36]);
  });

  it("reverses the winding of triangle lists to counter-clockwise", () => {
    expect(parseIndices([[{ type: "list", indices: [0, 1, 2, 4, 5, 6] }]])).toEqual([
      ...[0, 2, 1],
      ...[4, 6, 5],
    ]);
  });

  it("converts strips to lists and flips every second triangle", () => {
    expect(parseIndices([[{ type: "strip", indices: [0, 1, 2, 3, 4] }]])).toEqual([
      ...[0, 2, 1],
      ...[1, 2, 3],
      ...[2, 4, 3],
    ]);
  });

  it("drops degenerate strip triangles and keeps the winding parity", () => {
    const indices = [0, 1, 2, 2, 3, 3, 4, 5];
    expect(parseIndices([[{ type: "strip", indices }]])).toEqual([...[0, 2, 1], ...[3, 4, 5]]);
    expect(parseIndices([[{ type: "strip", indices: [0, 1] }]])).toEqual([]);
  });

  it.each([25, 33] as const)("detects strip group headers of %i bytes by their offsets", (size) => {
    const model = { ...makeStudioModel(), stripGroupHeaderBytes: size };
    const vtx = parseVtx(writeVtx(model));
    expect(vtx.stripGroupHeaderBytes).toBe(size);
    expect(vtx.indices).toEqual(parseVtx(writeVtx(makeStudioModel())).indices);
  });

  it.each([25, 33] as const)(
    "detects strip group headers of %i bytes by overlaps if both sizes fit",
    (size) => {
      const meshes = [makeTriangleMesh(0, 8)];
      const bodyParts = [{ name: "body", models: [{ name: "m", meshes }] }];
      const model = { ...makeStudioModel(), bodyParts, stripGroupHeaderBytes: size };
      expect(parseVtx(writeVtx(model)).stripGroupHeaderBytes).toBe(size);
    },
  );

  it("refuses other versions, wrong LOD counts and truncated headers", () => {
    expect(parseWithInt(0, 6).code).toBe("bad-version");
    expect(parseWithInt(20, 0).code).toBe("bad-count");
    expect(parseWithInt(20, 9).code).toBe("bad-count");
    expect(parseWithInt(20, 1)).toMatchObject({ code: "bad-count", found: "LOD 1" });
    const cut = writeVtx(makeStudioModel()).subarray(0, 35);
    expect(catchFormatError(() => parseVtx(cut)).code).toBe("truncated");
  });

  it("refuses counts and offsets past the file", () => {
    expect(parseWithInt(28, -1).code).toBe("bad-count");
    expect(parseWithInt(28, 0x7fffffff).code).toBe("bad-count");
    expect(parseWithInt(32, 0x7fffffff).code).toBe("bad-offset");
    const end = writeVtx(makeStudioModel()).byteLength;
    for (let length = 36; length < end - 16; length++) {
      const cut = writeVtx(makeStudioModel()).subarray(0, length);
      expect(catchFormatError(() => parseVtx(cut)).format).toBe("VTX");
    }
  });

  it("refuses an index past the strip group's vertices", () => {
    const bytes = writeVtx(makeGroups([[{ type: "list", indices: [0, 1, 2] }]]));
    // The indices are the last data before the 8-byte material replacement list.
    bytes[bytes.byteLength - 10] = 3;
    expect(catchFormatError(() => parseVtx(bytes))).toMatchObject({
      code: "bad-index",
      offset: bytes.byteLength - 10,
      found: "3",
    });
  });

  it("refuses a list with an incomplete triangle", () => {
    const bytes = writeVtx(makeGroups([[{ type: "list", indices: [0, 1, 2, 3] }]]));
    expect(catchFormatError(() => parseVtx(bytes)).code).toBe("bad-count");
  });

  it("refuses a small file whose meshes all share one large strip group", () => {
    const indices = Array.from({ length: 3000 }, (_, i) => i % 8);
    const model = makeGroups([[{ type: "list", indices }]]);
    const [mesh] = model.bodyParts[0].models[0].meshes;
    const empty = { ...mesh, lods: [[]] };
    model.bodyParts[0].models[0].meshes = [mesh, ...new Array(100).fill(empty)];
    const bytes = writeVtx(model);
    expect(parseVtx(bytes).indices).toHaveLength(3000);
    const view = new DataView(bytes.buffer);
    const first = 36 + 8 + 8 + 12;
    const group = first + view.getInt32(first + 4, true);
    for (let i = 1; i <= 100; i++) {
      view.setInt32(first + i * 9, 1, true);
      view.setInt32(first + i * 9 + 4, group - (first + i * 9), true);
    }
    expect(catchFormatError(() => parseVtx(bytes))).toMatchObject({
      code: "bad-count",
      expected: expect.stringContaining("share their bytes"),
    });
  });
});
