/** Tests detail props of generated lumps in both byte orders, valid and damaged. */

import { describe, expect, it } from "vitest";
import { FormatError } from "../../../../src/core/errors.ts";
import { parseBsp } from "../../../../src/formats/bsp/parse-bsp.ts";
import { parseDetailProps } from "../../../../src/formats/bsp/read/read-game-lumps.ts";
import { summarizeBsp } from "../../../../src/formats/bsp/summarize-bsp.ts";
import { writeDetailProps } from "../../../../src/formats/bsp/write/write-detail-props.ts";
import { makeBsp } from "../make-bsp.ts";

const LEAFS = 3;

function readMade(littleEndian = true) {
  const { detailProps } = parseBsp(makeBsp({ littleEndian, detailProps: true }));
  if (detailProps === null) throw new Error("no detail props");
  return detailProps;
}

/** Offsets of the sprite count and the prop count in the written lump. */
const SPRITES_AT = 4 + 128;
const OBJECTS_AT = SPRITES_AT + 4 + 32;

describe("detail props", () => {
  it.each([true, false])("are read in either byte order (little-endian: %s)", (littleEndian) => {
    const { modelName, sprites, objects } = readMade(littleEndian);
    expect(modelName).toEqual(["models/tuft.mdl"]);
    expect(sprites.count).toBe(1);
    expect([...sprites.upperLeft, ...sprites.lowerRight]).toEqual([-8, 32, 8, 0]);
    expect([...sprites.texUpperLeft, ...sprites.texLowerRight]).toEqual([0.25, 0.5, 0.5, 1]);
    expect(objects.count).toBe(3);
    expect([...objects.origin]).toEqual([64, 64, 0, 192, 32, 0, 200, 100, 0]);
    expect([...objects.angles]).toEqual([0, 30, 0, 0, 90, 0, 0, 0, 0]);
    expect([...objects.leaf]).toEqual([1, 2, 2]);
    expect([...objects.lighting.subarray(0, 5)]).toEqual([128, 64, 32, 255, 255]);
    expect([...objects.swayAmount]).toEqual([10, 0, 0]);
    expect([...objects.shapeAngle]).toEqual([20, 0, 0]);
    expect([...objects.shapeSize]).toEqual([30, 0, 0]);
    expect([...objects.orientation]).toEqual([2, 0, 0]);
    expect([...objects.type]).toEqual([1, 2, 0]);
    expect([...objects.scale]).toEqual([1, 1.5, 1]);
  });

  it("are counted by the summary", () => {
    const bsp = parseBsp(makeBsp({ detailProps: true }));
    expect(summarizeBsp(bsp, null).counts.detailProps).toBe(3);
  });

  it("read back equal after writing", () => {
    const bytes = writeDetailProps(readMade());
    expect(parseDetailProps(bytes, 4, true, LEAFS)).toEqual(readMade());
  });

  it("are null if the lump is empty", () => {
    expect(parseDetailProps(new Uint8Array(0), 4, true, LEAFS)).toBeNull();
  });

  const setAt =
    (at: number, ...values: number[]) =>
    (bytes: Uint8Array) =>
      bytes.set(values, at);
  const notFinite = [0, 0, 0xc0, 0x7f];

  it.each<[string, string, (bytes: Uint8Array) => void]>([
    ["models that are not there", "bad-count", setAt(0, 9)],
    ["a negative count of sprites", "bad-count", setAt(SPRITES_AT, 255, 255, 255, 255)],
    ["props that are not there", "bad-count", setAt(OBJECTS_AT, 4)],
    ["a sprite that is not there", "bad-index", setAt(OBJECTS_AT + 4 + 24, 1)],
    ["a model that is not there", "bad-index", setAt(OBJECTS_AT + 4 + 2 * 52 + 24, 1)],
    ["a leaf that is not there", "bad-index", setAt(OBJECTS_AT + 4 + 26, LEAFS)],
    ["an unknown orientation", "bad-value", setAt(OBJECTS_AT + 4 + 40, 3)],
    ["an unknown type", "bad-value", setAt(OBJECTS_AT + 4 + 44, 4)],
    ["an origin that is no number", "bad-value", setAt(OBJECTS_AT + 4, ...notFinite)],
    ["a scale that is no number", "bad-value", setAt(OBJECTS_AT + 4 + 48, ...notFinite)],
    ["a corner that is no number", "bad-value", setAt(SPRITES_AT + 4, ...notFinite)],
  ])("are refused with %s", (_, code, spoil) => {
    const bytes = writeDetailProps(readMade());
    spoil(bytes);
    const read = () => parseDetailProps(bytes, 4, true, LEAFS);
    expect(read).toThrow(FormatError);
    expect(read).toThrow(expect.objectContaining({ code }));
  });

  it("are refused if cut at any byte, and in other versions", () => {
    const bytes = writeDetailProps(readMade());
    for (let length = 1; length < bytes.length; length++) {
      const read = () => parseDetailProps(bytes.subarray(0, length), 4, true, LEAFS);
      expect(read, `${length} bytes`).toThrow(FormatError);
    }
    expect(() => parseDetailProps(bytes, 3, true, LEAFS)).toThrow(/version 4/);
  });
});
