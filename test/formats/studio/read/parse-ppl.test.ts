import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FormatError } from "../../../../src/core/errors.ts";
import { parsePpl } from "../../../../src/formats/studio/read/parse-ppl.ts";
import { makePpl } from "../make-ppl.ts";

const make = () =>
  makePpl({
    ...{ checksum: 0xdeadbeef, width: 4, height: 2, meshes: 2 },
    texel: (x, y, level, mesh) => [x, y, level * 16 + mesh],
  });

function errorOf(edit: (view: DataView) => void, length?: number): FormatError {
  const bytes = make();
  edit(new DataView(bytes.buffer));
  try {
    parsePpl(bytes.subarray(0, length));
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  return expect.unreachable("it was read");
}

describe("parsePpl", () => {
  it("finds the lightmap of each mesh", () => {
    const ppl = parsePpl(make());
    expect(ppl.checksum >>> 0).toBe(0xdeadbeef);
    expect([...ppl.meshWidth, ...ppl.meshHeight]).toEqual([4, 4, 2, 2]);
    // 4 x 2, 2 x 1 and 1 x 1 texels of three bytes.
    expect([...ppl.meshByteLength]).toEqual([33, 33]);
    expect([...ppl.meshOffset]).toEqual([512, 545]);
    const second = ppl.bytes.subarray(ppl.meshOffset[1] + 6 * 3);
    expect([...second.subarray(0, 3)]).toEqual([2, 1, 1]);
  });

  it("reports the kind of damage", () => {
    const at = (offset: number, value: number) => (view: DataView) =>
      view.setInt32(offset, value, true);
    expect(errorOf(at(0, 1))).toMatchObject({ format: "PPL", code: "bad-version" });
    expect(errorOf(at(8, 13))).toMatchObject({ code: "unsupported" });
    expect(errorOf(at(12, -1))).toMatchObject({ code: "bad-count" });
    expect(errorOf(at(12, 1e9))).toMatchObject({ code: "bad-count" });
    // Second mesh: offset, bytes, width, height.
    expect(errorOf(at(68, 1020))).toMatchObject({ code: "bad-offset" });
    expect(errorOf(at(72, 23))).toMatchObject({ code: "bad-value" });
    expect(errorOf(at(76, 0))).toMatchObject({ code: "bad-value" });
    expect(errorOf(at(80, 0x7fffffff))).toMatchObject({ code: "bad-value" });
    expect(errorOf(() => undefined, 20)).toMatchObject({ code: "truncated" });
  });

  it("limits the total bytes of meshes that share texels", () => {
    const meshes = 2000;
    const bytes = new Uint8Array(32 + meshes * 32 + 64 * 64 * 3);
    const view = new DataView(bytes.buffer);
    view.setInt32(8, 2, true);
    view.setInt32(12, meshes, true);
    for (let mesh = 0; mesh < meshes; mesh++) {
      [0, 32 + meshes * 32, 64 * 64 * 3, 64, 64].forEach((word, i) => {
        view.setInt32(32 + mesh * 32 + i * 4, word, true);
      });
    }
    expect(() => parsePpl(bytes)).toThrow(FormatError);
  });

  it("throws a FormatError or returns lightmaps for any bytes", () => {
    const edits = fc.array(fc.tuple(fc.nat(95), fc.nat(255)), { maxLength: 6 });
    fc.assert(
      fc.property(edits, fc.nat(1024), (list, length) => {
        const damaged = make().slice(0, length);
        for (const [at, value] of list) if (at < damaged.length) damaged[at] = value;
        try {
          const { meshOffset, meshByteLength, bytes } = parsePpl(damaged);
          meshOffset.forEach((offset, mesh) => {
            expect(offset + meshByteLength[mesh]).toBeLessThanOrEqual(bytes.length);
          });
        } catch (error) {
          expect(error).toBeInstanceOf(FormatError);
        }
      }),
    );
  });
});
