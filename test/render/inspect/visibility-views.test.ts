/**
 * Tests debug views of visibility: clusters, LODs, fades, and why objects were culled in a frozen
 * frame.
 */

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { addFrustum, freezeView } from "../../../src/render/inspect/frozen-view.ts";
import { findView } from "../../../src/render/inspect/view-list.ts";
import { LineRows } from "../../../src/render/lines/line-rows.ts";
import { DEFAULT_RENDER_SETTINGS } from "../../../src/render/types.ts";
import { createView, updateView } from "../../../src/render/views/view.ts";
import { createAreaWalk } from "../../../src/visibility/areas.ts";
import type { Rgb } from "../../oracle/light/color.ts";
import { hueLight, scaleLight, shapedColor } from "../../oracle/screen/views.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { makeMaterials } from "../make-materials.ts";
import { makeMap, oneWayPvs, twoClusterTree, type Vec3 } from "../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";
import {
  CAMERA,
  cosineAt,
  drawView,
  expectNear,
  kindLight,
  middleOf,
  modelAt,
  SIZE,
  TOWARDS,
  wall,
} from "./made-inspected.ts";

const test = await openTestGpu();
const MATERIALS = makeMaterials([{ name: "wall" }]);

describe.skipIf(test === null)("a visibility view", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
  });
  afterEach(() => expect(t.errors).toEqual([]));
  afterAll(() => {
    t.destroy();
    test!.close();
  });

  type Drawn = Awaited<ReturnType<typeof drawView>>;
  const expectLight = (at: Drawn, place: Vec3, light: Rgb) => {
    const { color, shown } = at(place);
    expectNear(color, shapedColor(light, cosineAt(shown, TOWARDS)));
  };

  /**
   * Cluster 0 for x < 0, cluster 7 in front of x = 0 up to y = 0, cluster 4 beyond; solid above z =
   * 30.
   */
  const tree = {
    nodeCount: 3,
    nodePlane: Float32Array.of(0, 0, 1, 30, 1, 0, 0, 0, 0, 1, 0, 0),
    nodeChildren: Int32Array.of(-4, 1, 2, -1, -3, -2),
    leafCount: 4,
    leafCluster: Int32Array.of(0, 7, 4, -1),
    leafFlags: new Uint8Array(4),
    leafBox: new Float32Array(24),
  };

  it("clusters looks up the leaf in front of each point, and shows the eye's cluster white", async () => {
    const quads = [wall(40, -16), wall(-8, -16), wall(-8, 20, { v: [0, 0, 40] })];
    t.renderer.setScene(makeMap(quads, MATERIALS, { tree }));
    // From the plane's front, which belongs to cluster 7 at y <= 0.
    const at = await drawView(t, "clusters", {}, { ...CAMERA, y: -0.01, x: 0.5 });
    expectLight(at, middleOf(40, -16), hueLight(4));
    expectLight(at, middleOf(-8, -16), kindLight("clusters", 0));
    expectLight(at, [64, -24, 40], kindLight("clusters", 1));
  });

  it("areas shows the area of each leaf", async () => {
    const quads = [wall(40, -16), wall(-8, -16), wall(-8, 20, { v: [0, 0, 40] })];
    t.renderer.setScene(makeMap(quads, MATERIALS, { tree }));
    t.renderer.setAreas(
      createAreaWalk({
        areaCount: 4,
        firstPortal: new Int32Array(4),
        portalCount: new Int32Array(4),
        otherArea: new Uint32Array(0),
        isOpen: new Uint8Array(0),
        portalKey: new Uint32Array(0),
        windows: null,
        leafArea: Int32Array.of(1, 2, 3, 0),
      }),
    );
    const at = await drawView(t, "areas", {}, { ...CAMERA, y: -0.01, x: 0.5 });
    expectLight(at, middleOf(40, -16), hueLight(3));
    expectLight(at, middleOf(-8, -16), kindLight("areas", 0));
    expectLight(at, [64, -24, 40], kindLight("areas", 1));
  });

  it("lods shows the LOD of each model", async () => {
    t.renderer.setScene(makeMap([wall(40, -16)], MATERIALS));
    const far = { worldFromModel: [1, 0, 0, 20, 0, 1, 0, 0, 0, 0, 1, 0] };
    // The LOD metric per inch: 100 / the pixel width of a sphere of radius 1.
    const inch = (100 * Math.tan((2 * Math.atan(0.75)) / 2)) / SIZE;
    const levels = async (points: readonly number[]) => {
      t.renderer.setSource(modelAt(0, -16, TOWARDS, far, points));
      return drawView(t, "lods");
    };
    const place: Vec3 = [84, -16 * (84 / 64), 0];
    const expectLevel = (at: Drawn, row: number) => {
      const { color } = at(place);
      const shown: Vec3 = [84, -16 * (84 / 64), 0];
      expectNear(color, shapedColor(kindLight("lods", row), cosineAt(shown, TOWARDS)), 2);
    };
    expectLevel(await levels([0, 19 * inch, 21 * inch]), 1);
    expectLevel(await levels([0, 19 * inch, 19.5 * inch]), 2);
    expectLevel(await levels([0, 21 * inch, 22 * inch]), 0);
    // The next one is a shadow LOD.
    expectLevel(await levels([0, -1]), 0);
    expectLevel(await levels([0]), 9);
    expectLight(await levels([0]), middleOf(40, -16), kindLight("lods", 8));
  });

  it("fades shows the distance at which a model vanishes", async () => {
    t.renderer.setScene(makeMap([wall(40, -16)], MATERIALS));
    const { legend } = findView("fades")!;
    const fades = async (more: Parameters<typeof modelAt>[3]) => {
      t.renderer.setSource(modelAt(0, -16, TOWARDS, more));
      return drawView(t, "fades");
    };
    expectLight(
      await fades({ fadeMin: 400, fadeMax: 700 }),
      middleOf(0, -16),
      scaleLight(legend, 700),
    );
    expectLight(await fades({}), middleOf(0, -16), kindLight("fades", 0));
    const bySize = await fades({ fadeMetric: [1e6, 2e6] });
    expectLight(bySize, middleOf(0, -16), kindLight("fades", 1));
    expectLight(bySize, middleOf(40, -16), kindLight("fades", 2));
  });

  it("culled shows which test removed an object, from the frozen view", async () => {
    const turned = {
      origin: [40, -40, -16] as Vec3,
      u: [0, -32, 0] as Vec3,
      v: [0, 0, 32] as Vec3,
    };
    const quads = [
      // The object that the eye at x = 200 looks at, towards −x.
      wall(0, 0, { origin: [0, -16, -16], u: [0, 32, 0], v: [0, 0, 32], clusters: [0] }),
      // In a cluster that is not visible from there; behind the eye; back-facing.
      wall(0, 0, { origin: [0, 60, -16], u: [0, 32, 0], v: [0, 0, 32], clusters: [1] }),
      wall(0, 0, { origin: [300, -16, -16], u: [0, 32, 0], v: [0, 0, 32], clusters: [0] }),
      wall(0, 0, { ...turned, clusters: [0] }),
    ];
    t.renderer.setScene(makeMap(quads, MATERIALS, { pvs: oneWayPvs() }));
    const eye = { x: 200, y: 0, z: 0, pitch: 0, yaw: 180, fov: 60 };
    const { renderer } = t;
    const look = async (camera: typeof eye) => {
      renderer.render(camera);
      const pixels = await renderer.readPixels();
      const at = (Math.floor(SIZE / 2) * SIZE + Math.floor(SIZE / 2)) * 4;
      return [...pixels.subarray(at, at + 3)] as unknown as Rgb;
    };
    // Cluster 0 lies at x < 0, where the PVS applies.
    const inside = { ...eye, x: -200, yaw: 0 };
    await drawView(t, "", {}, { ...inside });
    renderer.settings.view = "culled";
    await renderer.settled();
    const ahead = (x: number, y: number) => ({ ...eye, x: x + 60, y });
    // From x = −200 along +x: the first and the second are seen from behind.
    const kinds = [
      [ahead(0, 0), 4],
      [ahead(0, 76), 1],
      [ahead(300, 0), 4],
    ] as const;
    for (const [camera, row] of kinds) {
      expectNear(await look(camera), shapedColor(kindLight("culled", row), 1), 2);
    }
    const from = { ...eye, x: 40 - 60, y: -56, yaw: 0 };
    expectNear(await look(from), shapedColor(kindLight("culled", 0), 1), 2);
    // Frozen again while looking away from everything.
    await drawView(t, "", {}, { ...inside, yaw: 180 });
    renderer.settings.view = "culled";
    await renderer.settled();
    expectNear(await look(from), shapedColor(kindLight("culled", 2), 1), 2);
  });

  it("frozen keeps the PVS", async () => {
    const quads = [wall(40, -16, { clusters: [1] }), wall(0, -16, { clusters: [0] })];
    t.renderer.setScene(makeMap(quads, MATERIALS, { pvs: oneWayPvs() }));
    const { renderer } = t;
    // Cluster 0 sees only itself.
    const before = { ...CAMERA, x: -30 };
    await drawView(t, "", {}, before);
    renderer.settings.view = "frozen";
    await renderer.settled();
    renderer.render(before);
    for (let frame = 0; frame < 2; frame++) {
      renderer.render(CAMERA);
      await renderer.settled();
    }
    const { stats } = renderer;
    expect(stats.visibleClusters).toBe(1);
    const seen = await drawView(t, "frozen", { sky: false });
    expect(seen(middleOf(40, -16)).color).toEqual([0, 0, 0]);
    expect(seen(middleOf(0, -16)).color).not.toEqual([0, 0, 0]);
    expect(renderer.settings.freezePvs).toBe(false);
    const usual = await drawView(t, "", { sky: false });
    expect(usual(middleOf(40, -16)).color).not.toEqual([0, 0, 0]);
  });
});

describe("a frozen frustum", () => {
  it("has lines through the corners of its picture, up to a length", () => {
    const view = createView(null);
    const camera = { x: 10, y: 20, z: 30, pitch: 0, yaw: 90, fov: 90 };
    updateView(view, twoClusterTree(), null, null, camera, DEFAULT_RENDER_SETTINGS, 400, 300, 0);
    const rows = new LineRows();
    addFrustum(rows, freezeView(view));
    expect(rows.count).toBe(8);
    const floats = new Float32Array(rows.words.buffer);
    const ends = [0, 2, 4, 6].map((row) => [...floats.subarray(row * 8 + 4, row * 8 + 7)]);
    for (const [x, y, z] of ends) {
      expect(Math.hypot(x - 10, y - 20, z - 30)).toBeCloseTo(1024, 1);
      // 90 degrees at 4:3: as wide as far in both directions, and three quarters of that high.
      expect(Math.abs(x - 10) / (y - 20)).toBeCloseTo(1, 4);
      expect(Math.abs(z - 30) / (y - 20)).toBeCloseTo(0.75, 4);
    }
    expect(new Set(ends.map(([x, , z]) => `${x > 10} ${z > 30}`)).size).toBe(4);
  });
});
