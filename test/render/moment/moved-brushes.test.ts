/** Compares pictures of moved brush models with maps that were built with the models there. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { MATERIAL_NO_CULL, PASS_TRANSLUCENT } from "../../../src/map/material.ts";
import { type MapMoment, momentAtStart } from "../../../src/map/motion/brush-models.ts";
import type { MapScene } from "../../../src/map/types.ts";
import { FRAMES_TO_REST } from "../../../src/render/frame/frame-rest.ts";
import { decalSource } from "../../../src/render/sources/decal-source.ts";
import { DEFAULT_RENDER_SETTINGS } from "../../../src/render/types.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { countDifferent } from "../compare-pictures.ts";
import { createRandom } from "../make-large-map.ts";
import { makeImage, makeMaterials, rgbaArray } from "../make-materials.ts";
import { oneWayPvs, type Quad, type SceneParts } from "../make-world.ts";
import { angleMatrix } from "../matrices.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";
import { boxQuads, coverQuads, makeBrushMap } from "./make-brushes.ts";

const SIZE = 64;
const test = await openTestGpu();

const light = {
  ...{ columns: 2, rows: 2, styles: [0] },
  sample: (_: number, column: number, row: number) =>
    [60 + column * 150, 60 + row * 150, 90, 0] as const,
};
const glass = { pass: PASS_TRANSLUCENT, alpha: 0.5, flags: MATERIAL_NO_CULL };
const materials = makeMaterials([
  { name: "stone", fallback: [0.8, 0.7, 0.6] },
  { name: "red", fallback: [1, 0, 0], ...glass },
  { name: "blue", fallback: [0, 0, 1], ...glass },
]);
const floor: Quad = {
  origin: [-512, -512, -64],
  u: [1024, 0, 0],
  v: [0, 1024, 0],
  material: 0,
  light,
};
/** A pane of the world across the x axis. */
const pane: Quad = { origin: [150, -40, -40], u: [0, 80, 0], v: [0, 0, 80], material: 1 };
const box = boxQuads([20, 40, 60], { material: 0, light });
const glassBox = boxQuads([8, 60, 60], { material: 2 });

const BUILT = [angleMatrix(0, 90, 0, [120, 30, 0]), angleMatrix(0, 0, 0, [200, 0, 10])];
const MOVED = [angleMatrix(20, 50, 10, [90, -20, 5]), angleMatrix(0, 30, 0, [110, 0, 0])];
const camera = { x: 0, y: 0, z: 8, pitch: 4, yaw: 0, fov: 90 };

const sceneAt = (
  [solid, blended]: number[][],
  isHidden = false,
  parts: SceneParts = {},
): MapScene =>
  makeBrushMap(
    [floor, pane],
    [
      { matrix: solid, quads: box, isHidden },
      { matrix: blended, quads: glassBox },
    ],
    materials,
    parts,
  );

const momentOf = (scene: MapScene, matrices: number[][], hidden: number[] = []): MapMoment => {
  const moment = momentAtStart(scene.brushes!);
  moment.worldFromModel.set(matrices.flat());
  for (const row of hidden) moment.isHidden[row] = 1;
  return { ...moment, version: 1 };
};

describe.skipIf(test === null)("brush models that move", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
  });
  afterEach(() => {
    expect(t.errors).toEqual([]);
    Object.assign(t.renderer.settings, DEFAULT_RENDER_SETTINGS);
  });
  afterAll(() => {
    t.destroy();
    test!.close();
  });

  /** Draws until culling has settled. */
  async function draw(): Promise<Uint8Array> {
    await t.renderer.settled();
    for (let frame = 0; frame < 4; frame++) t.renderer.render(camera);
    return t.renderer.readPixels();
  }

  async function drawBuilt(scene: MapScene): Promise<Uint8Array> {
    t.renderer.setScene(scene);
    return draw();
  }

  async function drawMoved(scene: MapScene, moment: MapMoment): Promise<Uint8Array> {
    await drawBuilt(scene);
    t.renderer.setMoment(moment);
    return draw();
  }

  for (const gpuCulling of [true, false]) {
    const who = gpuCulling ? "GPU" : "CPU";
    it(`look as if they were built there, culled and sorted by the ${who}`, async () => {
      t.renderer.settings.gpuCulling = gpuCulling;
      const built = await drawBuilt(sceneAt(MOVED));
      const before = await drawBuilt(sceneAt(BUILT));
      expect(countDifferent(before, built)).toBeGreaterThan(300);
      const scene = sceneAt(BUILT);
      const moved = await drawMoved(scene, momentOf(scene, MOVED));
      // Edges may fall on other pixels by rounding.
      expect(countDifferent(moved, built, 2)).toBeLessThan(8);
      t.renderer.setMoment(null);
      expect(countDifferent(await draw(), before, 0)).toBe(0);
    });

    it(`disappear and appear, culled by the ${who}`, async () => {
      t.renderer.settings.gpuCulling = gpuCulling;
      const shown = await drawBuilt(sceneAt(BUILT));
      const start = sceneAt(BUILT, true);
      const hidden = await drawBuilt(start);
      expect(countDifferent(shown, hidden)).toBeGreaterThan(100);
      const appeared = { ...momentAtStart(start.brushes!), version: 1 };
      appeared.isHidden[0] = 0;
      t.renderer.setMoment(appeared);
      expect(countDifferent(await draw(), shown, 0)).toBe(0);
      t.renderer.setMoment({ ...appeared, isHidden: Uint8Array.of(1, 0), version: 2 });
      expect(countDifferent(await draw(), hidden, 0)).toBe(0);
    });

    it(`are culled by the ${who} where they are`, async () => {
      Object.assign(t.renderer.settings, { gpuCulling, occlusion: false });
      const far = angleMatrix(0, 0, 0, [600, 0, 0]);
      const near = angleMatrix(0, 0, 0, [-300, 0, 0]);
      const away = angleMatrix(0, 0, 0, [700, 10, 0]);
      const behind = { ...camera, x: -400 };
      // Cluster 0, at x < 0, sees only itself.
      const scene = sceneAt([far, far], false, { pvs: oneWayPvs() });
      const inCluster = (row: number) => (row < 2 ? 0 : 1);
      const { chunks } = scene;
      const clusters = {
        firstCluster: Uint32Array.from(chunks.leaf, (_, row) => row),
        clusterCount: new Uint32Array(chunks.count).fill(1),
        clusters: Uint32Array.from(chunks.leaf, (_, row) => inCluster(row)),
      };
      const cullable = { ...scene, chunks: { ...chunks, ...clusters } };
      const count = async () => {
        await t.renderer.settled();
        for (let frame = 0; frame < 4; frame++) t.renderer.render(behind);
        return (await t.renderer.readStats()).chunks;
      };
      t.renderer.setScene(cullable);
      const still = await count();
      t.renderer.setMoment(momentOf(scene, [near, far]));
      // One side of the box faces the camera, but the CPU culls no triangles.
      expect(await count()).toBe(still + (gpuCulling ? 1 : 6));
      // New draws are made of rows as they were built, also of models that did not move last.
      t.renderer.setMoment({ ...momentOf(scene, [near, away]), version: 2 });
      expect(await count()).toBe(still + (gpuCulling ? 1 : 6));
      t.renderer.setMaterials(materials);
      expect(await count()).toBe(still + (gpuCulling ? 1 : 6));
      t.renderer.setMoment({ ...momentOf(scene, [far, far]), version: 3 });
      expect(await count()).toBe(still);
      // Moved on within cluster 1, which the camera does not see.
      t.renderer.setMoment({ ...momentOf(scene, [away, far]), version: 4 });
      expect(await count()).toBe(still);
    });
  }

  it("are found by the GPU wherever the CPU finds them", async () => {
    const scene = sceneAt(BUILT);
    t.renderer.setScene(scene);
    const random = createRandom(7);
    const within = (reach: number) => (random() - 0.5) * 2 * reach;
    const moment = { ...momentAtStart(scene.brushes!), version: 0 };
    const [ofGpu, ofCpu]: Uint8Array[][] = [[], []];
    for (let pose = 0; pose < 24; pose++) {
      for (const row of [0, 1]) {
        const place = [60 + within(20), within(90), within(60)] as const;
        moment.worldFromModel.set(
          angleMatrix(within(180), within(180), within(180), place),
          row * 12,
        );
      }
      moment.version++;
      t.renderer.setMoment(moment);
      Object.assign(t.renderer.settings, { gpuCulling: true, occlusion: pose % 2 === 0 });
      ofGpu.push(await draw());
      t.renderer.settings.gpuCulling = false;
      ofCpu.push(await draw());
    }
    expect(ofGpu.map((own, pose) => countDifferent(own, ofCpu[pose], 0))).toEqual(
      new Array(24).fill(0),
    );
  });

  it("are sorted by the leaf that they are in", async () => {
    // Reaches far to the left: its middle is farther away than the pane behind it.
    const long = boxQuads([8, 640, 40], { material: 2, leaf: 0 });
    const near = { ...pane, origin: [10, -40, -40] as const, leaf: 1 };
    const at = (x: number) => angleMatrix(0, 0, 0, [x, 300, 0]);
    const made = (matrix: number[], leaf: number) => {
      const quads = long.map((quad) => ({ ...quad, leaf }));
      return makeBrushMap([floor, near], [{ matrix, quads }], materials);
    };
    const from = { ...camera, x: -300 };
    const drawFrom = async () => {
      await t.renderer.settled();
      for (let frame = 0; frame < 4; frame++) t.renderer.render(from);
      return t.renderer.readPixels();
    };
    t.renderer.setScene(made(at(-20), 0));
    const built = await drawFrom();
    const scene = made(at(200), 1);
    for (const gpuCulling of [true, false]) {
      t.renderer.settings.gpuCulling = gpuCulling;
      t.renderer.setScene(scene);
      const moment = { ...momentAtStart(scene.brushes!), version: 0 };
      for (const x of [60, -20]) {
        moment.worldFromModel.set(at(x));
        moment.version++;
        t.renderer.setMoment(moment);
        expect(countDifferent(await drawFrom(), built) < 8, `${x}`).toBe(x < 0);
      }
    }
  });

  it("carry the decals on them, whenever those are loaded", async () => {
    const ink = makeMaterials(
      [{ name: "ink", texture: 0, fallback: [0, 1, 0] }],
      [{ array: 0, layer: 0 }],
      [rgbaArray(1, 1, 1)],
    );
    const green = makeImage(1, 1, () => [0, 255, 0, 255]);
    const show = (scene: MapScene) => {
      const decals = coverQuads(scene, [2, 3, 4, 5, 6, 7], ink);
      t.renderer.setSource(decalSource(decals, "decals"));
      t.renderer.setTexture("decals", 0, green);
    };
    const isGreen = (picture: Uint8Array) => {
      let count = 0;
      for (let i = 0; i < picture.length; i += 4) {
        if (picture[i + 1] > 2 * picture[i] && picture[i + 1] > 2 * picture[i + 2]) count++;
      }
      return count;
    };
    const built = sceneAt(MOVED);
    t.renderer.setScene(built);
    show(built);
    const expected = await draw();
    expect(isGreen(expected)).toBeGreaterThan(50);
    for (const gpuCulling of [true, false]) {
      t.renderer.settings.gpuCulling = gpuCulling;
      for (const isLate of [false, true]) {
        // Built behind the camera.
        const scene = sceneAt([angleMatrix(0, 0, 0, [-200, 0, 0]), BUILT[1]]);
        t.renderer.setScene(scene);
        if (!isLate) show(scene);
        const before = await draw();
        t.renderer.setMoment(momentOf(scene, [MOVED[0], BUILT[1]]));
        await draw();
        t.renderer.setMoment({ ...momentOf(scene, MOVED), version: 2 });
        if (isLate) await draw();
        if (isLate) show(scene);
        expect(countDifferent(await draw(), expected, 2), `${isLate}`).toBeLessThan(8);
        t.renderer.setMoment({ ...momentOf(scene, MOVED, [0]), version: 3 });
        expect(isGreen(await draw())).toBe(0);
        t.renderer.setMoment(null);
        if (!isLate) expect(countDifferent(await draw(), before, 0)).toBe(0);
      }
    }
  });

  it("turn the normals of their surfaces", async () => {
    t.renderer.settings.view = "normals";
    const built = await drawBuilt(sceneAt(MOVED));
    const scene = sceneAt(BUILT);
    expect(countDifferent(await drawMoved(scene, momentOf(scene, MOVED)), built, 3)).toBeLessThan(
      8,
    );
    expect(countDifferent(await drawBuilt(sceneAt(BUILT)), built, 3)).toBeGreaterThan(300);
  });

  it("stay where they are when the map gets another light", async () => {
    const scene = sceneAt(BUILT);
    const moved = await drawMoved(scene, momentOf(scene, MOVED));
    t.renderer.relight(sceneAt(BUILT), null);
    expect(countDifferent(await draw(), moved, 0)).toBe(0);
    t.renderer.setMoment(null);
    expect(countDifferent(await draw(), moved)).toBeGreaterThan(300);
  });

  it("let the picture rest again after they have moved", async () => {
    const scene = sceneAt(BUILT);
    await drawBuilt(scene);
    const moment = { ...momentOf(scene, MOVED), version: 1 };
    t.renderer.setMoment(moment);
    const framesUntilRest = async () => {
      for (let frame = 0; frame < 100; frame++) {
        if (t.renderer.isAtRest(camera, 0)) return frame;
        t.renderer.render(camera);
        // The code that notices rest is fetched after the first picture.
        await t.renderer.settled();
        await t.gpu.device.queue.onSubmittedWorkDone();
      }
      return Number.POSITIVE_INFINITY;
    };
    await draw();
    expect(await framesUntilRest()).toBeLessThan(100);
    moment.worldFromModel.set(BUILT.flat());
    expect(t.renderer.isAtRest(camera, 0)).toBe(true);
    moment.version++;
    expect(t.renderer.isAtRest(camera, 0)).toBe(false);
    t.renderer.render(camera);
    expect(await framesUntilRest()).toBeLessThanOrEqual(FRAMES_TO_REST + 1);
  });
});
