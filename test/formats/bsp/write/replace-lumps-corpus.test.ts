/**
 * Tests real maps with replaced pakfiles: other lumps stay the same, and undoing restores the file.
 */

import { describe, expect, it } from "vitest";
import { LUMP, LUMP_NAMES } from "../../../../src/formats/bsp/lumps.ts";
import { parseBspHeader } from "../../../../src/formats/bsp/parse-bsp-header.ts";
import { replaceLumps } from "../../../../src/formats/bsp/write/replace-lumps.ts";
import { crc32 } from "../../../../src/formats/zip/crc32.ts";
import { editZip } from "../../../../src/formats/zip/edit-zip.ts";
import { parseZip } from "../../../../src/formats/zip/parse-zip.ts";
import { hasCorpus, listSmallMaps, readCorpus } from "../../../support/corpus.ts";

const isSame = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;
const PAK = LUMP.LUMP_PAKFILE;

function storedLump(file: Uint8Array, slot: number): Uint8Array {
  const header = parseBspHeader(file);
  return file.subarray(header.offset[slot], header.offset[slot] + header.length[slot]);
}

describe.skipIf(!hasCorpus)("replaceLumps on real maps", () => {
  it.each(listSmallMaps())("%s with its own lumps stays the same file", (map) => {
    const file = readCorpus(map);
    expect(replaceLumps(file, new Map())).toBe(file);
    for (let slot = 0; slot < LUMP_NAMES.length; slot++) {
      const own = new Map([[slot, { bytes: storedLump(file, slot) }]]);
      expect(isSame(replaceLumps(file, own), file), LUMP_NAMES[slot]).toBe(true);
    }

    const zip = storedLump(file, PAK);
    const data = Uint8Array.from({ length: 1234 }, (_, i) => i & 255);
    const name = "materials/visleaf/test.vmt";
    const entry = { name, method: 0, data, byteLength: data.length, crc: crc32(data) } as const;
    const grown = editZip(zip, { removes: () => false, add: [entry] });
    const longer = replaceLumps(file, new Map([[PAK, { bytes: grown }]]));
    const archive = parseZip(storedLump(longer, PAK));
    expect(isSame(archive.read(archive.find(name)!), data)).toBe(true);
    for (let slot = 0; slot < LUMP_NAMES.length; slot++) {
      if (slot === PAK) continue;
      expect(isSame(storedLump(longer, slot), storedLump(file, slot)), LUMP_NAMES[slot]).toBe(true);
    }
    const back = editZip(grown, { removes: (record) => record.name === name, add: [] });
    expect(isSame(back, zip)).toBe(true);
    expect(isSame(replaceLumps(longer, new Map([[PAK, { bytes: back }]])), file)).toBe(true);
  });
});
