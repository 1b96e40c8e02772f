/**
 * Tests how much of its engine's limits a map uses. The limits are copied by hand from the public
 * headers.
 */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { findBranchLimits } from "../../../src/formats/bsp/branch-limits.ts";
import { LUMP, type LumpName } from "../../../src/formats/bsp/lumps.ts";
import { runVisleaf } from "../../cli/run-visleaf.ts";
import { corpusPath, hasCorpus, listCorpusMaps } from "../../support/corpus.ts";
import { writeDialect } from "./dialects/write-dialect.ts";
import { assembleBsp, makeBsp, makeBspLumps } from "./make-bsp.ts";

const folder = mkdtempSync(join(tmpdir(), "visleaf-limits-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function inspect(bytes: Uint8Array, ...options: string[]): Promise<string> {
  const path = join(folder, "map.bsp");
  writeFileSync(path, bytes);
  const { code, stdout, stderr } = await runVisleaf("inspect", path, ...options);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
}
const limitsOf = async (bytes: Uint8Array) => {
  const { limitsOf: name, limits } = JSON.parse(await inspect(bytes, "--json"));
  return { name, limits, of: (lump: LumpName) => limits.find((use: Use) => use.lump === lump) };
};
interface Use {
  readonly lump: string;
  readonly unit: string;
  readonly share: number;
}

/** Builds the room with 7,000 brushes of 12 bytes and 500 cubemaps of 16 bytes. */
function makeFullRoom(version: 20 | 21 | 25): Uint8Array {
  const made = version === 25 ? 21 : version;
  const lumps = makeBspLumps({ version: made });
  lumps.set("LUMP_BRUSHES", { version: 0, bytes: new Uint8Array(7000 * 12) });
  lumps.set("LUMP_CUBEMAPS", { version: 0, bytes: new Uint8Array(500 * 16) });
  return assembleBsp(lumps, { version: made });
}

describe("engine limits of a map", () => {
  it("are listed by lump, the fullest first", async () => {
    const { name, limits, of } = await limitsOf(makeFullRoom(20));
    expect(name).toBe("Source SDK 2013");
    expect(limits[0]).toEqual({
      lump: "LUMP_BRUSHES",
      unit: "records",
      used: 7000,
      limit: 8192,
      share: 7000 / 8192,
    });
    expect(of("LUMP_CUBEMAPS")).toMatchObject({ used: 500, limit: 1024 });
    expect(of("LUMP_PLANES")).toMatchObject({ used: 14, limit: 65536 });
    expect(of("LUMP_ENTITIES")).toMatchObject({ used: 3, limit: 8192 });
    const shares = limits.map(({ share }: Use) => share);
    expect(shares).toEqual([...shares].sort((a, b) => b - a));
    // Empty lumps are not listed.
    expect(of("LUMP_WATEROVERLAYS")).toBeUndefined();
  });

  it("count unpacked bytes of light and visibility, and clusters", async () => {
    const plain = await limitsOf(makeBsp());
    const packed = await limitsOf(makeBsp({ lzma: ["LUMP_LIGHTING", "LUMP_VISIBILITY"] }));
    expect(packed.limits).toEqual(plain.limits);
    const bytes = makeBspLumps().get("LUMP_LIGHTING")!.bytes.length;
    expect(plain.of("LUMP_LIGHTING")).toMatchObject({ unit: "bytes", used: bytes, limit: 2 ** 24 });
    const visibility = plain.limits.filter(({ lump }: Use) => lump === "LUMP_VISIBILITY");
    expect(visibility).toMatchObject([
      { unit: "clusters", used: 2, limit: 65536 },
      { unit: "bytes", limit: 2 ** 24 },
    ]);
  });

  it("are those of the map's engine branch", async () => {
    const swarm = await limitsOf(makeFullRoom(21));
    expect(swarm.name).toBe("Alien Swarm SDK");
    expect(swarm.of("LUMP_ENTITIES")).toMatchObject({ limit: 16384 });
    expect(swarm.of("LUMP_BRUSHES")).toMatchObject({ limit: 8192 });
    const strata = findBranchLimits(25, "standard")!;
    const limitIn = (lump: LumpName) => strata.limits.find((row) => row.lump === lump)?.limit;
    expect(strata.name).toBe("Strata Source");
    expect(limitIn("LUMP_BRUSHSIDES")).toBe(655360);
    expect(limitIn("LUMP_DISPINFO")).toBe(262144);
    expect(limitIn("LUMP_TEXINFO")).toBeNull();
    expect(limitIn("LUMP_ENTITIES")).toBe(20480);
    expect(limitIn("LUMP_PRIMVERTS")).toBe(1048576);
    expect(limitIn("LUMP_LEAFMINDISTTOWATER")).toBeUndefined();
  });

  it("are empty for branches without public limits", async () => {
    const { name, limits } = await limitsOf(writeDialect("vindictus"));
    expect({ name, limits }).toEqual({ name: null, limits: [] });
    expect(findBranchLimits(23, "dota2-23")).toBeNull();
    expect(findBranchLimits(27, "standard")).toBeNull();
    expect(findBranchLimits(0x40014, "dark-messiah")?.name).toBe("Source SDK 2013");
  });

  it("skip a damaged lump and still count the others", async () => {
    const bytes = makeFullRoom(20);
    const length = 8 + LUMP.LUMP_BRUSHES * 16 + 4;
    new DataView(bytes.buffer).setInt32(length, 2 ** 30, true);
    const { of } = await limitsOf(bytes);
    expect(of("LUMP_BRUSHES")).toBeUndefined();
    expect(of("LUMP_PLANES")).toMatchObject({ used: 14 });
  });

  it("are printed by inspect when above 80 % is used", async () => {
    const rows = (await inspect(makeFullRoom(20))).split("\n");
    const at = rows.indexOf("limits: 1");
    expect(rows[at + 1].trim().split(/\s+/)).toEqual(["lump", "unit", "used", "limit", "share"]);
    expect(rows[at + 2].trim().split(/\s{2,}/)).toEqual([
      "LUMP_BRUSHES",
      "records",
      "7000",
      "8192",
      "85.4 %",
    ]);
    expect(await inspect(makeBsp())).toContain("limits: -");
  });

  it.skipIf(!hasCorpus)("are not exceeded by real maps", { timeout: 120_000 }, async () => {
    const over: string[] = [];
    let seen = 0;
    for (const map of listCorpusMaps()) {
      const { code, stdout } = await runVisleaf("inspect", corpusPath(map), "--json");
      if (code !== 0) continue;
      const { limits } = JSON.parse(stdout) as { limits: Use[] };
      seen += limits.length;
      for (const { lump, share } of limits) if (share > 1) over.push(`${map} ${lump} ${share}`);
    }
    expect(seen).toBeGreaterThan(200);
    expect(over).toEqual([]);
  });
});
