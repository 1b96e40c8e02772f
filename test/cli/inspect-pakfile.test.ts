/** The count of entries that `inspect` reports for a map's pakfile, or `null` if it is unknown. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { LUMP } from "../../src/formats/bsp/lumps.ts";
import { writeZip } from "../../src/formats/zip/write-zip.ts";
import { assembleBsp, makeBspLumps } from "../formats/bsp/make-bsp.ts";
import { runVisleaf } from "./run-visleaf.ts";

const folder = mkdtempSync(join(tmpdir(), "visleaf-inspect-"));
afterAll(() => rmSync(folder, { recursive: true }));

const zip = writeZip(
  new Map(["a.txt", "b.txt", "c.txt"].map((name) => [name, new TextEncoder().encode(name)])),
);

function makeMap(pakfile: Uint8Array): Uint8Array {
  const lumps = makeBspLumps();
  if (pakfile.length === 0) lumps.delete("LUMP_PAKFILE");
  else lumps.set("LUMP_PAKFILE", { version: 0, bytes: pakfile });
  return assembleBsp(lumps);
}

async function inspect(map: Uint8Array) {
  const path = join(folder, "map.bsp");
  writeFileSync(path, map);
  const { code, stdout } = await runVisleaf("inspect", path, "--json");
  const { counts, pakRecovered } = JSON.parse(stdout);
  return { code, entries: counts.pakEntries, recovered: pakRecovered };
}

describe("pakfile entries in inspect", () => {
  it.each([
    ["a sound pakfile", makeMap(zip), 3, null],
    ["an empty pakfile", makeMap(writeZip(new Map())), 0, null],
    ["none", makeMap(new Uint8Array(0)), 0, null],
    ["a pakfile with a broken end", makeMap(zip.slice(0, -5)), null, { intact: 3, seen: 3 }],
    ["a cut map", makeMap(zip).slice(0, -(zip.length - 78)), null, { intact: 1, seen: 2 }],
    ["bytes that are not a zip", makeMap(new Uint8Array(60)), null, { intact: 0, seen: 0 }],
  ])("are counted for %s", async (_, map, entries, recovered) => {
    expect(await inspect(map)).toEqual({ code: 0, entries, recovered });
  });

  it("are unknown if the lump is outside the file", async () => {
    const map = makeMap(zip);
    new DataView(map.buffer).setInt32(8 + LUMP.LUMP_PAKFILE * 16, map.length + 10, true);
    expect(await inspect(map)).toEqual({ code: 0, entries: null, recovered: null });
  });
});
