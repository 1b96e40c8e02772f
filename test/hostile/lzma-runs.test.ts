import { describe, expect, it } from "vitest";
import { decompressValveLzma } from "../../src/formats/lzma/valve-lzma.ts";
import { packRuns } from "../support/hostile/lzma-runs.ts";

const encode = (text: string) => new TextEncoder().encode(text);

describe("packRuns", () => {
  it.each([
    ["", "{}", 1000],
    ["head", "{}", 2 + 4 + 273 * 5 + 1],
    ["", "abcd", 300_001],
    ["x", "0123456789abcdefghijklmnopqrstu!", 100_000],
    ["\0", "~".repeat(100) + "\0".repeat(28), 77_777],
  ])("is what it says (%s, %s, %i bytes)", (head, pattern, byteLength) => {
    const packed = packRuns(encode(head), encode(pattern), byteLength);
    const expected = encode(head + pattern.repeat(byteLength / pattern.length + 1));
    const unpacked = decompressValveLzma(packed, byteLength, "test");
    expect(Buffer.compare(unpacked, expected.subarray(0, byteLength))).toBe(0);
    expect(packed.length).toBeLessThan(1000);
  });
});
