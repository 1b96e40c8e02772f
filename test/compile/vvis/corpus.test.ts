import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { encodeVisibility } from "../../../src/compile/compile-map.ts";
import { computeVisibility } from "../../../src/compile/vvis/compute-visibility.ts";
import { countBits, hasBit } from "../../../src/core/bit-set.ts";
import { parseBsp } from "../../../src/formats/index.ts";
import { parsePrt } from "../../../src/formats/prt/parse-prt.ts";
import { decodePvsRow } from "../../../src/visibility/pvs.ts";
import { corpusPath, readCorpus } from "../../support/corpus.ts";
import { portalsOfBsp } from "./portals-of-bsp.ts";
import { traceRays } from "./trace-rays.ts";

const tests = ["bsp_tool", "tests"];
const report = { progress() {}, warn: (message: string) => expect.fail(message) };

describe.each([
  // Count of visible clusters in total, as in the compiler's log.
  ["Momentum Mod", "mp_lobby", 16],
  ["Team Fortress 2", "test_physcollide", 224],
])("vvis on the portal file of %s's %s", (game, name, visible) => {
  const path = [...tests, "mapsrc", "Hammer", game, `${name}.prt`];

  it.skipIf(!existsSync(corpusPath(...path)))("makes the same lump as the real vvis", async () => {
    const portals = parsePrt(new TextDecoder().decode(readCorpus(...path)));
    const { pvs, pas } = await computeVisibility(portals, report);
    const { visibility } = parseBsp(readCorpus(...tests, "maps", game, `${name}.bsp`));
    const lump = encodeVisibility(pvs, pas, portals.clusterCount);
    expect([...lump]).toEqual([...visibility!.bytes]);
    expect(countBits(pvs)).toBe(visible);
  });
});

/**
 * The rebuilt portals differ a little from the portals that vvis had: planes are rounded to floats,
 * and vbsp drops slivers by other rules. Some pairs may therefore differ; two million rays have
 * found none of these pairs to see each other.
 */
describe.each([
  ["rc_deathmatch1/rc_deathmatch1.bsp", false, 0],
  ["momentum_game/triggertests_v1287.bsp", false, 0],
  ["momentum_game/cubemaptest.bsp", false, 2],
  ["lanofdoom_css/gg_canyon.bsp", false, 0],
  ["lanofdoom_css/scoutzknivez.bsp", false, 6],
  // Maps compiled with vvis -fast, which show clusters that only the full computation hides.
  ["artpass_valvebase/artpass_valvebase.bsp", true, 4],
  ["gunman_city2/gunman_city2.bsp", true, 60],
])("vvis on the portals of %s (fast: %s)", (map, fast, differing) => {
  it.skipIf(!existsSync(corpusPath(map)))("shows the same clusters as the real vvis", async () => {
    const bsp = parseBsp(readCorpus(map));
    const { bytes, clusterCount, pvsOffset } = bsp.visibility!;
    const portals = portalsOfBsp(bsp, clusterCount);
    const { pvs } = await computeVisibility(portals, report, { fast });
    const words = (clusterCount + 31) >>> 5;
    const row = new Uint32Array(words);
    let difference = 0;
    for (let i = 0; i < clusterCount; i++) {
      decodePvsRow({ clusterCount, rowOffset: pvsOffset, bytes }, i, row);
      for (let j = 0; j < words; j++) row[j] ^= pvs[i * words + j];
      difference += countBits(row);
    }
    expect(difference).toBeLessThanOrEqual(differing);

    const hidden: string[] = [];
    traceRays(portals, 10_000, 1, (from, to) => {
      if (!hasBit(pvs.subarray(from * words), to)) hidden.push(`${from}-${to}`);
    });
    expect(hidden).toEqual([]);
  });
});
