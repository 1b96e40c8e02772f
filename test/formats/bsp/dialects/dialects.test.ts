/** Tests that the generated room is read the same from each game's map format. */

import { describe, expect, it } from "vitest";
import { memoryBytes } from "../../../../src/content/bytes/memory-bytes.ts";
import { Diagnostics } from "../../../../src/core/diagnostics.ts";
import { withDialect } from "../../../../src/formats/bsp/detect-dialect.ts";
import { LUMP } from "../../../../src/formats/bsp/lumps.ts";
import { parseBsp } from "../../../../src/formats/bsp/parse-bsp.ts";
import { parseBspHeader } from "../../../../src/formats/bsp/parse-bsp-header.ts";
import type { Bsp } from "../../../../src/formats/bsp/types.ts";
import { openBsp, readBsp } from "../../../../src/scene/open/read-map.ts";
import { makeBsp } from "../make-bsp.ts";
import { VINDICTUS_FACES_2, WRITTEN, writeDialect } from "./write-dialect.ts";

const NAMES = Object.keys(WRITTEN) as (keyof typeof WRITTEN)[];

function parse(bytes: Uint8Array): Bsp {
  const diagnostics = new Diagnostics();
  const bsp = parseBsp(bytes, diagnostics);
  expect(diagnostics.warnings).toEqual([]);
  return bsp;
}

/**
 * Tables that are equal in all dialects: everything except the file's form and the detail props,
 * which are not written.
 */
function tablesOf(bsp: Bsp) {
  const { version, dialect, byteLength, lumps, gameLumps, staticProps, ...rest } = bsp;
  const { detailProps, ...tables } = rest;
  const { version: _, recordBytes, uniformScale, ...props } = staticProps!;
  return { ...tables, props };
}

const standard = tablesOf(parse(makeBsp()));

describe("parseBsp for BSP dialects", () => {
  for (const name of NAMES) {
    it(`reads ${name} as the same room`, () => {
      const bsp = parse(writeDialect(name));
      expect(bsp.dialect).toBe(name);
      expect(tablesOf(bsp)).toEqual(expectedOf(name));
    });

    it(`reads the world of ${name} through a range reader`, async () => {
      const bytes = writeDialect(name);
      const world = await readBsp(memoryBytes(name, bytes), "ldr");
      expect(world.dialect).toBe(name);
      expect(world.faces).toEqual(parse(bytes).faces);
    });
  }

  it("reads the second form of Vindictus' faces", () => {
    const lumps = { ...WRITTEN.vindictus.lumps, ...VINDICTUS_FACES_2() };
    const bsp = parse(writeDialect("vindictus", { lumps }));
    expect(bsp.dialect).toBe("vindictus");
    expect(bsp.faces).toEqual(standard.faces);
  });

  it("reads the per-prop scales of Vindictus maps", () => {
    expect([...parse(writeDialect("vindictus")).staticProps!.uniformScale]).toEqual([1, 2.5]);
  });

  it("accepts an extra word at the end of a game lump entry", () => {
    const entry = { lead: 0, wide: false, tail: 4 };
    const bsp = parse(writeDialect("dark-messiah", { entry }));
    expect(tablesOf(bsp).props).toEqual(standard.props);
  });

  it("reads Dark Messiah's multiplayer maps, which have standard records", () => {
    const bsp = parse(writeDialect("dark-messiah", { lumps: {} }));
    expect(tablesOf(bsp).texInfos).toEqual(standard.texInfos);
    expect(tablesOf(bsp).models).toEqual(standard.models);
  });

  it("reads version 27, whose header has one extra word", () => {
    const bytes = withMoreWord(makeBsp());
    const bsp = parse(bytes);
    expect(bsp).toMatchObject({ version: 27, dialect: "standard", mapRevision: 7 });
    expect(tablesOf(bsp)).toEqual(standard);
  });

  it("starts lightmaps at the first lighting byte if the faces store their average colours", () => {
    const lightOf = (bytes: Uint8Array, faceBytes: number, at: number): number => {
      const data = new DataView(bytes.buffer);
      const faces = data.getInt32(8 + LUMP.LUMP_FACES * 16, true);
      const lit = parseBsp(bytes).faces.lightOffset.findIndex((offset) => offset >= 0);
      data.setInt32(faces + lit * faceBytes + at, 0, true);
      return parseBsp(bytes).faces.lightOffset[lit];
    };
    expect(lightOf(writeDialect("vampire"), 104, 72)).toBe(0);
    expect(lightOf(makeBsp(), 56, 20)).toBe(-1);
  });

  it("reads an encrypted map, both whole and in ranges", async () => {
    const key = Uint8Array.from({ length: 32 }, (_, i) => 65 + i);
    const secret = makeBsp().map((byte, i) => byte ^ key[i % 32]);
    expect(tablesOf(parse(secret))).toEqual(standard);
    const map = await openBsp(memoryBytes("secret", secret), "ldr");
    expect(map.source.label).toBe("secret");
    expect(await map.source.read(3, 5)).toEqual(makeBsp().slice(3, 8));
    expect((await readBsp(memoryBytes("secret", secret), "ldr")).faces).toEqual(standard.faces);
    // A plain map whose unused lumps have versions is not a dialect.
    const plain = makeBsp();
    plain[8 + 24 * 16 + 8] = 1;
    expect(tablesOf(parse(plain))).toEqual(standard);
    // One wrong byte in the key makes the file unreadable.
    secret[384] ^= 1;
    expect(() => parseBsp(secret)).toThrow("bad-magic");
  });

  it("detects a standard map as standard, even when it is cut short", () => {
    const bytes = makeBsp();
    expect(withDialect(parseBspHeader(bytes)).dialect?.name).toBe("standard");
    expect(withDialect(parseBspHeader(bytes.subarray(0, 1100))).dialect?.name).toBe("standard");
  });
});

/** Removes the data that a dialect has no field for. */
function expectedOf(name: keyof typeof WRITTEN): typeof standard {
  const room = structuredClone(standard);
  if (name === "vindictus") room.dispInfos.minTess.fill(0);
  if (name === "hl2-beta-17") room.dispInfos.firstTri.fill(0);
  if (name === "hl2-beta-17" || name === "vampire") {
    for (const faces of [room.faces, room.ldr!.faces]) {
      faces.firstPrimitive.fill(0);
      faces.primitiveCount.fill(0);
    }
  }
  return room;
}

/** Inserts one word after the version. */
function withMoreWord(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length + 4);
  out.set(bytes.subarray(0, 8));
  out.set(bytes.subarray(8), 12);
  const data = new DataView(out.buffer);
  data.setInt32(4, 27, true);
  for (let lump = 0; lump < 64; lump++) {
    const at = 12 + lump * 16;
    if (data.getInt32(at + 4, true) > 0) data.setInt32(at, data.getInt32(at, true) + 4, true);
  }
  const gameLump = data.getInt32(12 + 35 * 16, true);
  for (let entry = 0; entry < data.getInt32(gameLump, true); entry++) {
    const at = gameLump + 4 + entry * 16 + 8;
    data.setInt32(at, data.getInt32(at, true) + 4, true);
  }
  return out;
}
