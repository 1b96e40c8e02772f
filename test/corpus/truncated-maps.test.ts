/**
 * Real maps, cut short: each is opened, opened with warnings, or refused with one error.
 * VISLEAF_CUTS=FILE cuts at all ten places and writes a table of the outcomes.
 */

import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openPakfile } from "../../src/content/archives/open-pakfile.ts";
import { memoryBytes } from "../../src/content/bytes/memory-bytes.ts";
import { repairMap } from "../../src/content/maps/repair-map.ts";
import { Diagnostics } from "../../src/core/diagnostics.ts";
import { FormatError } from "../../src/core/errors.ts";
import { parseBsp } from "../../src/formats/bsp/index.ts";
import { findPakfile } from "../../src/formats/bsp/lump-ranges.ts";
import { parseBspHeader } from "../../src/formats/bsp/parse-bsp-header.ts";
import { hasCorpus, listSmallMaps, readCorpus } from "../support/corpus.ts";

const FILE = process.env.VISLEAF_CUTS;
const PERCENTS = FILE ? [10, 20, 30, 40, 50, 60, 70, 80, 90, 99] : [10, 50, 99];

type End = "opened" | "warned" | "refused";

/** Opens a file; returns the outcome, and rethrows unexpected errors. */
async function openCut(bytes: Uint8Array): Promise<End> {
  const diagnostics = new Diagnostics();
  try {
    parseBsp(bytes, diagnostics);
  } catch (error) {
    if (error instanceof FormatError) return "refused";
    throw error;
  }
  const pak = findPakfile(parseBspHeader(bytes), bytes.length);
  const packed = pak && bytes.subarray(pak.offset, pak.offset + pak.byteLength);
  const isTorn = packed && (await openPakfile(memoryBytes("pakfile", packed))).damage !== null;
  return isTorn || diagnostics.warnings.length > 0 ? "warned" : "opened";
}

/** Returns the outcome of opening what repair saves of the file. */
async function saveCut(bytes: Uint8Array): Promise<End> {
  try {
    return openCut((await repairMap(bytes)).bytes);
  } catch (error) {
    if (error instanceof FormatError) return "refused";
    throw error;
  }
}

describe.skipIf(!hasCorpus)("real maps that were cut short", () => {
  it("are opened, warned about or refused, and opened ones can be repaired", {
    timeout: 200_000,
  }, async () => {
    const counts = PERCENTS.map(() => ({
      cut: { opened: 0, warned: 0, refused: 0 },
      saved: { opened: 0, warned: 0, refused: 0 },
    }));
    let maps = 0;
    for (const path of listSmallMaps()) {
      const whole = readCorpus(path);
      if ((await openCut(whole)) === "refused") continue;
      maps++;
      for (const [row, percent] of PERCENTS.entries()) {
        const bytes = whole.subarray(0, Math.floor((whole.length * percent) / 100));
        const cut = await openCut(bytes);
        const saved = await saveCut(bytes);
        counts[row].cut[cut]++;
        counts[row].saved[saved]++;
        expect(saved === "refused", `${path} at ${percent} %`).toBe(cut === "refused");
      }
    }
    expect(maps).toBeGreaterThan(8);
    const sumOf = (end: End) => counts.reduce((sum, { cut }) => sum + cut[end], 0);
    expect(sumOf("warned")).toBeGreaterThan(maps);
    expect(sumOf("refused")).toBeGreaterThan(0);
    const rows = counts.map(({ cut, saved }, row) => {
      const cells = [cut, saved].flatMap((ends) => [ends.opened, ends.warned, ends.refused]);
      return `| ${[`${PERCENTS[row]} %`, ...cells].join(" | ")} |`;
    });
    if (FILE) writeFileSync(FILE, `${maps} maps\n${rows.join("\n")}\n`);
  });
});
