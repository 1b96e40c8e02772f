import { beforeAll, describe, expect, it } from "vitest";
import { computeVisibility } from "../../../src/compile/vvis/compute-visibility.ts";
import { countBits, hasBit } from "../../../src/core/bit-set.ts";
import { makeRoomGrid, transformPortals } from "../make-portals.ts";
import { makeCells } from "./make-cells.ts";
import { traceRays } from "./trace-rays.ts";

const RAYS = 60_000;
const report = { progress() {}, warn() {} };
const [c, s] = [Math.cos(0.5), Math.sin(0.5)];
const turned = [c, -s, 0.1, s, c, 0, 0.3, 0.2, 1.1];

/**
 * For each layout, the factor by which the PVS may exceed the pairs that rays find: rays miss some,
 * mostly if cells are many and slits narrow.
 */
describe.each([
  ["rooms", makeRoomGrid({ width: 8, height: 8, seed: 1 }), 1.02],
  ["rooms behind thick walls", makeRoomGrid({ width: 8, height: 8, seed: 2, wall: 16 }), 1.05],
  [
    "rooms turned and sheared",
    transformPortals(makeRoomGrid({ width: 8, height: 8, seed: 3 }), turned),
    1.05,
  ],
  ["slanted cells, half of them closed off", makeCells(6, 4, 0.5), 1.15],
  ["slanted cells, most of them closed off", makeCells(7, 5, 0.65), 1.3],
  ["slanted cells, few of them closed off", makeCells(6, 6, 0.15), 1.25],
])("rays through %s", (_, portals, slack) => {
  const { clusterCount } = portals;
  const words = (clusterCount + 31) >>> 5;
  let pvs: Uint32Array;
  let found = 0;
  const hidden: string[] = [];

  beforeAll(async () => {
    pvs = (await computeVisibility(portals, report)).pvs;
    const seen = new Uint8Array(clusterCount * clusterCount);
    for (let i = 0; i < clusterCount; i++) seen[i * clusterCount + i] = 1;
    traceRays(portals, RAYS, 1, (from, to) => {
      seen[from * clusterCount + to] = 1;
      seen[to * clusterCount + from] = 1;
      if (!hasBit(pvs.subarray(from * words), to)) hidden.push(`${from}-${to}`);
    });
    found = seen.reduce((sum, value) => sum + value, 0);
  });

  it("find no pair that the PVS hides", () => {
    expect(found).toBeGreaterThan(clusterCount * 3);
    expect(hidden).toEqual([]);
  });

  it("find nearly all pairs in the PVS", () => {
    const shown = countBits(pvs);
    expect(shown / found, `${shown} shown, ${found} found`).toBeLessThan(slack);
  });
});
