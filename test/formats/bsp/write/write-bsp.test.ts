import { describe, expect, it } from "vitest";
import { FormatError } from "../../../../src/core/errors.ts";
import type { LumpName } from "../../../../src/formats/bsp/lumps.ts";
import { parseBsp } from "../../../../src/formats/bsp/parse-bsp.ts";
import { BSP_HEADER_BYTES } from "../../../../src/formats/bsp/parse-bsp-header.ts";
import { parseEntities } from "../../../../src/formats/bsp/read/parse-entities.ts";
import { parseStaticProps } from "../../../../src/formats/bsp/read/parse-static-props.ts";
import { assembleLumps, type Lump } from "../../../../src/formats/bsp/write/write-bsp.ts";
import { writeDispSamples } from "../../../../src/formats/bsp/write/write-disp-samples.ts";
import { writeEntities } from "../../../../src/formats/bsp/write/write-entities.ts";
import {
  type StaticPropTable,
  writeStaticProps,
} from "../../../../src/formats/bsp/write/write-static-props.ts";
import { makeBsp, makeBspLumps } from "../make-bsp.ts";

const lump = (version: number, ...bytes: number[]): Lump => ({
  version,
  bytes: Uint8Array.from(bytes),
});

describe("assembleLumps", () => {
  it("writes lumps at multiples of four, in the usual order, with their versions", () => {
    const lumps = new Map<LumpName, Lump>([
      ["LUMP_PAKFILE", lump(0, 1)],
      ["LUMP_ENTITIES", lump(0, 2, 2, 2)],
      ["LUMP_DISP_MULTIBLEND", lump(3, 4)],
      ["LUMP_PHYSLEVEL", lump(7)],
      ["LUMP_PLANES", lump(5, 3, 3, 3, 3, 3)],
    ]);
    const bytes = assembleLumps(20, 77, lumps, new Map([["sprp", lump(10, 9, 9)]]));
    const view = new DataView(bytes.buffer);
    const entry = (index: number) =>
      [0, 4, 8, 12].map((field) => view.getInt32(8 + index * 16 + field, true));
    const at = BSP_HEADER_BYTES;
    expect(String.fromCharCode(...bytes.subarray(0, 4))).toBe("VBSP");
    expect(view.getInt32(4, true)).toBe(20);
    expect(view.getInt32(at - 4, true)).toBe(77);
    expect(entry(1)).toEqual([at, 5, 5, 0]);
    expect(entry(0)).toEqual([at + 8, 3, 0, 0]);
    expect(entry(63)).toEqual([at + 12, 1, 3, 0]);
    expect(entry(62)).toEqual([0, 0, 7, 0]);
    expect(entry(35)).toEqual([at + 16, 4 + 16 + 2, 0, 0]);
    expect(entry(40)).toEqual([at + 40, 1, 0, 0]);
    expect(bytes.length).toBe(at + 41);
    expect([...bytes.subarray(at)]).toEqual([
      ...[3, 3, 3, 3, 3, 0, 0, 0, 2, 2, 2, 0, 4, 0, 0, 0],
      ...[1, 0, 0, 0, 0x70, 0x72, 0x70, 0x73, 0, 0, 10, 0],
      ...[(at + 36) & 255, (at + 36) >> 8, 0, 0, 2, 0, 0, 0, 9, 9, 0, 0, 1],
    ]);
  });

  it("writes a file that parses to the same map", () => {
    const lumps = makeBspLumps({ light: "both" });
    const file = assembleLumps(20, 5, lumps, new Map());
    const { lumps: _, byteLength, mapRevision, gameLumps, ...rest } = parseBsp(file);
    const { staticProps, detailProps, ...bsp } = rest;
    const made = parseBsp(makeBsp({ light: "both" }));
    for (const [name, column] of Object.entries(bsp)) {
      expect(column, name).toEqual(made[name as keyof typeof made]);
    }
    expect([byteLength, mapRevision, gameLumps]).toEqual([file.length, 5, []]);
    expect([staticProps, detailProps]).toEqual([null, null]);
  });

  it("refuses game lumps passed as a plain lump", () => {
    const lumps = new Map<LumpName, Lump>([["LUMP_GAME_LUMP", lump(0, 0, 0, 0, 0)]]);
    expect(() => assembleLumps(20, 0, lumps, new Map())).toThrow(RangeError);
  });
});

describe("writeEntities", () => {
  it("writes one pair per line and ends the text with NUL", () => {
    const bytes = writeEntities([
      { pairs: [["classname", "worldspawn"]] },
      {
        pairs: [
          ["OnUser1", "a,Kill,,0,-1"],
          ["OnUser1", "b\u001bKill"],
          ["message", "{ two\nlines } \\ é"],
        ],
      },
    ]);
    expect(bytes.at(-1)).toBe(0);
    const text = new TextDecoder().decode(bytes.subarray(0, -1));
    expect(text.startsWith('{\n"classname" "worldspawn"\n}\n{\n"OnUser1" "a,Kill,,0,-1"\n')).toBe(
      true,
    );
    expect(parseEntities(text).map((entity) => entity.pairs)).toEqual([
      [["classname", "worldspawn"]],
      [
        ["OnUser1", "a,Kill,,0,-1"],
        ["OnUser1", "b\u001bKill"],
        ["message", "{ two\nlines } \\ é"],
      ],
    ]);
  });

  it.each([
    ["a quote in a value", "key", 'say "hello"'],
    ["a quote in a key", 'k"', "value"],
    ["a 0", "key", "a\0b"],
  ])("refuses %s", (_, key, value) => {
    const write = () => writeEntities([{ pairs: [[key, value]] }]);
    expect(write).toThrow(FormatError);
    expect(write).toThrow("BSP LUMP_ENTITIES at byte 2: expected keys and values without quotes");
  });
});

describe("writeStaticProps", () => {
  const props: StaticPropTable = {
    modelName: ["models/a.mdl", "models/b.mdl"],
    leaf: Uint32Array.of(3, 4, 65535),
    count: 2,
    origin: Float32Array.of(1, 2, 3, -4, -5, -6),
    angles: Float32Array.of(0, 90, 0, 10, 20, 30),
    model: Uint32Array.of(1, 0),
    firstLeaf: Uint32Array.of(0, 1),
    leafCount: Uint32Array.of(1, 2),
    solid: Uint8Array.of(6, 0),
    flags: Uint32Array.of(0x142, 0x10),
    skin: Int32Array.of(2, -1),
    fadeMinDist: Float32Array.of(100, -1),
    fadeMaxDist: Float32Array.of(200, 0),
    lightingOrigin: Float32Array.of(7, 8, 9, 1, 1, 1),
    forcedFadeScale: Float32Array.of(0.5, 1),
    dxLevels: Uint16Array.of(80, 90, 0, 81),
  };

  it("writes props that read back equal", () => {
    const bytes = writeStaticProps(props);
    expect(bytes.length).toBe(4 + 2 * 128 + 4 + 3 * 2 + 4 + 2 * 72);
    const context = { littleEndian: true, leafIndexBytes: 2, leafCount: 65536 } as const;
    expect(parseStaticProps(bytes, 10, context)).toEqual({
      ...props,
      version: 10,
      recordBytes: 72,
      systemLevels: new Uint8Array(8),
      diffuseModulation: new Uint8Array(8).fill(255),
      uniformScale: Float32Array.of(1, 1),
    });
  });

  it("refuses a name that is too long and a leaf beyond 16 bits", () => {
    const long = { ...props, modelName: ["x".repeat(128), "b"] };
    expect(() => writeStaticProps(long)).toThrow("does not fit a name of 128 bytes");
    const far = { ...props, leaf: Uint32Array.of(65536) };
    expect(() => writeStaticProps(far)).toThrow("column value, row 0: 65536 does not fit u16");
  });
});

describe("writeDispSamples", () => {
  it("writes a fifth byte from triangle 255 on", () => {
    const triangle = Uint16Array.of(0, 254, 255, 510);
    const barycentric = Uint8Array.from({ length: 12 }, (_, i) => i);
    expect([...writeDispSamples({ count: 4, triangle, barycentric })]).toEqual([
      ...[0, 0, 1, 2, 254, 3, 4, 5],
      ...[255, 0, 6, 7, 8, 255, 255, 9, 10, 11],
    ]);
  });
});
