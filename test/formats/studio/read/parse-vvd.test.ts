import { describe, expect, it } from "vitest";
import { parseVvd } from "../../../../src/formats/studio/read/parse-vvd.ts";
import { catchFormatError } from "../catch-format-error.ts";
import { makeStudioModel, writeVvd } from "../make-studio.ts";

function parseWithInt(offset: number, value: number) {
  const bytes = writeVvd(makeStudioModel());
  new DataView(bytes.buffer).setInt32(offset, value, true);
  return catchFormatError(() => parseVvd(bytes));
}

/** x of the generated model's vertices, in mesh order. */
const LISTED_X = [0, 0, 32, 32, 16, 16, 0, 0, 16, 16, 0, 0, 16, 0, 0, 20];

describe("parseVvd", () => {
  it("applies the fixups, so that each mesh's vertices are contiguous", () => {
    const vvd = parseVvd(writeVvd(makeStudioModel()));
    expect(vvd.fixupCount).toBeGreaterThan(2);
    expect([...vvd.lodVertexCounts]).toEqual([16, 13, 13, 13, 13, 13, 13, 13]);
    expect(vvd.vertices.count).toBe(16);
    const x = Array.from({ length: 16 }, (_, i) => vvd.vertices.position[i * 3]);
    expect(x).toEqual(LISTED_X);
    expect([...vvd.vertices.position.subarray(27, 30)]).toEqual([16, 32, 0]);
    expect([...vvd.vertices.normal.subarray(0, 3)]).toEqual([0, 0, 1]);
    expect([...vvd.vertices.texCoord.subarray(18, 20)]).toEqual([1, 2]);
    expect([...vvd.vertices.tangent.subarray(60, 64)]).toEqual([1, 0, 0, -1]);
  });

  it("keeps the stored vertex order if there are no fixups", () => {
    const model = makeStudioModel();
    const [panel] = model.bodyParts[0].models[0].meshes;
    model.bodyParts = [{ name: "body", models: [{ name: "panel", meshes: [panel] }] }];
    const vvd = parseVvd(writeVvd(model));
    expect(vvd.fixupCount).toBe(0);
    const x = Array.from({ length: 6 }, (_, i) => vvd.vertices.position[i * 3]);
    expect(x).toEqual(LISTED_X.slice(0, 6));
  });

  it("reads one, two and three bones per vertex", () => {
    const { boneCount, boneIndex, boneWeight } = parseVvd(writeVvd(makeStudioModel())).vertices;
    expect([...boneCount.subarray(0, 4)]).toEqual([1, 2, 3, 1]);
    expect([...boneIndex.subarray(0, 12)]).toEqual([0, 0, 0, 0, 1, 0, 0, 1, 2, 2, 0, 0]);
    expect([...boneWeight.subarray(0, 12)]).toEqual([
      1, 0, 0, 0.75, 0.25, 0, 0.5, 0.25, 0.25, 1, 0, 0,
    ]);
  });

  it("normalizes weights and ignores those past the bone count", () => {
    const bytes = writeVvd(makeStudioModel());
    const view = new DataView(bytes.buffer);
    const first = view.getInt32(56, true);
    bytes[first + 15] = 2;
    [3, 1, 9].forEach((weight, i) => {
      view.setFloat32(first + i * 4, weight, true);
    });
    bytes[first + 14] = 200;
    view.setFloat32(first + 48, Number.NaN, true);
    const { boneIndex, boneWeight } = parseVvd(bytes).vertices;
    expect([...boneWeight.subarray(0, 6)]).toEqual([0.75, 0.25, 0, 1, 0, 0]);
    expect([...boneIndex.subarray(0, 3)]).toEqual([0, 0, 0]);
  });

  it("returns zero tangents if the file has none", () => {
    const vvd = parseVvd(writeVvd({ ...makeStudioModel(), hasTangents: false }));
    expect(vvd.vertices.tangent.every((value) => value === 0)).toBe(true);
    expect(vvd.vertices.tangent).toHaveLength(64);
  });

  it("reads unaligned bytes", () => {
    const bytes = writeVvd(makeStudioModel());
    const larger = new Uint8Array(bytes.byteLength + 1);
    larger.set(bytes, 1);
    expect(parseVvd(larger.subarray(1))).toEqual(parseVvd(bytes));
    const buffer = Buffer.from(larger.buffer, 1, bytes.byteLength);
    expect(parseVvd(buffer)).toEqual(parseVvd(bytes));
  });

  it("refuses other files and versions", () => {
    expect(parseWithInt(0, 0x56434449)).toMatchObject({ code: "bad-magic", found: "IDCV" });
    expect(parseWithInt(4, 5).code).toBe("bad-version");
    expect(parseWithInt(12, 9).code).toBe("bad-count");
    const cut = writeVvd(makeStudioModel()).subarray(0, 63);
    expect(catchFormatError(() => parseVvd(cut)).code).toBe("truncated");
  });

  it("refuses counts and offsets past the file", () => {
    expect(parseWithInt(16, 0x7fffffff).code).toBe("bad-count");
    expect(parseWithInt(16, -1).code).toBe("bad-count");
    expect(parseWithInt(20, 17).code).toBe("bad-count");
    expect(parseWithInt(56, 0x7fffffff).code).toBe("bad-offset");
    expect(parseWithInt(60, 0x7ffffff0).code).toBe("bad-offset");
    expect(parseWithInt(52, -12).code).toBe("bad-offset");
  });

  it("refuses fixups that do not produce the whole list", () => {
    const fixup = new DataView(writeVvd(makeStudioModel()).buffer).getInt32(52, true);
    expect(parseWithInt(fixup, 8).code).toBe("bad-value");
    expect(parseWithInt(fixup + 4, 15).code).toBe("bad-index");
    expect(parseWithInt(fixup + 8, 3)).toMatchObject({ code: "bad-count", found: "15" });
  });

  it("refuses a vertex with no bones or with four", () => {
    for (const bones of [0, 4]) {
      const bytes = writeVvd(makeStudioModel());
      bytes[new DataView(bytes.buffer).getInt32(56, true) + 15] = bones;
      expect(catchFormatError(() => parseVvd(bytes))).toMatchObject({
        code: "bad-count",
        where: "mstudioboneweight_t.numbones",
      });
    }
  });
});
