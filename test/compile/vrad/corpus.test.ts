/**
 * Lights real maps and compares with the light that the real vrad stored. Differences remain
 * because the models of props and the authors' `lights.rad` files are missing.
 */

import { describe, expect, it } from "vitest";
import { computeLight, type TextureLights } from "../../../src/compile/vrad/vrad.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import { hasCorpus, listSecondCorpus, readCorpus } from "../../support/corpus.ts";
import { compareLighting, readRelit, silent, splitBsp } from "./relight.ts";

interface Expected {
  readonly path: readonly string[];
  readonly side: "ldr" | "hdr";
  readonly correlation: number;
  readonly within25: number;
  /** Expected values of displacements alone. */
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
    correlation: 0.91,
    within25: 0.84,
    terrain: { correlation: 0.93, within25: 0.82 },
  },
];

/** Options of the author's vrad, from its log and from the lights that it wrote into the map. */
interface Told {
  readonly side: "ldr" | "hdr";
  /** The log ends after this many bounces; without it, bounces ran until no light was left. */
  readonly bounces?: number;
  readonly textureLights?: TextureLights;
}

/** Brightness at which the surface lights equal the real LUMP_WORLDLIGHTS. */
const DREAM_LIGHTS = new Map([["lights/white001_nochop", "250 240 205 100"]]);

/** Maps of the second corpus, as in the table of `docs/compilers.md`. */
const SECOND: Readonly<Record<string, Told>> = {
  viewbob: { side: "hdr" },
  sub01_paneltest: { side: "ldr", bounces: 2 },
  gunshiptest: { side: "hdr" },
  snowcomp1edit: { side: "hdr" },
  testcolors2: { side: "ldr" },
  testing_balls: { side: "ldr" },
  gasroom: { side: "ldr", bounces: 2 },
  dream: { side: "ldr", bounces: 2, textureLights: DREAM_LIGHTS },
  nine_testmap: { side: "hdr" },
};

async function relight(path: string, { side, ...options }: Told) {
  const bytes = readCorpus(path);
  const bsp = parseBsp(bytes);
  const map = splitBsp(bytes, bsp);
  await computeLight(map, bsp, { fast: true, ...options }, silent);
  return { bsp, map, ...compareLighting(bsp, bsp[side]!, readRelit(map, side)) };
}

const findSecond = (name: string) =>
  listSecondCorpus(".bsp", true).find((path) => path.endsWith(`/${name}.bsp`)) ?? "";

/** The shadows of props differ: 36 props in dream, 12 in gasroom. */
describe.skipIf(!hasCorpus || findSecond("dream") === "")("relit maps of the second corpus", () => {
  it("have the lights of the real map's glowing faces: dream", async () => {
    const { bsp, map, correlation, within25 } = await relight(findSecond("dream"), SECOND.dream);
    const surfaceLights = (bytes: Uint8Array) => {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const rows = Array.from({ length: bytes.length / 88 }, (_, i) => i * 88);
      return rows
        .filter((at) => view.getInt32(at + 40, true) === 0)
        .map((at) => [0, 4, 8, 12, 16, 20].map((k) => Math.round(view.getFloat32(at + k, true))))
        .sort((a, b) => a[0] - b[0]);
    };
    const real = splitBsp(readCorpus(findSecond("dream")), bsp).lumps.get("LUMP_WORLDLIGHTS")!;
    const ours = surfaceLights(map.lumps.get("LUMP_WORLDLIGHTS")!.bytes);
    expect(ours).toHaveLength(4);
    expect(ours).toEqual(surfaceLights(real.bytes));
    expect(correlation).toBeGreaterThan(0.885);
    expect(within25).toBeGreaterThan(0.7);
  });

  it("are as dark as the real map below terrain: gasroom", async () => {
    const { bsp, map } = await relight(findSecond("gasroom"), SECOND.gasroom);
    const isFloor = (face: number) =>
      bsp.texDatas.name[bsp.texInfos.texdata[bsp.faces.texinfo[face]]] ===
      "CONCRETE/CONCRETEFLOOR_BUNKER02B";
    const floors = compareLighting(bsp, bsp.ldr!, readRelit(map, "ldr"), isFloor);
    // 322 luxels in all; those darker than 1 in both are not counted.
    expect(floors.luxels).toBeLessThan(240);
  });

  it.skipIf(process.env.VISLEAF_RELIGHT !== "1")(
    "print the table of the documents",
    async () => {
      const percent = (value: number) => `${(value * 100).toFixed(1)} %`;
      for (const [name, told] of Object.entries(SECOND)) {
        const { correlation, medianRatio, within25, zero } = await relight(findSecond(name), told);
        const zeros = [zero.theirs, zero.ours, zero.oursOnly].map(percent).join(" / ");
        const numbers = [correlation.toFixed(3), medianRatio.toFixed(2), percent(within25), zeros];
        console.log(`| ${name} | ${numbers.join(" | ")} |`);
      }
      expect(Object.keys(SECOND)).toHaveLength(9);
    },
    600_000,
  );
});

describe.skipIf(!hasCorpus)("real maps, lit fast", () => {
  it.each(MAPS)(
    "have about the light of the real map: $path",
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
