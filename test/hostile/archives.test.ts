/** Archives, materials, textures and hulls whose tables list much more than their bytes hold. */

import { describe, expect, it } from "vitest";
import { readVpkDirectory } from "../../src/content/archives/vpk-archive.ts";
import { openZip, openZipArchive } from "../../src/content/archives/zip-archive.ts";
import { memoryBytes } from "../../src/content/bytes/memory-bytes.ts";
import { FormatError } from "../../src/core/errors.ts";
import { parsePhy, summarizePhy } from "../../src/formats/phy/index.ts";
import { resolveVmt } from "../../src/formats/vmt/index.ts";
import { joinVpkFile, locateVpkFile, parseVpk, summarizeVpk } from "../../src/formats/vpk/index.ts";
import { openVtf, parseVtf, summarizeVtf } from "../../src/formats/vtf/index.ts";
import { phyEmptyHulls } from "../support/hostile/phy-empty-hulls.ts";
import { vmtPatchChain, vmtPatchCycle } from "../support/hostile/vmt-patches.ts";
import { vpkOverlap } from "../support/hostile/vpk-overlap.ts";
import { vtfOverflow, vtfResources } from "../support/hostile/vtf-tables.ts";
import { zipNested } from "../support/hostile/zip-nested.ts";

/** Returns the code of the FormatError that a call ends in, and "read" if it ends in none. */
async function codeOf(read: () => unknown): Promise<string> {
  try {
    await read();
    return "read";
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    expect(error.message.length).toBeLessThan(500);
    return error.code;
  }
}

/** Seconds of processor time that a call takes. */
async function secondsOf(call: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Processor seconds that a file may take. */
const MOST_SECONDS = 10;

describe("a VPK of 100,000 files that share bytes or lie outside of it", () => {
  it("is listed, and refuses only the files outside", async () => {
    const data = new Uint8Array(4096).fill(7);
    const bytes = vpkOverlap(100_000, data);
    const seconds = await secondsOf(async () => {
      const vpk = parseVpk(bytes);
      expect(vpk.fileCount).toBe(100_000);
      const codes = new Map<string, number>();
      for (let row = 0; row < vpk.fileCount; row += 100) {
        const even = await codeOf(() => {
          const slice = locateVpkFile(vpk, row, bytes.length)!;
          joinVpkFile(vpk, row, bytes.subarray(slice.offset, slice.offset + slice.byteLength));
        });
        const odd = await codeOf(() => locateVpkFile(vpk, row + 1, bytes.length));
        for (const code of [even, odd]) codes.set(code, (codes.get(code) ?? 0) + 1);
      }
      expect(Object.fromEntries(codes)).toEqual({ read: 1000, "bad-offset": 1000 });
      summarizeVpk(vpk);
      await readVpkDirectory(memoryBytes("pak01_dir.vpk", bytes));
    });
    expect(seconds).toBeLessThan(MOST_SECONDS);
  });
});

describe("patches that include patches", () => {
  const resolve = (files: Readonly<Record<string, string>>) =>
    codeOf(() =>
      resolveVmt("materials/patch0.vmt", async (path) =>
        path in files ? new TextEncoder().encode(files[path]) : null,
      ),
    );

  it("are read up to the engine's ten, and refused beyond", async () => {
    expect(await resolve(vmtPatchChain(10))).toBe("read");
    expect(await resolve(vmtPatchChain(40))).toBe("bad-count");
  });

  it.each([1, 2, 9])("are refused in a cycle of %i", async (length) => {
    expect(await resolve(vmtPatchCycle(length))).toBe("cycle");
  });
});

describe("a VTF", () => {
  it("with 65,535 resources is read or refused", async () => {
    const bytes = vtfResources(65_535);
    const seconds = await secondsOf(async () => {
      expect(await codeOf(() => parseVtf(bytes))).toBe("bad-count");
      expect(await codeOf(() => openVtf(bytes))).toBe("bad-count");
    });
    expect(seconds).toBeLessThan(MOST_SECONDS);
  });

  it("whose mips are larger than all numbers is refused", async () => {
    const bytes = vtfOverflow();
    const code = await codeOf(() => summarizeVtf(parseVtf(bytes)));
    expect(code).toMatch(/^(truncated|bad-count|bad-value|too-large)$/);
  });
});

describe("a PHY of a million hulls without triangles", () => {
  it("is read or refused", async () => {
    const bytes = phyEmptyHulls(1_000_000);
    const problems: FormatError[] = [];
    const seconds = await secondsOf(async () => {
      const code = await codeOf(() => summarizePhy(parsePhy(bytes, problems)));
      expect(["read", "bad-count", "too-large"]).toContain(code);
    });
    expect(problems.length).toBeLessThan(2);
    expect(seconds).toBeLessThan(MOST_SECONDS);
  });
});

describe("a zip of 2,000 entries that lie in each other", () => {
  it("is listed, and reads its intact entry", async () => {
    const bytes = zipNested(2000, 100_000);
    const seconds = await secondsOf(async () => {
      const zip = await openZip(memoryBytes("nested.zip", bytes));
      expect(zip.entries).toHaveLength(2000);
      const archive = await openZipArchive(memoryBytes("nested.zip", bytes));
      expect((await archive.read("materials/001999.vtf"))?.length).toBe(100_000);
    });
    expect(seconds).toBeLessThan(MOST_SECONDS);
  });
});
