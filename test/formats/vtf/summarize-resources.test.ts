import { describe, expect, it } from "vitest";
import { parseVtf } from "../../../src/formats/vtf/parse-vtf.ts";
import { summarizeResource, summarizeVtf } from "../../../src/formats/vtf/summarize-vtf.ts";
import { hasCorpus, readCorpus } from "../../support/corpus.ts";
import { makeVtf } from "./make-vtf.ts";

const tagOf = (letters: string) =>
  [...letters].reduce((tag, letter, i) => tag | (letter.charCodeAt(0) << (i * 8)), 0);

const value = (tag: number | string, ...data: number[]) =>
  summarizeResource({
    tag: typeof tag === "string" ? tagOf(tag) : tag,
    data: Uint8Array.from(data),
  }).value;

/** Builds a sheet whose sequences have the given frame counts. */
function makeSheet(version: number, ...frames: number[]): number[] {
  const words = [version, frames.length];
  for (const [id, count] of frames.entries()) {
    words.push(id, 0, count, 0);
    for (let i = 0; i < count; i++) words.push(...new Array(version === 1 ? 17 : 5).fill(0));
  }
  return [...new Uint8Array(Uint32Array.from(words).buffer)];
}

describe("resources of a VTF", () => {
  it("are summarized by their content", () => {
    expect(value("CRC", 0x78, 0x56, 0x34, 0x12)).toBe("0x12345678");
    expect(value("LOD", 1, 2, 3, 4)).toEqual({
      ...{ clampX: 1, clampY: 2, clampX360: 3, clampY360: 4 },
    });
    expect(value("TS0", 1, 0, 0, 0)).toEqual({ flags: 1 });
    expect(value("STR", 2, 9, 0, 0)).toEqual({ firstMip: 2, lastMip: 9 });
    expect(value("AXC", 6, 0, 93, 0)).toEqual({ strength: 6, method: "zstd" });
    expect(value("KVD", ...new TextEncoder().encode('"a" { }'), 0)).toBe('"a" { }');
    expect(value("XYZ", 1, 2)).toBe("2 bytes");
  });

  it("count the sequences and frames of both sheet versions", () => {
    expect(value(0x10, ...makeSheet(0, 3, 1))).toEqual({ version: 0, sequences: 2, frames: 4 });
    expect(value(0x10, ...makeSheet(1, 2, 5, 1))).toEqual({ version: 1, sequences: 3, frames: 8 });
    expect(value(0x10, ...makeSheet(2))).toBe("version 2, which is not read");
  });

  it("are reported as broken if their bytes end early", () => {
    expect(value(0x10, ...makeSheet(1, 2).slice(0, -1))).toBe("broken: 159 bytes");
    expect(value(0x10, 0, 0, 0, 0, 255, 255, 255, 255)).toBe("broken: 8 bytes");
    expect(value("CRC", 1)).toBe("broken: 1 bytes");
    expect(summarizeResource({ tag: 0x10, data: null })).toEqual({ name: "sheet", value: null });
  });

  it("are read from where the table points, or from the table itself", () => {
    const made = makeVtf({ minorVersion: 4, extraResources: [0x02435243, 0x10] });
    const sheet = makeSheet(0, 1);
    const bytes = Uint8Array.from([...made, sheet.length, 0, 0, 0, ...sheet]);
    const view = new DataView(bytes.buffer);
    view.setUint32(84, 0xabcdef, true);
    view.setUint32(92, made.length, true);
    expect(summarizeVtf(parseVtf(bytes)).resources).toEqual([
      { name: "CRC", value: "0x00abcdef" },
      { name: "sheet", value: { version: 0, sequences: 1, frames: 1 } },
      { name: "image", value: null },
    ]);
    view.setUint32(92, bytes.length - 3, true);
    expect(summarizeVtf(parseVtf(bytes)).resources[1]).toEqual({ name: "sheet", value: null });
  });

  it.skipIf(!hasCorpus)("include the rectangles of a real hotspot texture", () => {
    const vtf = parseVtf(readCorpus("srctools_vtf/tests/test_vtf/hotspot.vtf"));
    const hotspots = summarizeVtf(vtf).resources.find(({ name }) => name === "hotspots");
    expect(hotspots?.value).toEqual({ version: 1, rectangles: 4 });
  });
});
