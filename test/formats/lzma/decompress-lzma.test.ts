import { compress } from "lzma1";
import { describe, expect, it } from "vitest";
import { FormatError } from "../../../src/core/errors.ts";
import { decompressLzma } from "../../../src/formats/lzma/decompress-lzma.ts";
import { decompressLzmaAlone, isLzmaAlone } from "../../../src/formats/lzma/lzma-alone.ts";
import { decompressValveLzma } from "../../../src/formats/lzma/valve-lzma.ts";
import { isValveLzma } from "../../../src/formats/lzma/valve-lzma-header.ts";
import { countAllocations } from "../../support/hostile/count-allocations.ts";
import { lzmaDeclared } from "../../support/hostile/lzma-declared.ts";
import { packValveLzma } from "../bsp/make-bsp.ts";

const TEXT = new TextEncoder().encode("the quick brown fox jumps over the lazy dog. ".repeat(50));

function errorOf(run: () => unknown): FormatError {
  try {
    run();
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  throw new Error("no error");
}

describe("decompressValveLzma", () => {
  it("unpacks packed text", () => {
    const packed = packValveLzma(TEXT);
    expect(packed.length).toBeLessThan(TEXT.length / 10);
    expect(isValveLzma(packed)).toBe(true);
    expect(decompressValveLzma(packed, TEXT.length, "LUMP_X")).toEqual(TEXT);
  });

  it("isValveLzma rejects bytes without the header", () => {
    expect(isValveLzma(TEXT)).toBe(false);
    expect(isValveLzma(new TextEncoder().encode("LZMA"))).toBe(false);
  });

  it("refuses truncated input", () => {
    const packed = packValveLzma(TEXT);
    const error = errorOf(() => decompressValveLzma(packed.subarray(0, -1), TEXT.length, "LUMP_X"));
    expect(error).toMatchObject({ format: "LZMA", where: "LUMP_X", code: "truncated" });
  });

  it("refuses an impossible unpacked size before allocating", () => {
    const packed = packValveLzma(TEXT);
    new DataView(packed.buffer).setUint32(4, 0xf0000000, true);
    const error = errorOf(() => decompressValveLzma(packed, 0xf0000000, "LUMP_X"));
    expect(error.code).toBe("bad-count");
  });

  it("refuses a directory size that differs from the header's", () => {
    const packed = packValveLzma(TEXT);
    const error = errorOf(() => decompressValveLzma(packed, TEXT.length + 1, "LUMP_X"));
    expect(error).toMatchObject({ code: "mismatch", where: "LUMP_X" });
  });
});

describe("decompressLzmaAlone", () => {
  it("grows its buffer with the output, not by the declared size", async () => {
    const file = lzmaDeclared(2 ** 27, 2 ** 15);
    expect(isLzmaAlone(file)).toBe(true);
    const { bytes, error } = await countAllocations("Uint8Array", () =>
      decompressLzmaAlone(file, "x"),
    );
    expect(error).toMatchObject({ format: "LZMA", code: "truncated" });
    expect(bytes).toBeLessThan(2 ** 20);
  });

  it("unpacks output larger than its first buffer", () => {
    const long = new Uint8Array(3_000_000).fill(7);
    const packed = compress(long, 1);
    expect(packed.length).toBeLessThan(10_000);
    expect(Buffer.compare(decompressLzmaAlone(packed, "x"), long)).toBe(0);
  });
});

describe("decompressLzma", () => {
  const file = compress(TEXT);
  const properties = file.slice(0, 5);
  const data = file.slice(13);

  it("returns exactly the requested number of bytes, even if the data continue", () => {
    expect(decompressLzma(properties, data, 100, "x")).toEqual(TEXT.slice(0, 100));
    expect(decompressLzma(properties, data, 0, "x")).toEqual(new Uint8Array(0));
  });

  it("ignores the declared dictionary size", () => {
    const huge = Uint8Array.of(properties[0], 255, 255, 255, 255);
    expect(decompressLzma(huge, data, TEXT.length, "x")).toEqual(TEXT);
  });

  it("accepts literal bits up to the limit of their sum", () => {
    const withBits = (lc: number, lp: number) => Uint8Array.of(lc + 9 * lp, 0, 0, 1, 0);
    const refused = (lc: number, lp: number) =>
      errorOf(() => decompressLzma(withBits(lc, lp), data.slice().fill(255, 1), 10, "x"));
    const reason = "five LZMA property bytes with lc + lp <= 4";
    for (const [lc, lp] of [
      [4, 1],
      [3, 2],
      [1, 4],
      [8, 4],
    ]) {
      expect(refused(lc, lp)).toMatchObject({ code: "bad-value", expected: reason });
    }
    // These properties are accepted, and the data are invalid.
    for (const [lc, lp] of [
      [4, 0],
      [2, 2],
      [0, 4],
    ]) {
      expect(refused(lc, lp)).toMatchObject({ code: "bad-value", expected: "intact LZMA data" });
    }
  });

  it("decodes repeats of the last four distances", () => {
    // Records of four kinds in turn, each repeating the bytes at one of four distances.
    const distances = [37, 211, 1013, 4099];
    const bytes = new Uint8Array(60_000);
    let state = 1;
    const random = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state >>> 24;
    };
    for (let at = 0; at < bytes.length; ) {
      const distance = distances[random() & 3];
      const length = at < 5000 ? 0 : 8 + (random() & 7);
      for (let i = 0; i < length && at < bytes.length; i++, at++) bytes[at] = bytes[at - distance];
      if (at < bytes.length) bytes[at++] = random();
    }
    const packed = compress(bytes, 9);
    // Most of the data are matches.
    expect(packed.length).toBeLessThan(bytes.length / 2);
    expect(Buffer.compare(decompressLzmaAlone(packed, "x"), bytes)).toBe(0);
  });

  it("refuses invalid properties", () => {
    for (const first of [225, 255, 8 + 9 * 4]) {
      const bad = Uint8Array.of(first, 0, 0, 1, 0);
      expect(errorOf(() => decompressLzma(bad, data, 10, "x")).code).toBe("bad-value");
    }
    expect(errorOf(() => decompressLzma(properties.slice(0, 4), data, 10, "x")).code).toBe(
      "bad-value",
    );
  });

  it("reports invalid data", () => {
    const broken = data.slice().fill(255, 1);
    expect(errorOf(() => decompressLzma(properties, broken, TEXT.length, "x")).code).toBe(
      "bad-value",
    );
  });
});
