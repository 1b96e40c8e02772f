import { describe, expect, it } from "vitest";
import { FormatError } from "../../../../src/core/errors.ts";
import { LUMP, LUMP_NAMES, type LumpName } from "../../../../src/formats/bsp/lumps.ts";
import { parseBsp } from "../../../../src/formats/bsp/parse-bsp.ts";
import { parseBspHeader } from "../../../../src/formats/bsp/parse-bsp-header.ts";
import { replaceLumps } from "../../../../src/formats/bsp/write/replace-lumps.ts";
import { ByteWriter } from "../byte-writer.ts";
import { type MakeBspOptions, makeBsp, packValveLzma } from "../make-bsp.ts";

const ENTITIES = LUMP.LUMP_ENTITIES;
const GAME = LUMP.LUMP_GAME_LUMP;
const PAK = LUMP.LUMP_PAKFILE;

const FORMS: readonly MakeBspOptions[] = [
  {},
  { littleEndian: false },
  { version: 21, headerOrder: "left4dead2" },
  { version: 21, headerOrder: "left4dead2", littleEndian: false },
];

function stored(file: Uint8Array, slot: number): Uint8Array {
  const header = parseBspHeader(file);
  return file.subarray(header.offset[slot], header.offset[slot] + header.length[slot]);
}

const replace = (file: Uint8Array, slot: number, bytes: Uint8Array, version?: number) =>
  replaceLumps(file, new Map([[slot, { bytes, ...(version === undefined ? {} : { version }) }]]));

const bytesOf = (length: number) => Uint8Array.from({ length }, (_, i) => (i % 255) + 1);

/** Builds a file with the given lumps and the bytes between them. */
function makeFile(
  version: number,
  lumps: readonly (readonly [slot: number, offset: number, bytes: Uint8Array])[],
  { little = true, length = 0 } = {},
): Uint8Array {
  const directory = version === 27 ? 12 : 8;
  const size = Math.max(length, ...lumps.map(([, offset, bytes]) => offset + bytes.length));
  const file = new Uint8Array(size);
  const data = new DataView(file.buffer);
  file.set(new TextEncoder().encode(little ? "VBSP" : "PSBV"));
  data.setInt32(4, version, little);
  data.setInt32(directory + 64 * 16, 77, little);
  for (const [slot, offset, bytes] of lumps) {
    data.setInt32(directory + slot * 16, offset, little);
    data.setInt32(directory + slot * 16 + 4, bytes.length, little);
    file.set(bytes, offset);
  }
  return file;
}

describe("replaced lumps", () => {
  it.each(FORMS)("with their own bytes give the same file: %o", (form) => {
    const file = makeBsp({ ...form, lzma: ["LUMP_PLANES"] });
    expect(replaceLumps(file, new Map())).toBe(file);
    const all = new Map(LUMP_NAMES.map((_, slot) => [slot, { bytes: stored(file, slot) }]));
    expect(replaceLumps(file, all)).toEqual(file);
  });

  it.each(FORMS)("move only the lumps after them: %o", (form) => {
    const file = makeBsp(form);
    const before = parseBsp(file);
    const header = parseBspHeader(file);
    // The lumps are in number order, and the entities are the first non-empty one.
    for (const length of [1, 3, 4, 5, 4000, 4001]) {
      const longer = replace(file, ENTITIES, bytesOf(length));
      const after = parseBspHeader(longer);
      expect(stored(longer, ENTITIES)).toEqual(bytesOf(length));
      for (let slot = 1; slot < LUMP_NAMES.length; slot++) {
        if (slot === GAME) continue;
        expect(stored(longer, slot), LUMP_NAMES[slot]).toEqual(stored(file, slot));
        expect((after.offset[slot] - header.offset[slot]) & 3).toBe(0);
      }
      expect(after.mapRevision).toBe(7);
      expect([...after.lumpVersion]).toEqual([...header.lumpVersion]);
      expect(after.offset[1]).toBe(header.offset[1] + longer.length - file.length);
      expect(longer.length - file.length).toBeLessThan(length + 2048);
      const props = parseBsp(replace(longer, ENTITIES, stored(file, ENTITIES))).staticProps;
      expect(props).toEqual(before.staticProps);
      expect(replace(longer, ENTITIES, stored(file, ENTITIES))).toEqual(file);
    }
  });

  it.each(FORMS)("move the game lumps' offsets with the lump: %o", (form) => {
    const file = makeBsp({ ...form, detailProps: true });
    const before = parseBsp(file);
    const text = new TextDecoder().decode(stored(file, ENTITIES));
    const longer = replace(file, ENTITIES, new TextEncoder().encode(`${" ".repeat(777)}${text}`));
    const after = parseBsp(longer);
    expect(before.staticProps?.count).toBe(2);
    expect(after.staticProps).toEqual(before.staticProps);
    expect(after.detailProps).toEqual(before.detailProps);
    expect(after.gameLumps.map((entry) => entry.offset)).not.toEqual(
      before.gameLumps.map((entry) => entry.offset),
    );
  });

  it("at the file's end change no bytes before them", () => {
    const file = makeBsp();
    const longer = replace(file, PAK, bytesOf(5000), 3);
    const { offset, length, lumpVersion } = parseBspHeader(longer);
    expect([offset[PAK], length[PAK], lumpVersion[PAK]]).toEqual([
      parseBspHeader(file).offset[PAK],
      5000,
      3,
    ]);
    const end = offset[PAK];
    expect(longer.subarray(1036, end)).toEqual(file.subarray(1036, end));
  });

  it("keep unclaimed bytes between lumps", () => {
    const file = makeFile(20, [
      [0, 1036, bytesOf(6)],
      [1, 1052, bytesOf(20)],
    ]);
    file.set([9, 8, 7], 1042);
    const longer = replace(file, 0, bytesOf(11));
    expect([...longer.subarray(1036, 1050)]).toEqual([...bytesOf(11), 9, 8, 7]);
    expect(stored(longer, 1)).toEqual(bytesOf(20));
    expect(replace(longer, 0, bytesOf(6))).toEqual(file);
  });

  it("are appended if the lump was empty or shares its bytes with another", () => {
    const shared = makeFile(20, [
      [7, 1036, bytesOf(56)],
      [58, 1036, bytesOf(56)],
      [0, 1092, bytesOf(5)],
    ]);
    const other = replaceLumps(
      shared,
      new Map([
        [7, { bytes: bytesOf(112) }],
        [40, { bytes: bytesOf(9) }],
      ]),
    );
    const { offset } = parseBspHeader(other);
    expect([offset[7], offset[58], offset[40]]).toEqual([1100, 1036, 1212]);
    expect([stored(other, 7), stored(other, 58)]).toEqual([bytesOf(112), bytesOf(56)]);
    expect(stored(other, 0)).toEqual(bytesOf(5));
    expect(stored(other, 40)).toEqual(bytesOf(9));
  });

  it("set the directory's unpacked length if packed and clear it if not", () => {
    const file = makeBsp({ lzma: ["LUMP_PLANES"] });
    const planes = parseBsp(file).planes;
    const plain = parseBsp(makeBsp());
    const slot = LUMP.LUMP_PLANES;
    const unpacked = replace(file, slot, stored(makeBsp(), slot));
    expect(parseBspHeader(unpacked).uncompressedLength[slot]).toBe(0);
    expect(parseBsp(unpacked).planes).toEqual(planes);
    const again = replace(unpacked, slot, packValveLzma(stored(makeBsp(), slot)));
    expect(parseBsp(again).planes).toEqual(plain.planes);
    expect(again).toEqual(file);
  });

  it("with no bytes leave a zero directory entry", () => {
    const file = makeBsp();
    const without = replace(file, PAK, new Uint8Array(0));
    const { offset, length } = parseBspHeader(without);
    expect([offset[PAK], length[PAK]]).toEqual([0, 0]);
    expect(without.length).toBeLessThan(file.length);
  });

  it("move by sectors in a console file, and past Contagion's longer header", () => {
    const lumps = [
      [0, 1036, bytesOf(10)],
      [40, 2048, bytesOf(100)],
    ] as const;
    const console = makeFile(20, lumps, { little: false, length: 4096 });
    const longer = replace(console, 0, bytesOf(1013));
    expect(parseBspHeader(longer).offset[40]).toBe(4096);
    expect(longer.length).toBe(6144);
    const contagion = makeFile(27, [
      [0, 1040, bytesOf(10)],
      [1, 1052, bytesOf(20)],
    ]);
    const moved = replace(contagion, 0, bytesOf(30));
    expect([stored(moved, 0), stored(moved, 1)]).toEqual([bytesOf(30), bytesOf(20)]);
    expect(parseBspHeader(moved).mapRevision).toBe(77);
  });

  /** Builds `dgamelump_t` entries of 16 bytes, or Dark Messiah's of 20 with a leading word. */
  function makeGameLump(entries: readonly number[][], word: boolean, little = true) {
    const out = new ByteWriter(little).i32(entries.length);
    for (const [id, flags, offset, length] of entries) {
      if (word) out.i32(0);
      out.i32(id).i16(flags, 5).i32(offset, length);
    }
    return out.zeros(40).done();
  }
  const SPRP = 0x73707270;
  const offsetsOf = (file: Uint8Array, form: number, at: number) => {
    const lump = stored(file, GAME);
    const data = new DataView(lump.buffer, lump.byteOffset, lump.byteLength);
    const count = data.getInt32(0, true);
    return Array.from({ length: count }, (_, i) => data.getInt32(4 + i * form + at, true));
  };

  it("update the offset of the nameless last entry of packed game lumps", () => {
    const base = 1048;
    const lump = makeGameLump(
      [
        [SPRP, 1, base + 52, 999],
        [0x64707270, 1, base + 70, 12],
        [0, 0, base + 92, 0],
      ],
      false,
    );
    const file = makeFile(20, [
      [0, 1036, bytesOf(10)],
      [GAME, base, lump],
    ]);
    const longer = replace(file, 0, bytesOf(50));
    expect(offsetsOf(longer, 16, 8)).toEqual([base + 92, base + 110, base + 132]);
  });

  it("keep lump-relative game lump offsets", () => {
    const lump = makeGameLump([[SPRP, 0, 20, 12]], false);
    const file = makeFile(21, [
      [0, 1036, bytesOf(10)],
      [GAME, 1048, lump],
    ]);
    expect(stored(replace(file, 0, bytesOf(50)), GAME)).toEqual(lump);
  });

  it("update the game lump directory in its dialect's form", () => {
    const lump = makeGameLump([[SPRP, 0, 1048 + 24, 12]], true);
    const file = makeFile(0x40014, [
      [0, 1036, bytesOf(10)],
      [GAME, 1048, lump],
    ]);
    expect(offsetsOf(replace(file, 0, bytesOf(50)), 20, 12)).toEqual([1048 + 24 + 40]);
  });

  const refusal = (run: () => unknown) => {
    try {
      run();
    } catch (error) {
      if (error instanceof FormatError) return [error.code, error.toJSON().where];
      throw error;
    }
    return null;
  };

  it("in an encrypted map are encrypted again if the key can be found", () => {
    const key = Uint8Array.from({ length: 32 }, (_, i) => i + 1);
    const cipher = (bytes: Uint8Array) => bytes.map((byte, i) => byte ^ key[i % 32]);
    const secret = cipher(makeBsp());
    const changed = replace(secret, PAK, bytesOf(99));
    expect(cipher(changed)).toEqual(replace(makeBsp(), PAK, bytesOf(99)));
    expect(parseBsp(changed).pakfile).toEqual(bytesOf(99));
    expect(replaceLumps(secret, new Map())).toBe(secret);
    const refused = refusal(() => replace(secret, LUMP.LUMP_UNUSED2, bytesOf(9)));
    expect(refused).toEqual(["unsupported", "header"]);
  });

  it("are refused in a file that has overlapping or out-of-range lumps", () => {
    const place = (name: LumpName, offset: number, length: number) => {
      const file = makeBsp();
      const data = new DataView(file.buffer, file.byteOffset);
      data.setInt32(8 + LUMP[name] * 16, offset, true);
      data.setInt32(8 + LUMP[name] * 16 + 4, length, true);
      return refusal(() => replace(file, ENTITIES, bytesOf(9)));
    };
    expect(place("LUMP_PLANES", 1040, 1 << 24)).toEqual(["truncated", "LUMP_PLANES"]);
    expect(place("LUMP_PLANES", 1040, -1)).toEqual(["bad-count", "LUMP_PLANES"]);
    expect(place("LUMP_PLANES", 12, 40)).toEqual(["bad-offset", "LUMP_PLANES"]);
    const broken = makeFile(20, [
      [0, 1036, bytesOf(10)],
      [GAME, 1048, new ByteWriter().i32(99).done()],
    ]);
    expect(refusal(() => replace(broken, 0, bytesOf(90)))).toEqual(["bad-count", "LUMP_GAME_LUMP"]);
    // Lumps that do not move are not parsed.
    expect(stored(replace(broken, 0, bytesOf(9)), 0)).toEqual(bytesOf(9));
    expect(refusal(() => replace(bytesOf(2000), 0, bytesOf(9)))).toEqual(["bad-magic", "header"]);
  });
});
