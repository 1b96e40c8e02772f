import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FormatError } from "../../../src/core/errors.ts";
import { parsePhy } from "../../../src/formats/phy/parse-phy.ts";
import { summarizePhy } from "../../../src/formats/phy/summarize-phy.ts";
import { catchFormatError } from "../studio/catch-format-error.ts";
import { makePhy, makeTetrahedron } from "./make-phy.ts";

const TEXT = `solid {\n"index" "0"\n"name" "top"\n"mass" "7.5"\n}\neditparams {\n"rootname" ""\n}\n`;
const made = {
  checksum: 0x7eadbeef,
  solids: [[makeTetrahedron([1, 2, 3])], [makeTetrahedron([-5, 0, 9]), makeTetrahedron([0, 0, 0])]],
  text: TEXT,
};

/** Returns the generated hull for each row of the file. */
const hullsOf = (solids: typeof made.solids) => solids.flat();

describe("parsePhy", () => {
  it("reads every hull of every solid, in inches along the model's axes", () => {
    const phy = parsePhy(makePhy(made));
    expect(phy.checksum).toBe(0x7eadbeef);
    expect([phy.solidCount, phy.hullCount]).toEqual([2, 3]);
    // The right child of a tree may come first.
    const bySolid = [0, 1, 2].map((hull) => phy.hullSolid[hull]).sort();
    expect(bySolid).toEqual([0, 1, 1]);
    expect([...phy.hullPointCount]).toEqual([4, 4, 4]);
    expect([...phy.hullFirstTriangle]).toEqual([0, 4, 8, 12]);
    const wanted = hullsOf(made.solids).map(({ points, triangles }) =>
      triangles.flatMap((triangle) => triangle.flatMap((corner) => points[corner])),
    );
    const found = [0, 1, 2].map((hull) =>
      [...phy.corners.subarray(hull * 36, hull * 36 + 36)].map((value) => Math.round(value * 1e3)),
    );
    for (const hull of wanted) expect(found).toContainEqual(hull.map((value) => value * 1000));
    expect(phy.keyValues.map(({ key }) => key)).toEqual(["solid", "editparams"]);
  });

  it("reads old files without a header for each solid", () => {
    const [old, later] = [true, false].map((isOld) => parsePhy(makePhy({ ...made, isOld })));
    expect(old).toEqual(later);
  });

  it("reads surfaces with 32-bit numbers", () => {
    const [large, usual] = [true, false].map((isLarge) => parsePhy(makePhy({ ...made, isLarge })));
    expect(large).toEqual(usual);
  });

  it("reads big-endian console files", () => {
    const [big, usual] = [true, false].map((isBig) => parsePhy(makePhy({ ...made, isBig })));
    expect(big).toEqual(usual);
    const bytes = makePhy({ ...made, isBig: true });
    expect([...bytes.subarray(0, 4), ...bytes.subarray(20, 24)]).toEqual([
      0, 0, 0, 16, 0x59, 0x48, 0x50, 0x56,
    ]);
  });

  it("refuses solids that are not hulls and names their kind", () => {
    for (const isBig of [true, false]) {
      const refuse = (kind: number) =>
        catchFormatError(() => parsePhy(makePhy({ ...made, isBig, kind }))).message;
      expect(refuse(1)).toMatch(/expected kind 0 \(hulls\), found 1 \(MOPP\) \[unsupported\]/);
      expect(refuse(2)).toMatch(/expected kind 0 \(hulls\), found 2 \[unsupported\]/);
    }
  });

  it("skips damaged solids and reports them if a problem list is passed", () => {
    const bytes = makePhy(made);
    // Root of the first solid's tree.
    new DataView(bytes.buffer).setInt32(16 + 4 + 28 + 32, 1 << 20, true);
    expect(() => parsePhy(bytes)).toThrow("ledge tree");
    const problems: FormatError[] = [];
    const phy = parsePhy(bytes, problems);
    expect([phy.hullCount, [...phy.hullSolid], phy.keyValues.length]).toEqual([2, [1, 1], 2]);
    expect(problems.map(({ format, where }) => [format, where])).toEqual([["PHY", "ledge tree"]]);
  });

  it("has no hulls if there is no solid", () => {
    const phy = parsePhy(makePhy({ solids: [] }));
    expect([phy.hullCount, phy.corners.length, phy.keyValues.length]).toEqual([0, 0, 0]);
  });

  it("summarizes checksum, hulls, triangles and key values", () => {
    const { solids, ...summary } = summarizePhy(parsePhy(makePhy(made)));
    expect(summary).toMatchObject({ format: "PHY", checksum: "7eadbeef", hulls: 3, triangles: 12 });
    expect(summary.keyValues).toHaveLength(2);
    const round = (box: readonly (readonly number[])[] | null) =>
      box?.map((side) => side.map((value) => Math.round(value * 100) / 100));
    expect(solids.map((solid) => ({ ...solid, box: round(solid.box) }))).toEqual([
      {
        hulls: 1,
        triangles: 4,
        points: 4,
        box: [
          [1, 2, 3],
          [11, 22, 33],
        ],
      },
      {
        hulls: 2,
        triangles: 8,
        points: 8,
        box: [
          [-5, 0, 0],
          [10, 20, 39],
        ],
      },
    ]);
  });
});

describe("parsePhy on a damaged file", () => {
  const bytes = makePhy(made);
  const patched = (at: number, value: number) => {
    const copy = bytes.slice();
    new DataView(copy.buffer).setInt32(at, value, true);
    return catchFormatError(() => parsePhy(copy));
  };
  /** Offset of the first solid's surface: after its size and its header. */
  const surface = 16 + 4 + 28;

  it.each([
    ["another header", 0, 20, "bad-magic", 0],
    ["solids below none", 8, -1, "bad-count", 8],
    ["solids without end", 8, 0x7fffffff, "bad-count", 8],
    ["more solids than there are", 8, 3, "bad-count", null],
    ["a solid longer than the file", 16, 1 << 20, "bad-count", 16],
    ["a tree outside the file", surface + 32, 1 << 20, "bad-offset", surface],
    ["a kind that is not of hulls", 16 + 4 + 4, 0x10100, "unsupported", 16 + 4 + 6],
    ["triangles that are not there", surface + 48 + 12, 0xffff, "bad-count", surface + 48 + 12],
    ["points outside the file", surface + 48, -(1 << 20), "bad-index", surface + 48 + 16 + 4],
  ])("throws a FormatError for %s", (_, at, value, code, offset) => {
    const error = patched(at, value);
    expect([error.format, error.code]).toEqual(["PHY", code]);
    if (offset !== null) expect(error.offset).toBe(offset);
  });

  it("terminates if the ledge tree has a cycle", () => {
    const one = makePhy({ solids: [[makeTetrahedron([0, 0, 0]), makeTetrahedron([9, 0, 0])]] });
    const view = new DataView(one.buffer);
    const root = surface + view.getInt32(surface + 32, true);
    // The left child is the node itself, which doubles the count at each level.
    view.setInt32(root + 28, -28, true);
    expect(catchFormatError(() => parsePhy(one)).code).toBe("bad-count");
  });

  it("throws a FormatError if the file is cut before its text", () => {
    const textless = bytes.length - TEXT.length - 1;
    for (let length = 0; length < textless; length++) {
      expect(catchFormatError(() => parsePhy(bytes.subarray(0, length))).format).toBe("PHY");
    }
  });

  it.each([false, true])(
    "throws a FormatError or returns hulls for any damage, big-endian: %s",
    (isBig) => {
      const bytes = makePhy({ ...made, isBig });
      const damage = fc.tuple(
        fc.nat({ max: bytes.length - 1 }),
        fc.oneof(
          fc.constantFrom(-1, 0x7fffffff, 0xffff, 1 << 24),
          fc.integer(),
          fc.nat({ max: 99 }),
        ),
      );
      let refused = 0;
      fc.assert(
        fc.property(fc.array(damage, { minLength: 1, maxLength: 4 }), (list) => {
          const copy = bytes.slice();
          const view = new DataView(copy.buffer);
          for (const [at, value] of list) view.setInt32(Math.min(at, copy.length - 4), value, true);
          try {
            const phy = parsePhy(copy);
            expect(phy.corners.length).toBe(phy.hullFirstTriangle[phy.hullCount] * 9);
            expect(phy.hullSolid.every((solid) => solid < phy.solidCount)).toBe(true);
            summarizePhy(phy);
          } catch (error) {
            if (!(error instanceof FormatError)) throw error;
            refused++;
          }
        }),
        { numRuns: 3000 },
      );
      expect(refused).toBeGreaterThan(500);
      expect(refused).toBeLessThan(2900);
    },
  );
});
