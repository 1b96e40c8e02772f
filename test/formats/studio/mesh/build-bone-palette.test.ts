import { describe, expect, it } from "vitest";
import { buildBonePalette } from "../../../../src/formats/studio/mesh/build-bone-palette.ts";
import { parseMdl } from "../../../../src/formats/studio/read/parse-mdl.ts";
import { makeStudioModel, writeMdl } from "../make-studio.ts";

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

function expectClose(found: Float32Array, expected: number[]): void {
  expect(found).toHaveLength(expected.length);
  for (let i = 0; i < expected.length; i++) expect(found[i]).toBeCloseTo(expected[i], 5);
}

describe("buildBonePalette", () => {
  it("is the identity for bones in their bind pose", () => {
    const palette = buildBonePalette(parseMdl(writeMdl(makeStudioModel())));
    expectClose(palette, [...IDENTITY, ...IDENTITY, ...IDENTITY]);
  });

  it("moves child bones with their parent", () => {
    const model = makeStudioModel();
    // The arm now lies along x, so the hand's point at (16, 8) moves to (24, 0), rotated back by
    // 90°.
    model.bones[1].quaternion = [0, 0, 0, 1];
    const palette = buildBonePalette(parseMdl(writeMdl(model)));
    const backAround16 = [0, 1, 0, 16, -1, 0, 0, 16, 0, 0, 1, 0];
    expectClose(palette, [...IDENTITY, ...backAround16, ...backAround16]);
  });

  it("is the identity for static props, and one row for a model without bones", () => {
    const model = makeStudioModel();
    model.bones[1].position = [99, 0, 0];
    model.flags = 0x10;
    const palette = buildBonePalette(parseMdl(writeMdl(model)));
    expectClose(palette, [...IDENTITY, ...IDENTITY, ...IDENTITY]);
    expectClose(buildBonePalette(parseMdl(writeMdl({ ...model, bones: [] }))), IDENTITY);
  });
});
