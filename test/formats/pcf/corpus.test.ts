/** Compares real files with their own bytes, read in another way. */

import { describe, expect, it } from "vitest";
import { parseDmx } from "../../../src/formats/pcf/parse-dmx.ts";
import { parsePcf } from "../../../src/formats/pcf/parse-pcf.ts";
import { summarizePcf } from "../../../src/formats/pcf/summarize-pcf.ts";
import { listCorpusFiles, readCorpus } from "../../support/corpus.ts";

const files = listCorpusFiles(".pcf", "../corpus2/particles");

/** Counts a text among the bytes, with a zero byte on both sides. */
function countText(bytes: Uint8Array, text: string): number {
  return Buffer.from(bytes).toString("latin1").split(`\0${text}\0`).length - 1;
}

describe.skipIf(files.length === 0)("real particle systems", () => {
  it("are read to the last byte, with names of functions as often as the bytes have them", () => {
    const totals = { systems: 0, functions: 0, children: 0 };
    const versions = new Set<string>();
    for (const file of files) {
      const bytes = readCorpus(file);
      const dmx = parseDmx(bytes);
      expect(dmx.trailingBytes, file).toBe(0);
      const pcf = parsePcf(bytes);
      const summary = summarizePcf(pcf);
      versions.add(`${pcf.encodingVersion} ${pcf.formatVersion}`);
      totals.systems += pcf.systems.length;
      for (const system of pcf.systems) totals.children += system.children.length;
      for (const { name, count } of summary.functions) {
        totals.functions += count;
        // From encoding 4 on, strings are stored once.
        if (pcf.encodingVersion > 3) expect(countText(bytes, name), file).toBeGreaterThan(0);
      }
      if (pcf.encodingVersion > 3) continue;
      const all = ["render_animated_sprites", "emit_continuously", "Radius Scale", "render_rope"];
      for (const name of all) {
        // As value of `functionName`, behind an index of two bytes and the type.
        const type = Buffer.from(bytes).toString("latin1").split(`\x05${name}\0`).length - 1;
        const counted = summary.functions.filter((one) => one.name === name);
        expect(counted[0]?.count ?? 0, `${file} ${name}`).toBe(type);
      }
    }
    expect([...versions].sort()).toEqual(["2 1", "3 2", "5 2"]);
    expect([files.length, totals]).toEqual([44, { systems: 508, functions: 7222, children: 386 }]);
  });
});
