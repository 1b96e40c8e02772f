import { describe, expect, it } from "vitest";
import { isCannotTell } from "../../../src/analysis/cannot-tell.ts";
import {
  findPlayableArea,
  type PlayableArea,
} from "../../../src/analysis/overview/playable-area.ts";
import { countBits, hasBit } from "../../../src/core/bit-set.ts";
import { findLeaf } from "../../../src/visibility/leaf-walk.ts";
import { compileWithVis } from "../compile-with-vis.ts";
import { openBytes } from "../cost/made-costs.ts";
import { makeHouse, ROOM } from "./made-house.ts";

function areaOf(answer: Awaited<ReturnType<typeof findPlayableArea>>): PlayableArea {
  if (isCannotTell(answer)) throw new Error(answer.because);
  return answer;
}

describe("findPlayableArea", () => {
  it("finds the walkable area with a margin, and the clusters visible from it", async () => {
    const map = await openBytes((await compileWithVis(makeHouse())).bytes);
    const area = areaOf(await findPlayableArea(map));
    expect(area).toMatchObject({ source: "walked", lowest: 0, highest: 0, cut: 80 });
    const { minX, minY, maxX, maxY } = area.box;
    // Columns end up to a step of 32 inches before walls, and the margin is 64.
    for (const [edge, wall] of [
      [ROOM[0] - minX, 64],
      [ROOM[1] - minY, 64],
      [maxX - ROOM[3], 64],
      [maxY - ROOM[4], 64],
    ]) {
      expect(edge).toBeGreaterThanOrEqual(wall - 32);
      expect(edge).toBeLessThanOrEqual(wall);
    }
    // The other room is inside the map, lower, and not visible.
    expect(area.bottom).toBe(-400);
    expect(area.top).toBe(256);
    const clusterAt = (x: number, y: number, z: number) =>
      map.tree.leafCluster[findLeaf(map.tree, x, y, z)];
    expect(hasBit(area.clusters!, clusterAt(0, 64, 40))).toBe(true);
    expect(hasBit(area.clusters!, clusterAt(440, 280, 240))).toBe(true);
    expect(hasBit(area.clusters!, clusterAt(1100, 160, -300))).toBe(false);
    expect(countBits(area.clusters!)).toBeLessThan(map.pvs!.clusterCount);
  });

  it("finds the whole inside without a player start", async () => {
    const map = await openBytes((await compileWithVis(makeHouse(null))).bytes);
    const area = areaOf(await findPlayableArea(map));
    expect(area).toMatchObject({ source: "standing", lowest: -400, highest: 128 });
    expect(area.box.maxX).toBeGreaterThan(1100);
    expect(countBits(area.clusters!)).toBe(map.pvs!.clusterCount);
  });

  it("gives the reason if the map has no inside", async () => {
    const map = await openBytes((await compileWithVis(makeHouse())).bytes);
    const isPlayable = new Uint8Array(map.tree.leafCount);
    expect(await findPlayableArea({ ...map, isPlayable })).toEqual({
      because: "no leaf of the map is inside of it",
    });
  });
});
