/** Diffs of a damaged and a sound version, and of real maps: each ends in an answer or a reason. */

import { describe, expect, it } from "vitest";
import { describeParts } from "../../../src/analysis/diff/describe-diff.ts";
import { diffVersions } from "../../../src/analysis/diff/diff-maps.ts";
import { openVersion } from "../../../src/analysis/diff/open-version.ts";
import { FormatError } from "../../../src/core/errors.ts";
import { LUMP } from "../../../src/formats/bsp/lumps.ts";
import { convertMap } from "../../../src/formats/bsp/write/convert/convert-map.ts";
import { CONVERT_TARGETS } from "../../../src/formats/bsp/write/convert/targets.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";
import { hasCorpus, listSmallestMaps, listSmallMaps, readCorpus } from "../../support/corpus.ts";
import { compileVersion, diffBytes, listOther, makeSource } from "./made-versions.ts";

const KEPT = { packing: "keep", pack: () => null, packEntry: () => null } as const;

/** Returns the diff, or `null` if a version is refused with a FormatError. */
async function tryDiff(a: Uint8Array, b: Uint8Array) {
  try {
    return await diffBytes(a, b);
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
}

/** Cuts a map at ten places. */
const cuts = (bytes: Uint8Array) =>
  Array.from({ length: 10 }, (_, i) =>
    bytes.subarray(0, Math.floor((bytes.length * (i + 1)) / 11)),
  );

describe("a diff with a damaged version", () => {
  it("refuses a version that was cut short, or says which parts cannot be compared", async () => {
    const whole = await compileVersion(makeSource());
    let told = 0;
    for (const cut of cuts(whole)) {
      for (const [a, b] of [
        [whole, cut],
        [cut, whole],
      ]) {
        const diff = await tryDiff(a, b);
        if (diff === null) continue;
        told++;
        const untold = describeParts(diff).filter(({ line }) => line.startsWith("cannot be told"));
        expect(untold.length).toBeGreaterThan(0);
        expect([...diff.problemsA, ...diff.problemsB].length).toBeGreaterThan(0);
      }
    }
    expect(told).toBeGreaterThan(0);
  });

  it.each([
    ["LUMP_ENTITIES", "entities"],
    ["LUMP_BRUSHES", "solids"],
    ["LUMP_GAME_LUMP", "staticProps"],
    ["LUMP_CUBEMAPS", "cubemaps"],
    ["LUMP_VISIBILITY", "visibility"],
    ["LUMP_TEXDATA_STRING_DATA", "surfaces"],
    ["LUMP_PAKFILE", "packed"],
  ] as const)(
    "says that the part of a damaged %s, %s, cannot be compared, and compares the rest",
    async (lump, part) => {
      const whole = await compileVersion(makeSource(), (map) => {
        map.pak.set("a.txt", Uint8Array.of(1, 2, 3));
      });
      const bytes = whole.slice();
      new DataView(bytes.buffer).setInt32(8 + LUMP[lump] * 16, 2 ** 30, true);
      const diff = await diffBytes(whole, bytes);
      expect(diff[part].untold).toContain(`b is damaged: BSP ${lump} `);
      expect(diff[part]).not.toMatchObject({ changes: [{}] });
      const others = listOther(diff).filter((name) => diff[name].untold === null);
      expect(others).toEqual([]);
    },
  );

  it("says that a version has no visibility", async () => {
    const [a, b] = [makeBsp(), makeBsp({ visibility: false })];
    const diff = await diffBytes(a, b);
    expect(diff.visibility.untold).toBe("b has no visibility: everything is visible there");
    expect((await diffBytes(b, b)).isSame).toBe(true);
  });

  it("says that the versions are lit on different sides", async () => {
    const diff = await diffBytes(makeBsp({ light: "ldr" }), makeBsp({ light: "hdr" }));
    expect(diff.light.untold).toBe("a has LDR light alone, and b has HDR light alone");
  });

  it("refuses a version that costs too much", () => {
    expect(() => openVersion("a", makeBsp(), { faceEdges: 3 })).toThrow(/too-large/);
  });
});

describe.skipIf(!hasCorpus)("diffs of real maps", () => {
  it.each(listSmallMaps())(
    "find no difference between %s and itself, also in other forms",
    async (map) => {
      const bytes = readCorpus(map);
      const own = await tryDiff(bytes, bytes);
      if (own === null) return;
      expect(listOther(own)).toEqual([]);
      for (const target of Object.values(CONVERT_TARGETS)) {
        let made: Uint8Array;
        try {
          made = convertMap(bytes, target, KEPT).bytes;
        } catch (error) {
          if (error instanceof FormatError) continue;
          throw error;
        }
        const diff = await diffVersions(openVersion("a", bytes), openVersion("b", made));
        expect(listOther(diff)).toEqual([]);
      }
    },
  );

  it.each(listSmallestMaps(6))("answer or refuse %s cut at ten places", async (map) => {
    const bytes = readCorpus(map);
    for (const cut of cuts(bytes)) await tryDiff(bytes, cut);
  });
});
