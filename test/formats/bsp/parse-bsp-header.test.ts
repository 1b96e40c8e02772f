import { describe, expect, it } from "vitest";
import { FormatError } from "../../../src/core/errors.ts";
import { LUMP } from "../../../src/formats/bsp/lumps.ts";
import { BSP_HEADER_BYTES, parseBspHeader } from "../../../src/formats/bsp/parse-bsp-header.ts";
import { makeBsp } from "./make-bsp.ts";

function codeOf(bytes: Uint8Array): string {
  try {
    parseBspHeader(bytes);
  } catch (error) {
    if (error instanceof FormatError) return error.code;
    throw error;
  }
  return "none";
}

describe("parseBspHeader", () => {
  it("reads the same directory from both field orders and both byte orders", () => {
    const plain = parseBspHeader(makeBsp());
    expect(plain.offset[LUMP.LUMP_PLANES]).toBeGreaterThanOrEqual(BSP_HEADER_BYTES);
    expect(plain.lumpVersion[LUMP.LUMP_FACES]).toBe(1);
    for (const littleEndian of [true, false]) {
      for (const headerOrder of ["standard", "left4dead2"] as const) {
        const header = parseBspHeader(makeBsp({ littleEndian, headerOrder }));
        const endian = littleEndian ? "little" : "big";
        expect(header).toEqual({ ...plain, endian, headerOrder });
      }
    }
  });

  it("detects the field order of a file that was cut short", () => {
    for (const headerOrder of ["standard", "left4dead2"] as const) {
      const file = makeBsp({ headerOrder });
      const cut = file.subarray(0, BSP_HEADER_BYTES + 2000);
      expect(parseBspHeader(cut).headerOrder).toBe(headerOrder);
    }
  });

  it("assumes the standard field order if the directory is empty", () => {
    const empty = makeBsp().subarray(0, BSP_HEADER_BYTES).slice().fill(0, 8);
    expect(parseBspHeader(empty)).toMatchObject({ headerOrder: "standard", mapRevision: 0 });
  });

  it("reports a wrong signature, a wrong version and a truncated header", () => {
    const file = makeBsp();
    expect(codeOf(new Uint8Array(0))).toBe("truncated");
    expect(codeOf(file.subarray(0, 100))).toBe("truncated");
    expect(codeOf(new TextEncoder().encode("IBSP and more"))).toBe("bad-magic");
    const version = (number: number) => {
      const copy = file.slice();
      new DataView(copy.buffer).setInt32(4, number, true);
      return codeOf(copy);
    };
    expect(version(21)).toBe("none");
    expect(version(17)).toBe("none");
    expect(version(29)).toBe("bad-version");
    expect(version(30)).toBe("bad-version");
    expect(version(-1)).toBe("bad-version");
  });
});
