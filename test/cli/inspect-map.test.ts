/** The lumps that `inspect` lists: the same counts as text, as JSON and in the report. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { LUMP } from "../../src/formats/bsp/lumps.ts";
import { makeBsp } from "../formats/bsp/make-bsp.ts";
import { runVisleaf } from "./run-visleaf.ts";

const folder = mkdtempSync(join(tmpdir(), "visleaf-inspect-map-"));
afterAll(() => rmSync(folder, { recursive: true }));

function writeMap(bytes: Uint8Array): string {
  const path = join(folder, "map.bsp");
  writeFileSync(path, bytes);
  return path;
}

const jsonOf = async (path: string) =>
  JSON.parse((await runVisleaf("inspect", path, "--json")).stdout);

describe("lumps listed by inspect", () => {
  it("include lumps that are not drawn, with counts", async () => {
    const { lumps, counts } = await jsonOf(writeMap(makeBsp()));
    const countOf = (name: keyof typeof LUMP) => {
      const { records, recordBytes } = lumps[LUMP[name]];
      return [records, recordBytes];
    };
    expect(countOf("LUMP_FACES")).toEqual([counts.faces, 56]);
    expect(countOf("LUMP_ENTITIES")).toEqual([counts.entities, 0]);
    expect(countOf("LUMP_TEXDATA_STRING_DATA")[0]).toBe(2);
    expect(countOf("LUMP_GAME_LUMP")).toEqual([2, 16]);
    expect(countOf("LUMP_VISIBILITY")).toEqual([counts.clusters, 8]);
    // A pakfile is bytes, not records.
    expect(countOf("LUMP_PAKFILE")).toEqual([null, null]);
    for (const { name, length, records, byteLength, recordBytes } of lumps) {
      if (length > 0) expect([name, records], name).not.toEqual([name, -1]);
      if (recordBytes > 1 && !/VISIBILITY|GAME/.test(name)) {
        expect([name, records * recordBytes]).toEqual([name, byteLength]);
      }
    }
  });

  it("can be selected by number, with long lists cut only in text", async () => {
    const path = writeMap(makeBsp());
    const { stdout } = await runVisleaf("inspect", path, "--lump", "26");
    expect(stdout).toContain("name: LUMP_DISPINFO");
    // 48 bytes of neighbours: the count, the first, and an ellipsis.
    expect(stdout).toMatch(/ \(48\) \d/);
    expect(stdout).toContain("…");
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThan(1200);
    const json = await runVisleaf("inspect", path, "--lump", "26", "--json");
    expect(JSON.parse(json.stdout).tables[0].rows[0].edgeNeighbors).toHaveLength(48);
    expect((await runVisleaf("inspect", path, "--lump", "64")).code).not.toBe(0);
  });

  it("are the same for an enciphered map, as text, as JSON and in a report", async () => {
    const key = Uint8Array.from({ length: 32 }, (_, i) => i + 1);
    const cipher = (bytes: Uint8Array) => bytes.map((byte, i) => byte ^ key[i % 32]);
    const plain = await jsonOf(writeMap(makeBsp()));
    const secret = writeMap(cipher(makeBsp()));
    expect(await jsonOf(secret)).toEqual(plain);
    expect((await runVisleaf("inspect", secret)).stdout).toContain("dialect: standard");
    const out = join(folder, "map.html");
    expect((await runVisleaf("inspect", secret, "--report", out)).code).toBe(0);
    expect(readFileSync(out, "utf8")).toContain(">LEAFFACES<");
  });
});
