/** Tests closed area portals, from the setting to the drawn surfaces. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MapAreas } from "../../../src/map/areas.ts";
import { MATERIAL_UNLIT } from "../../../src/map/material.ts";
import { FAMILY } from "../../../src/map/material-families.ts";
import { DEFAULT_RENDER_SETTINGS } from "../../../src/render/types.ts";
import { createAreaWalk } from "../../../src/visibility/areas.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { makeMaterials } from "../make-materials.ts";
import { makeMap, type Quad, twoClusterTree } from "../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";

const test = await openTestGpu();
const material = { family: FAMILY.flat, flags: MATERIAL_UNLIT };
const materials = makeMaterials([
  { ...material, name: "red", fallback: [1, 0, 0] },
  { ...material, name: "green", fallback: [0, 1, 0] },
]);
const wall = (x: number, row: number, cluster: number): Quad => ({
  ...{ origin: [x, 3000, -3000], u: [0, -6000, 0], v: [0, 0, 6000] },
  ...{ material: row, clusters: [cluster], leaf: cluster },
});

/** An area on each side of x = 0, with a closed portal in each direction. */
const AREAS: MapAreas = {
  areaCount: 3,
  firstPortal: Int32Array.of(0, 1, 2),
  portalCount: Int32Array.of(0, 1, 1),
  otherArea: Uint32Array.of(0, 2, 1),
  portalKey: Uint32Array.of(0, 7, 7),
  isOpen: Uint8Array.of(1, 0, 0),
  windows: null,
  leafArea: Int32Array.of(1, 2, 0),
};
/** A window that is opaque from 60 inches on. */
const WINDOWS = {
  count: 1,
  box: Float32Array.of(0, -50, -50, 1, 50, 50),
  closeDistance: Float32Array.of(60),
  ofPortal: Int32Array.of(-1, 0, 0),
};

describe.skipIf(test === null)("closed area portals", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, 8, 8);
    // Every cluster sees every other.
    const pvs = { clusterCount: 2, rowOffset: Uint32Array.of(0, 0), bytes: Uint8Array.of(0b11) };
    // Cluster 0 lies at x < 0, cluster 1 at x >= 0; the green wall is in cluster 1 in front of the
    // red one.
    const quads = [wall(500, 0, 0), wall(100, 1, 1)];
    t.renderer.setScene(makeMap(quads, materials, { pvs, tree: twoClusterTree() }));
    t.renderer.setAreas(createAreaWalk(AREAS));
  });
  afterAll(() => {
    expect(t.errors).toEqual([]);
    t.destroy();
    test!.close();
  });

  async function see(x: number) {
    await t.renderer.settled();
    t.renderer.render({ x, y: 0, z: 0, pitch: 0, yaw: 0, fov: 90 });
    const pixels = await t.renderer.readPixels();
    const { visibleClusters, chunks } = await t.renderer.readStats();
    return { color: [...pixels.subarray(0, 2)], visibleClusters, chunks };
  }

  const RED = [255, 0];
  const GREEN = [0, 255];

  it("hide the areas behind them when the setting is on", async () => {
    for (const gpuCulling of [true, false]) {
      Object.assign(t.renderer.settings, DEFAULT_RENDER_SETTINGS, { occlusion: false, gpuCulling });
      const all = { color: GREEN, visibleClusters: 2, chunks: 2 };
      expect(await see(-50)).toEqual(all);
      t.renderer.settings.areaPortals = true;
      // Only the first area is visible from here, so its wall behind the other's shows.
      expect(await see(-50)).toEqual({ color: RED, visibleClusters: 1, chunks: 1 });
      expect(await see(50)).toEqual({ color: GREEN, visibleClusters: 1, chunks: 1 });
      expect(await see(-50)).toEqual({ color: RED, visibleClusters: 1, chunks: 1 });
      t.renderer.settings.areaPortals = false;
      expect(await see(-50)).toEqual(all);
    }
  });

  it("close window portals with the camera's distance, within a cluster", async () => {
    t.renderer.setAreas(
      createAreaWalk({ ...AREAS, isOpen: Uint8Array.of(1, 1, 1), windows: WINDOWS }),
    );
    for (const gpuCulling of [true, false]) {
      Object.assign(t.renderer.settings, DEFAULT_RENDER_SETTINGS, { occlusion: false, gpuCulling });
      t.renderer.settings.areaPortals = true;
      for (const [x, color] of [
        [-59, GREEN],
        [-61, RED],
        [-60, GREEN],
      ] as const) {
        expect((await see(x)).color, `${x}`).toEqual(color);
      }
      t.renderer.settings.areaPortals = false;
      expect((await see(-61)).color).toEqual(GREEN);
    }
    t.renderer.setAreas(createAreaWalk(AREAS));
  });

  it("open and close with a moment", async () => {
    Object.assign(t.renderer.settings, DEFAULT_RENDER_SETTINGS, { areaPortals: true });
    expect((await see(-50)).color).toEqual(RED);
    const brushes = { worldFromModel: new Float32Array(0), isHidden: new Uint8Array(0) };
    const openPortals = new Uint8Array(8).fill(1);
    const moment = { ...brushes, lightStyles: [], openPortals, version: 1 };
    t.renderer.setMoment(moment);
    expect((await see(-50)).color).toEqual(GREEN);
    openPortals[7] = 0;
    moment.version++;
    expect((await see(-50)).color).toEqual(RED);
    openPortals[7] = 1;
    moment.version++;
    expect((await see(-50)).color).toEqual(GREEN);
    // Areas that arrive later take the moment's portals, too.
    t.renderer.setAreas(createAreaWalk(AREAS));
    expect((await see(-50)).color).toEqual(GREEN);
    t.renderer.setMoment(null);
    expect((await see(-50)).color).toEqual(RED);
  });

  it("hide nothing without the PVS or from outside the map", async () => {
    Object.assign(t.renderer.settings, DEFAULT_RENDER_SETTINGS, { areaPortals: true, pvs: false });
    expect((await see(-50)).color).toEqual(GREEN);
  });
});
