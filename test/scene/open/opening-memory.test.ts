/** Measures the buffers that opening a map holds, in a separate process. They do not depend on the machine. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assembleLumps } from "../../../src/formats/bsp/write/write-bsp.ts";
import { makeBspLumps } from "../../formats/bsp/make-bsp.ts";
import { corpusPath, hasCorpus } from "../../support/corpus.ts";
import {
  findMostHeld,
  type OpeningProgram,
  openingProgram,
} from "../../support/measure/measure-opening.ts";

const folder = mkdtempSync(join(tmpdir(), "visleaf-memory-"));
let program: OpeningProgram;
beforeAll(async () => {
  program = await openingProgram();
}, 60_000);
afterAll(() => {
  program.dispose();
  rmSync(folder, { recursive: true });
});

const MIB = 2 ** 20;

/** Builds the room with so many additional edges or brush sides that nothing else matters. */
function makeLargeMap(lump: "LUMP_EDGES" | "LUMP_BRUSHSIDES"): string {
  const lumps = makeBspLumps();
  const made = lumps.get(lump)?.bytes ?? new Uint8Array(0);
  const bytes = new Uint8Array(made.length + 8 * MIB);
  bytes.set(made);
  lumps.set(lump, { version: 0, bytes });
  const path = join(folder, `${lump}.bsp`);
  // Without props, whose lighting keeps the brush sides.
  writeFileSync(path, assembleLumps(20, 1, lumps, new Map()));
  return path;
}

describe("memory while opening a map", () => {
  it("holds lump bytes only until they are parsed", {
    timeout: 60_000,
  }, async () => {
    const { byteLength, stages } = await program.measure(makeLargeMap("LUMP_EDGES"));
    expect(byteLength).toBeGreaterThan(8 * MIB);
    const buffersAt = (name: string) => stages.find(({ event }) => event === name)!.buffers;
    // First the read bytes; then edges of twice the size (32-bit for 16-bit numbers), without the
    // read bytes.
    expect(buffersAt("read")).toBeLessThan(MIB);
    expect(buffersAt("materials") / MIB).toBeGreaterThan(15.9);
    expect(buffersAt("materials") / MIB).toBeLessThan(17);
    expect(buffersAt("end") / MIB).toBeLessThan(17);
  });

  it("also holds later lumps only until they are parsed", { timeout: 60_000 }, async () => {
    const { stages } = await program.measure(makeLargeMap("LUMP_BRUSHSIDES"));
    const buffersAt = (name: string) => stages.find(({ event }) => event === name)!.buffers;
    expect(buffersAt("scene")).toBeLessThan(MIB);
    // Sides as columns of the same size, without the read bytes.
    expect(buffersAt("materials") / MIB).toBeGreaterThan(8);
    expect(buffersAt("materials") / MIB).toBeLessThan(10);
    expect(buffersAt("end")).toBeLessThan(MIB);
  });

  it.skipIf(!hasCorpus).each(["lanofdoom_css/cs_crackhouse.bsp", "gunman_city2/gunman_city2.bsp"])(
    "is at most 2.5 times the file size of %s",
    { timeout: 60_000 },
    async (map) => {
      const memory = await program.measure(corpusPath(map));
      const { total } = findMostHeld(memory);
      expect(total / memory.unpackedByteLength).toBeLessThan(2.5);
      // Half of the held bytes are drawn data, which is transferred.
      expect(total / memory.unpackedByteLength).toBeGreaterThan(0.8);
    },
  );
});
