import { describe, expect, it } from "vitest";
import { writeBsp } from "../../src/compile/compile-map.ts";
import type { CompiledMap, MapLump } from "../../src/compile/types.ts";
import { LUMP_NAMES, type LumpName } from "../../src/formats/bsp/lumps.ts";
import { parseBsp } from "../../src/formats/bsp/parse-bsp.ts";
import { parseBspHeader } from "../../src/formats/bsp/parse-bsp-header.ts";
import { LumpReader } from "../../src/formats/bsp/read/lump-reader.ts";
import { readGameLump, readGameLumpDirectory } from "../../src/formats/bsp/read/read-game-lumps.ts";
import { wholeBytes } from "../../src/formats/bsp/whole-bytes.ts";
import { parseZip } from "../../src/formats/zip/parse-zip.ts";
import { hasCorpus, listCorpusMaps, readCorpus } from "../support/corpus.ts";

const MAPS = listCorpusMaps().filter((map) => {
  const bytes = readCorpus(map);
  return bytes[0] === 0x56 && bytes[4] === 20;
});

/** Takes a real map apart. */
function takeApart(file: Uint8Array): CompiledMap {
  const header = parseBspHeader(file);
  const reader = new LumpReader(wholeBytes(file), header);
  const lumps = new Map<LumpName, MapLump>();
  for (const name of LUMP_NAMES) {
    if (name === "LUMP_GAME_LUMP" || name === "LUMP_PAKFILE") continue;
    lumps.set(name, { version: reader.entry(name).version, bytes: reader.bytes(name) });
  }
  const directory = readGameLumpDirectory(reader);
  const gameLumps = new Map(
    directory.map((entry) => [
      entry.id,
      { version: entry.version, bytes: readGameLump(reader, directory, entry) },
    ]),
  );
  const zip = parseZip(reader.stored("LUMP_PAKFILE"));
  const pak = new Map(zip.entries.map((entry) => [entry.path, zip.read(entry)]));
  return { revision: header.mapRevision, lumps, gameLumps, pak };
}

describe("writeBsp", () => {
  it("writes an empty map with an empty pakfile", () => {
    const map: CompiledMap = {
      revision: 3,
      lumps: new Map(),
      gameLumps: new Map(),
      pak: new Map(),
    };
    const header = parseBspHeader(writeBsp(map));
    expect([header.version, header.mapRevision, header.length[35], header.length[40]]).toEqual([
      20, 3, 4, 22,
    ]);
  });

  it.skipIf(!hasCorpus).each(MAPS)("writes %s, taken apart, as the same map", (path) => {
    const file = readCorpus(path);
    const map = takeApart(file);
    const written = writeBsp(map);
    expect(Buffer.compare(written, writeBsp(map))).toBe(0);

    const before = parseBsp(file);
    const after = parseBsp(written);
    for (const [name, value] of Object.entries(before) as [keyof typeof before, unknown][]) {
      if (["lumps", "gameLumps", "byteLength", "pakfile"].includes(name)) continue;
      if (value instanceof Object) expectSame(after[name], value, name);
      else expect(after[name], name).toBe(value);
    }
    const whole = ({ id, version, length }: (typeof before.gameLumps)[number]) =>
      `${id} ${version} ${length}`;
    expect(after.gameLumps.map(whole)).toEqual(before.gameLumps.map(whole));
    const described = (bsp: typeof before) =>
      bsp.lumps.map(({ name, version, records, problem }) =>
        name === "LUMP_PAKFILE" ? name : `${name} ${version} ${records} ${problem}`,
      );
    expect(described(after)).toEqual(described(before));

    const zip = parseZip(after.pakfile);
    expect(zip.entries.map((entry) => entry.path)).toEqual([...map.pak.keys()].sort());
    for (const entry of zip.entries) {
      expect(Buffer.compare(zip.read(entry), map.pak.get(entry.path)!), entry.path).toBe(0);
    }
  });
});

/** Compares typed arrays by their bytes, because `toEqual` takes seconds for a real map's. */
function expectSame(after: unknown, before: unknown, name: string): void {
  if (ArrayBuffer.isView(before)) {
    const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
      new Uint8Array(buffer, byteOffset, byteLength);
    expect(after?.constructor, name).toBe(before.constructor);
    expect(Buffer.compare(bytesOf(after as typeof before), bytesOf(before)), name).toBe(0);
  } else if (before instanceof Object && typeof before !== "function") {
    expect(Object.keys(after as object), name).toEqual(Object.keys(before));
    for (const [key, value] of Object.entries(before)) {
      expectSame((after as Record<string, unknown>)[key], value, `${name}.${key}`);
    }
  } else if (typeof before !== "function") {
    expect(after, name).toBe(before);
  }
}
