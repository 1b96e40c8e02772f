/** Tests what is kept of overwritten or truncated entities and material names. */

import { describe, expect, it } from "vitest";
import { parseBsp } from "../../../../src/formats/bsp/index.ts";
import { LUMP, type LumpName } from "../../../../src/formats/bsp/lumps.ts";
import { parseEntities } from "../../../../src/formats/bsp/read/parse-entities.ts";
import { mendEntities } from "../../../../src/formats/bsp/repair/mend-lumps.ts";
import { repairBsp } from "../../../../src/formats/bsp/repair/repair-bsp.ts";
import { readLump } from "../../../../src/formats/bsp/tables/open-lump.ts";
import { hasCorpus, listCorpusMaps, readCorpus } from "../../../support/corpus.ts";
import { assembleBsp, type MakeBspOptions, makeBspLumps } from "../make-bsp.ts";

const block = (name: string, ...lines: string[]) =>
  `{\n"classname" "${name}"\n${lines.map((line) => `${line}\n`).join("")}}\n`;
const NAMES = ["worldspawn", "light", "info_target", "func_door", "prop_dynamic"] as const;
const TEXT = NAMES.map((name) => block(name, '"message" "{ braces }, and more"', '"x" "1"')).join(
  "",
);
const encode = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const namesOf = (bytes: Uint8Array) => {
  const end = bytes.indexOf(0);
  expect(end).toBe(bytes.length - 1);
  const text = new TextDecoder("latin1").decode(bytes.subarray(0, end));
  return parseEntities(text).map((entity) => entity.get("classname"));
};

/** Replaces bytes in the middle of one entity of the text. */
function spoil(name: string, filling: number, length = 20): Uint8Array {
  const bytes = encode(`${TEXT}\0`);
  const at = TEXT.indexOf(name) + 12;
  return bytes.fill(filling, at, at + length);
}

describe("mendEntities on overwritten text", () => {
  it.each([0, 1, 7, 31])(
    "drops only the entity that was overwritten with the byte %i",
    (filling) => {
      const mended = mendEntities(spoil("info_target", filling), false)!;
      expect(namesOf(mended.bytes)).toEqual(NAMES.filter((name) => name !== "info_target"));
      expect(mended).toMatchObject({ keptCount: 4, lostCount: 1, hasNewWorld: false });
      const values = parseEntities(new TextDecoder().decode(mended.bytes)).map((one) =>
        one.get("message"),
      );
      expect(values).toEqual(Array(4).fill("{ braces }, and more"));
    },
  );

  it("drops all entities that a damaged range covers and counts them as one place", () => {
    const length = TEXT.indexOf("func_door") - TEXT.indexOf("light");
    const mended = mendEntities(spoil("light", 0, length), false)!;
    expect(namesOf(mended.bytes)).toEqual(["worldspawn", "prop_dynamic"]);
    expect(mended.lostCount).toBe(1);
  });

  it("adds a new worldspawn if the first entity is damaged, because engines require one", () => {
    const mended = mendEntities(spoil("worldspawn", 0), false)!;
    expect(namesOf(mended.bytes)).toEqual(NAMES);
    expect(mended).toMatchObject({ keptCount: 4, hasNewWorld: true });
    expect(parseEntities(new TextDecoder().decode(mended.bytes))[0].get("x")).toBeUndefined();
  });

  it("keeps all entities if only the bytes between two are damaged", () => {
    const [first, ...rest] = NAMES.map((name) => block(name));
    const mended = mendEntities(encode(`${first}\0\0\0${rest.join("")}\0`), false)!;
    expect(namesOf(mended.bytes)).toEqual(NAMES);
    expect(mended.lostCount).toBe(0);
  });

  it("leaves sound text unchanged: stray quotes, escapes, one line, no last brace", () => {
    const sound = [
      TEXT,
      block("worldspawn", '"message" "say "hi" to them"'),
      block("logic_relay", '"OnTrigger" "a\u001bOpen\u001b\u001b0\u001b-1"'.repeat(9)),
      block("worldspawn", '"message" "a\u0001b"'),
      '{ "classname" "worldspawn" }{ "classname" "light" }',
      TEXT.slice(0, -2),
      `${block("worldspawn")}\0\0\0\0`,
      NAMES.map((name) => block(name, '"a" "\u0001 \u0002"')).join(""),
      "",
    ];
    for (const text of sound) expect(mendEntities(encode(text), false)).toBeNull();
  });

  it("keeps an entity with stray quotes next to a damaged one", () => {
    const stray = block("worldspawn", '"message" "say "hi" to them"');
    const mended = mendEntities(
      encode(`${stray}{\n"cla\0\0ss" "x"\n}\n${block("light")}\0`),
      false,
    )!;
    expect(namesOf(mended.bytes)).toEqual(["worldspawn", "light"]);
    expect(new TextDecoder().decode(mended.bytes)).toContain('"say "hi" to them"');
  });

  it("never returns more bytes than it was given", () => {
    for (const piece of ['{"', "{\n", '{"a" ', '{\n"a"\n', '"{"', '{ "a" "{" ', '{\n"{\n']) {
      const bytes = encode(`${piece.repeat(60_000)}\0{`);
      expect(mendEntities(bytes, true)!.bytes.length).toBeLessThanOrEqual(bytes.length);
    }
  });
});

describe("mendEntities on truncated text", () => {
  it("keeps every complete entity, wherever the text is cut", () => {
    const ends = NAMES.map(
      (name) => TEXT.indexOf("}\n", TEXT.indexOf(`"x"`, TEXT.indexOf(name))) + 1,
    );
    for (let end = 0; end <= TEXT.length; end++) {
      const { bytes, keptCount } = mendEntities(encode(TEXT.slice(0, end)), true)!;
      expect(bytes.length).toBeLessThanOrEqual(Math.max(1, end));
      // The terminating NUL also needs a byte.
      const whole = ends.filter((each) => each < end).length;
      expect(keptCount).toBe(whole);
      if (whole > 0) expect(namesOf(bytes)).toEqual(NAMES.slice(0, whole));
    }
  });
});

/** Builds a map in which one lump lies last and is truncated. */
function cutIn(name: LumpName, bytes: Uint8Array, missing: number, options: MakeBspOptions = {}) {
  const lumps = makeBspLumps(options);
  lumps.set(name, { version: 0, bytes });
  const file = assembleBsp(lumps, options);
  const out = new Uint8Array(file.length + bytes.length - missing);
  out.set(file);
  out.set(bytes.subarray(0, bytes.length - missing), file.length);
  const little = options.littleEndian ?? true;
  const view = new DataView(out.buffer);
  view.setInt32(8 + LUMP[name] * 16, file.length, little);
  return out;
}

describe("repairBsp", () => {
  it("keeps the complete entities of a file cut inside its entities", () => {
    const bytes = cutIn("LUMP_ENTITIES", encode(`${TEXT}\0`), 30);
    const { bytes: out, changes } = repairBsp(bytes, null);
    expect(changes).toMatchObject([{ lump: "LUMP_ENTITIES", action: "shortened" }]);
    expect(changes[0].message).toMatch(
      /^4 entities are whole and kept, .* bytes at \d+ are there$/,
    );
    expect(parseBsp(out).entities.map((one) => one.get("classname"))).toEqual(NAMES.slice(0, 4));
    expect(repairBsp(out, null).changes).toEqual([]);
  });

  it("drops a damaged entity and leaves all other bytes unchanged", () => {
    const lumps = makeBspLumps();
    lumps.set("LUMP_ENTITIES", { version: 0, bytes: spoil("light", 0) });
    const file = assembleBsp(lumps);
    const { bytes: out, changes } = repairBsp(file, null);
    expect(changes.map(({ lump, action }) => `${lump} ${action}`)).toEqual([
      "LUMP_ENTITIES shortened",
    ]);
    expect(parseBsp(out).entities).toHaveLength(4);
    expect(parseBsp(file).entities).toHaveLength(2);
    const { offset, length } = readLump(file, "entities")!.place;
    expect(out.subarray(offset + length)).toEqual(file.subarray(offset + length));
    expect(repairBsp(out, null).changes).toEqual([]);
  });

  it.each([true, false])(
    "keeps the intact material names of a cut string lump; little-endian: %s",
    (littleEndian) => {
      const options = { littleEndian } as const;
      const { texDatas } = parseBsp(assembleBsp(makeBspLumps(options), options));
      const strings = makeBspLumps(options).get("LUMP_TEXDATA_STRING_DATA")!.bytes;
      const names = [...new Set(texDatas.name)];
      expect(names.length).toBeGreaterThan(1);
      const bytes = cutIn("LUMP_TEXDATA_STRING_DATA", strings, 3, options);
      const { bytes: out, changes } = repairBsp(bytes, null);
      expect(changes).toMatchObject([{ lump: "LUMP_TEXDATA_STRING_DATA", action: "shortened" }]);
      const { length } = readLump(out, "texdata_string_data")!.bytes;
      const cutName = new TextDecoder().decode(strings).split("\0").at(-2)!;
      expect(length).toBe(strings.length - cutName.length - 1);
      const kept = parseBsp(out).texDatas.name;
      expect(kept).toEqual(texDatas.name.map((name) => (name === cutName ? "" : name)));
      expect(kept.filter((name) => name !== "").length).toBeGreaterThan(0);
      // No offset points outside the names any more.
      for (const { offset } of rowsOf(out)) expect(offset).toBeLessThan(length);
      expect(repairBsp(out, null).changes).toEqual([]);
    },
  );

  it.each([true, false])(
    "rebuilds the string table if it was cut off; little-endian: %s",
    (littleEndian) => {
      const options = { littleEndian } as const;
      const made = makeBspLumps(options);
      const sound = assembleBsp(made, options);
      const strings = made.get("LUMP_TEXDATA_STRING_DATA")!.bytes;
      const rows = rowsOf(sound);
      for (const missing of [0, 3]) {
        const bytes = cutIn("LUMP_TEXDATA_STRING_DATA", strings, missing, options);
        const table = 8 + LUMP.LUMP_TEXDATA_STRING_TABLE * 16;
        new DataView(bytes.buffer).setInt32(table, bytes.length + missing, littleEndian);
        const { bytes: out, changes } = repairBsp(bytes, {
          bytes: Uint8Array.of(1, 2),
          message: "x",
        });
        expect(changes.map(({ lump, action }) => `${lump} ${action}`)).toEqual([
          ...(missing > 0 ? ["LUMP_TEXDATA_STRING_DATA shortened"] : []),
          ...["LUMP_TEXDATA_STRING_TABLE rebuilt", "LUMP_PAKFILE rebuilt"],
        ]);
        const names = parseBsp(out).texDatas.name;
        const all = parseBsp(sound).texDatas.name;
        expect(names.filter((name, i) => name !== all[i])).toEqual(missing > 0 ? [""] : []);
        expect(rowsOf(out)).toHaveLength(rows.length);
        expect(readLump(out, "pakfile")!.bytes).toEqual(Uint8Array.of(1, 2));
        expect(readLump(out, "texdata_string_table")!.place.offset % 4).toBe(0);
      }
    },
  );

  it("explains what a map without visibility lacks", () => {
    const bytes = cutIn("LUMP_VISIBILITY", makeBspLumps().get("LUMP_VISIBILITY")!.bytes, 1);
    const { bytes: out, changes } = repairBsp(bytes, null);
    expect(changes[0]).toMatchObject({ lump: "LUMP_VISIBILITY", action: "dropped" });
    expect(changes[0].message).toMatch(/without it everything is always visible$/);
    expect(parseBsp(out).visibility).toBeNull();
  });
});

function rowsOf(file: Uint8Array) {
  const { bytes } = readLump(file, "texdata_string_table")!;
  const little = file[0] === 0x56;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.length / 4 }, (_, i) => ({
    offset: view.getInt32(i * 4, little),
  }));
}

describe.skipIf(!hasCorpus)("mendEntities on real maps", () => {
  it("keeps all entities of a sound lump and drops exactly one after damage", () => {
    let maps = 0;
    for (const path of listCorpusMaps()) {
      const lump = (() => {
        try {
          return readLump(readCorpus(path), "entities");
        } catch {
          return null;
        }
      })();
      if (lump === null || lump.bytes.length < 100) continue;
      const { bytes } = lump;
      const end = bytes.indexOf(0);
      const count = parseEntities(new TextDecoder().decode(bytes.subarray(0, end))).length;
      expect(mendEntities(bytes, false), path).toBeNull();
      const longer = new Uint8Array([...bytes.subarray(0, end), 0, 0]);
      expect([path, mendEntities(longer, true)!.keptCount]).toEqual([path, count]);
      if (count < 3) continue;
      maps++;
      const middle = bytes.indexOf(0x0a, end >> 1);
      const spoilt = bytes.slice().fill(0, middle - 4, middle + 4);
      const { keptCount } = mendEntities(spoilt, false) ?? { keptCount: count };
      expect(keptCount, path).toBeGreaterThanOrEqual(count - 2);
    }
    expect(maps).toBeGreaterThan(15);
  });
});
