/**
 * Real maps lit anew, against what the real vrad stored in them. What cannot be the same is that
 * their props' models and their authors' `lights.rad` are not there.
 */

import { describe, expect, it } from "vitest";
import { computeLight } from "../../../src/compile/vrad/vrad.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import { hasCorpus, readCorpus } from "../../support/corpus.ts";
import { compareLighting, readRelit, silent, splitBsp } from "./relight.ts";

interface Expected {
  readonly path: readonly string[];
  readonly side: "ldr" | "hdr";
  readonly correlation: number;
  readonly within25: number;
  /** Of its displacements alone. */
  readonly terrain?: { readonly correlation: number; readonly within25: number };
}

const MAPS: readonly Expected[] = [
  { path: ["lanofdoom_css", "scoutzknivez.bsp"], side: "ldr", correlation: 0.99, within25: 0.87 },
  { path: ["lanofdoom_css", "fy_simpsons_h.bsp"], side: "ldr", correlation: 0.985, within25: 0.85 },
  {
    path: ["minigolf", "maps", "golf_dev_minimal_v3.bsp"],
    side: "ldr",
    correlation: 0.91,
    within25: 0.87,
  },
  {
    path: ["bsp_tool", "tests", "maps", "Team Fortress 2", "test2.bsp"],
    side: "ldr",
    correlation: 0.82,
    within25: 0.83,
    terrain: { correlation: 0.93, within25: 0.82 },
  },
];

describe.skipIf(!hasCorpus)("real maps, lit fast", () => {
  it.each(MAPS)(
    "$path has the light that it had",
    async ({ path, side, correlation, within25, terrain }) => {
      const bytes = readCorpus(...path);
      const bsp = parseBsp(bytes);
      const map = splitBsp(bytes, bsp);
      await computeLight(map, bsp, { fast: true }, silent);
      const found = compareLighting(bsp, bsp[side]!, readRelit(map, side));
      expect(found.luxels).toBeGreaterThan(5000);
      expect(found.correlation).toBeGreaterThan(correlation);
      expect(found.within25).toBeGreaterThan(within25);
      expect(found.medianRatio).toBeGreaterThan(0.97);
      expect(found.medianRatio).toBeLessThan(1.07);
      if (!terrain) return;
      const isTerrain = (face: number) => bsp.faces.dispInfo[face] >= 0;
      const onTerrain = compareLighting(bsp, bsp[side]!, readRelit(map, side), isTerrain);
      expect(onTerrain.luxels).toBeGreaterThan(1500);
      expect(onTerrain.correlation).toBeGreaterThan(terrain.correlation);
      expect(onTerrain.within25).toBeGreaterThan(terrain.within25);
    },
  );
});
