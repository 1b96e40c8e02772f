/**
 * Tests that real maps converted to every form and back keep everything that was not reported as
 * lost.
 */

import { describe, expect, it } from "vitest";
import { LUMP_NAMES } from "../../../../../src/formats/bsp/lumps.ts";
import { parseBsp } from "../../../../../src/formats/bsp/parse-bsp.ts";
import type { LumpReader } from "../../../../../src/formats/bsp/read/lump-reader.ts";
import { readGameLumps } from "../../../../../src/formats/bsp/read/read-game-lumps.ts";
import type { LumpTable } from "../../../../../src/formats/bsp/tables/lump-table.ts";
import { openLumps } from "../../../../../src/formats/bsp/tables/open-lumps.ts";
import { readLumpTables } from "../../../../../src/formats/bsp/tables/read-lump-tables.ts";
import { assembleParts } from "../../../../../src/formats/bsp/write/convert/assemble-parts.ts";
import { convertMap } from "../../../../../src/formats/bsp/write/convert/convert-map.ts";
import { takeApart } from "../../../../../src/formats/bsp/write/convert/map-parts.ts";
import {
  CONVERT_TARGETS,
  type ConvertTargetName,
} from "../../../../../src/formats/bsp/write/convert/targets.ts";
import {
  hasCorpus,
  listCorpusMaps,
  listSmallMaps,
  readCorpus,
} from "../../../../support/corpus.ts";
import { NAMES } from "./made-forms.ts";

/** Rewritten lumps are not packed, because that is slow and tested separately. */
const options = { packing: "keep", pack: () => null, packEntry: () => null } as const;
const convert = (file: Uint8Array, to: ConvertTargetName) =>
  convertMap(file, CONVERT_TARGETS[to], options);

const isSame = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;

/** Returns the target whose form a map already has. */
function homeOf(file: Uint8Array): ConvertTargetName {
  const { version, endian, headerOrder } = takeApart(file).header;
  return NAMES.find((name) => {
    const target = CONVERT_TARGETS[name];
    return (
      target.version === version && target.endian === endian && target.headerOrder === headerOrder
    );
  })!;
}

/**
 * Lighting lumps that version 19 stores in its leafs; they are written back in their latest form.
 */
const LEAF_LIGHT = /^LUMP_LEAF_AMBIENT_/;

/** Drops what only depends on the form: byte counts of solids and field widths of props. */
function rowOf({ name, row }: LumpTable, index: number): object {
  const fields = row(index);
  if (name === "dphysmodel_t") return { ...fields, dataSize: 0 };
  return fields;
}

/** Digests the prop fields that all versions share. */
function propsOf(lumps: LumpReader, version: number): string {
  const { staticProps } = readGameLumps(lumps, version, Number.POSITIVE_INFINITY);
  const { version: _, recordBytes: __, ...columns } = staticProps!;
  // Records of another version list their columns in another order.
  const sorted = Object.fromEntries(Object.entries(columns).sort(([a], [b]) => (a < b ? -1 : 1)));
  return JSON.stringify(sorted, (_key, value) =>
    ArrayBuffer.isView(value) ? [...(value as Uint8Array)] : value,
  );
}

/** Digests all rows of all lumps. */
function rowsOf(file: Uint8Array): Map<string, string> {
  const { header, lumps } = openLumps(file);
  const rows = new Map<string, string>();
  for (const slot of LUMP_NAMES) {
    for (const table of readLumpTables(lumps, slot, header)) {
      // Offsets and record versions of game lumps.
      if (table.name === "dgamelump_t" || table.count === 0) continue;
      const text = Array.from({ length: table.count }, (_, i) => JSON.stringify(rowOf(table, i)));
      const isProps = table.name === "sprp prop";
      const all = isProps ? propsOf(lumps, header.version) : text.join("\n");
      rows.set(`${slot} ${table.name}`, all);
    }
  }
  return rows;
}

describe.skipIf(!hasCorpus)("real maps", () => {
  it("have 4-byte aligned collision models on consoles, and unaligned ones when converted back", () => {
    const file = readCorpus("lanofdoom_css/cs_crackhouse.bsp");
    const slot = "LUMP_PHYSCOLLIDE";
    const bytes = openLumps(convert(file, "x360").bytes).lumps.bytes(slot);
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    let models = 0;
    for (let at = 0; view.getInt32(at) >= 0; models++) {
      expect(at % 4).toBe(0);
      at += 16 + view.getInt32(at + 4) + view.getInt32(at + 8);
    }
    expect(models).toBe(44);
    const back = convert(convert(file, "x360").bytes, "v19").bytes;
    expect(isSame(openLumps(back).lumps.bytes(slot), openLumps(file).lumps.bytes(slot))).toBe(true);
  });

  it("reassemble to the same bytes", () => {
    let same = 0;
    const all = listCorpusMaps();
    for (const map of all) {
      const file = readCorpus(map);
      const parts = takeApart(file);
      const again = assembleParts(parts.header, parts.header, parts, options);
      expect(convert(file, homeOf(file)).bytes, map).toBe(file);
      if (isSame(again, file)) same++;
      // Another tool put a dummy game lump at 0.
      else expect(Math.abs(again.length - file.length), map).toBeLessThan(8);
    }
    expect(all.length - same).toBe(2);
  });

  it.each(listSmallMaps())("%s converts to every form and back", (map) => {
    const file = readCorpus(map);
    const home = homeOf(file);
    const before = rowsOf(file);
    const faces = parseBsp(file).faces;
    for (const name of NAMES) {
      const there = convert(file, name);
      const bsp = parseBsp(there.bytes);
      expect(bsp.faces, name).toEqual(faces);
      const back = convert(there.bytes, home);
      const told = new Set(
        [...there.changes, ...back.changes].flatMap(({ action, lump }) =>
          action === "converted" ? [] : [lump],
        ),
      );
      const after = rowsOf(back.bytes);
      for (const key of new Set([...before.keys(), ...after.keys()])) {
        const [slot] = key.split(" ");
        if (told.has(slot) || (slot === "LUMP_GAME_LUMP" && told.has("game lump sprp"))) continue;
        if (name === "v19" && LEAF_LIGHT.test(slot)) continue;
        // Face brushes use slots that other versions name differently.
        if (slot.startsWith("LUMP_UNUSED") && [...told].some((t) => t.includes("FACEBRUSH")))
          continue;
        if (slot.startsWith("LUMP_WORLDLIGHTS") && after.get(key) !== before.get(key)) {
          // A version that does not change on the way back may differ by a zero field.
          const plain = (text = "") => text.replaceAll('"shadow_cast_offset":[0,0,0],', "");
          expect(plain(after.get(key)), `${name} ${key}`).toBe(plain(before.get(key)));
          continue;
        }
        expect(after.get(key) === before.get(key), `${name}: ${key}`).toBe(true);
      }
    }
  });
});
