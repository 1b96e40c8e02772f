import { describe, expect, it } from "vitest";
import { readColumn, readRecords } from "../../../src/formats/binary/read-records.ts";
import { readCString } from "../../../src/formats/binary/read-string.ts";
import type { RecordLayout } from "../../../src/formats/binary/record-layout.ts";

interface All {
  readonly u8: Uint8Array;
  readonly i8: Int32Array;
  readonly u16: Uint32Array;
  readonly i16: Float32Array;
  readonly u32: Uint32Array;
  readonly i32: Int32Array;
  readonly f32: Float32Array;
}

const ALL: RecordLayout<All> = {
  bytes: 32,
  columns: {
    u8: { at: 0, type: "u8", as: Uint8Array, arity: 2 },
    i8: { at: 2, type: "i8", as: Int32Array },
    u16: { at: 4, type: "u16", as: Uint32Array },
    i16: { at: 6, type: "i16", as: Float32Array, arity: 3 },
    u32: { at: 12, type: "u32", as: Uint32Array },
    i32: { at: 16, type: "i32", as: Int32Array, arity: 2 },
    f32: { at: 24, type: "f32", as: Float32Array, arity: 2 },
  },
};

function makeRecords(count: number, little: boolean): Uint8Array {
  const bytes = new Uint8Array(count * 32);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < count; i++) {
    const at = i * 32;
    bytes.set([i, 250 - i, 256 - 3], at);
    view.setUint16(at + 4, 65535 - i, little);
    for (let k = 0; k < 3; k++) view.setInt16(at + 6 + k * 2, -100 * (i + k), little);
    view.setUint32(at + 12, 4294967295 - i, little);
    view.setInt32(at + 16, -i - 1, little);
    view.setInt32(at + 20, 1 << i, little);
    view.setFloat32(at + 24, i + 0.5, little);
    view.setFloat32(at + 28, -i - 0.25, little);
  }
  return bytes;
}

const EXPECTED = {
  count: 3,
  u8: Uint8Array.of(0, 250, 1, 249, 2, 248),
  i8: Int32Array.of(-3, -3, -3),
  u16: Uint32Array.of(65535, 65534, 65533),
  i16: Float32Array.of(-0, -100, -200, -100, -200, -300, -200, -300, -400).map((v) => v + 0),
  u32: Uint32Array.of(4294967295, 4294967294, 4294967293),
  i32: Int32Array.of(-1, 1, -2, 2, -3, 4),
  f32: Float32Array.of(0.5, -0.25, 1.5, -1.25, 2.5, -2.25),
};

describe("readRecords", () => {
  for (const little of [true, false]) {
    it(`reads every scalar type, ${little ? "little" : "big"}-endian`, () => {
      expect(readRecords(makeRecords(3, little), ALL, little)).toEqual(EXPECTED);
    });

    for (const shift of [1, 2, 3]) {
      it(`reads records ${shift} off alignment, ${little ? "little" : "big"}-endian`, () => {
        const file = new Uint8Array(3 * 32 + shift);
        file.set(makeRecords(3, little), shift);
        expect(readRecords(file.subarray(shift), ALL, little)).toEqual(EXPECTED);
      });
    }
  }

  it("reads fields that are not aligned to their own size", () => {
    const bytes = Uint8Array.of(9, 1, 0, 0, 0, 9, 9, 2, 0, 0, 0, 9);
    const column = { at: 1, type: "u32", as: Uint32Array } as const;
    expect(readColumn(bytes, 6, column, true)).toEqual(Uint32Array.of(1, 2));
    expect(readColumn(bytes, 6, column, false)).toEqual(Uint32Array.of(1 << 24, 2 << 24));
  });

  it("returns empty columns for an empty buffer", () => {
    const table = readRecords(new Uint8Array(0), ALL, true);
    expect(table.count).toBe(0);
    expect(table.f32).toEqual(new Float32Array(0));
  });
});

describe("readCString", () => {
  it("stops at the NUL or at the end of the range", () => {
    const bytes = new TextEncoder().encode("ab\0cd");
    expect(readCString(bytes, 0)).toBe("ab");
    expect(readCString(bytes, 3)).toBe("cd");
    expect(readCString(bytes, 3, 4)).toBe("c");
    expect(readCString(bytes, 0, 1)).toBe("a");
  });
});
