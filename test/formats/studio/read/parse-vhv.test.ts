import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FormatError } from "../../../../src/core/errors.ts";
import { parseVhv } from "../../../../src/formats/studio/read/parse-vhv.ts";
import { makeVhv } from "../make-vhv.ts";

function errorOf(edit: (view: DataView) => void, length = 1024): FormatError {
  const bytes = makeVhv();
  edit(new DataView(bytes.buffer));
  try {
    parseVhv(bytes.subarray(0, length));
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  return expect.unreachable("it was read");
}

describe("parseVhv", () => {
  it("reads meshes and their colours as R, G, B, A", () => {
    const vhv = parseVhv(makeVhv());
    expect(vhv.checksum >>> 0).toBe(0xdeadbeef);
    expect([...vhv.meshLod]).toEqual([0, 1]);
    expect([...vhv.meshFirstVertex]).toEqual([0, 2]);
    expect([...vhv.meshVertexCount]).toEqual([2, 1]);
    expect([...vhv.color]).toEqual([3, 2, 1, 255, 6, 5, 4, 255, 9, 8, 7, 128]);
  });

  it("reads three colours per vertex, and their mean for unbumped use", () => {
    const bytes = makeVhv();
    const view = new DataView(bytes.buffer);
    view.setInt32(8, 2, true);
    view.setInt32(12, 12, true);
    view.setInt32(40 + 28 + 8, 536, true);
    // B, G, R, A of each direction.
    bytes.set([0, 100, 255, 255, 0, 100, 0, 255, 0, 100, 0, 255], 512);
    bytes.set([30, 0, 0, 255, 60, 0, 0, 255, 90, 0, 0, 255], 524);
    bytes.set([9, 9, 9, 0, 9, 9, 9, 0, 9, 9, 9, 0], 536);
    const mean = (...values: number[]) =>
      Math.round(values.reduce((sum, v) => sum + v, 0) / values.length);
    const vhv = parseVhv(bytes);
    expect([...vhv.color]).toEqual([
      ...[mean(255, 0, 0), 100, 0, 255],
      ...[0, 0, mean(30, 60, 90), 255],
      ...[9, 9, 9, 0],
    ]);
    expect(vhv.directed!.map((color) => [...color.subarray(0, 8)])).toEqual([
      ...[
        [255, 100, 0, 255, 0, 0, 30, 255],
        [0, 100, 0, 255, 0, 0, 60, 255],
      ],
      [0, 100, 0, 255, 0, 0, 90, 255],
    ]);
    expect(parseVhv(makeVhv()).directed).toBe(null);
  });

  it("checks the byte count of three colours per vertex", () => {
    const last = (v: DataView) => {
      v.setInt32(12, 12, true);
      v.setInt32(48, 1000, true);
    };
    // Two vertices would end at 1024, three at 1036.
    expect(
      errorOf((v) => {
        last(v);
        v.setInt32(44, 3, true);
      }),
    ).toMatchObject({ code: "bad-offset" });
  });

  it("reports the kind of damage", () => {
    expect(errorOf((v) => v.setInt32(0, 3, true))).toMatchObject({ code: "bad-version" });
    expect(errorOf((v) => v.setInt32(12, 8, true))).toMatchObject({ code: "unsupported" });
    expect(errorOf((v) => v.setInt32(20, -1, true))).toMatchObject({ code: "bad-count" });
    expect(errorOf((v) => v.setInt32(20, 1e9, true))).toMatchObject({ code: "bad-count" });
    expect(errorOf((v) => v.setInt32(44, 1e9, true))).toMatchObject({ code: "bad-offset" });
    expect(errorOf((v) => v.setInt32(48, 1021, true))).toMatchObject({ code: "bad-offset" });
    expect(errorOf(() => undefined, 30)).toMatchObject({ format: "VHV", code: "truncated" });
  });

  it("throws a FormatError or returns colours for any bytes", () => {
    const bytes = makeVhv();
    const edits = fc.array(fc.tuple(fc.nat(95), fc.nat(255)), { maxLength: 6 });
    fc.assert(
      fc.property(edits, fc.nat(1024), (list, length) => {
        const damaged = bytes.slice(0, length);
        for (const [at, value] of list) if (at < length) damaged[at] = value;
        try {
          const vhv = parseVhv(damaged);
          expect(vhv.color.length).toBeLessThanOrEqual(length);
        } catch (error) {
          expect(error).toBeInstanceOf(FormatError);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
