/**
 * Tests back-to-front drawing: its order against the reference, and pictures against painting in
 * order.
 */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import { MATERIAL_NO_CULL, PASS_OPAQUE, PASS_TRANSLUCENT } from "../../../src/map/material.ts";
import type { LeafTree, MapScene } from "../../../src/map/types.ts";
import { BATCH_ARGS } from "../../../src/render/chunks/batch-args.ts";
import { createRenderContext } from "../../../src/render/context/render-context.ts";
import { propSource } from "../../../src/render/props/prop-source.ts";
import { DEFAULT_RENDER_SETTINGS } from "../../../src/render/types.ts";
import { buildMapScene } from "../../../src/scene/world/map-scene.ts";
import { cullBoxes } from "../../../src/visibility/cull.ts";
import { writeLeafOrder } from "../../../src/visibility/leaf-walk.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { makeMapParts } from "../../support/make-map-parts.ts";
import { type CullProbe, openCullProbe } from "../cull/cull-probe.ts";
import { createRandom, largeMaterials, makeLargeMap, randomPoint } from "../make-large-map.ts";
import { makeMaterials, type TestMaterial } from "../make-materials.ts";
import { IDENTITY_BONE, makeProps } from "../make-props.ts";
import { makeMap, type Quad } from "../make-world.ts";
import { angleMatrix } from "../matrices.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";

const SIZE = 32;
const test = await openTestGpu();

/** Returns the demo map's world with only translucent materials and its real tree. */
function translucentDemo(): MapScene {
  const path = resolve(import.meta.dirname, "../../../assets/visleaf_demo.bsp");
  const diagnostics = new Diagnostics();
  const bsp = parseBsp(new Uint8Array(readFileSync(path)), diagnostics);
  const parts = makeMapParts("demo", bsp, diagnostics);
  const scene = buildMapScene(parts, "hdr", diagnostics);
  const pass = new Uint8Array(scene.materials.count).fill(PASS_TRANSLUCENT);
  return { ...scene, materials: { ...scene.materials, pass } };
}

/** Returns the chunks of the drawn list in order, with all their triangles together. */
async function translucentChunks(probe: CullProbe): Promise<number[]> {
  const translucent = probe.translucent!;
  const { chunks, world } = probe.map.scene;
  const chunkOf = new Map<string, number>();
  for (let chunk = 0; chunk < chunks.count; chunk++) {
    const end = chunks.firstIndex[chunk] + chunks.indexCount[chunk];
    for (let i = chunks.firstIndex[chunk]; i < end; i += 3) {
      chunkOf.set(world.indices.subarray(i, i + 3).join(), chunk);
    }
  }
  const indices = await probe.readLists(translucent.place);
  const args = await probe.readArgs(translucent.place);
  expect(translucent.batches.count).toBe(1);
  const count = args[BATCH_ARGS.indexCount];
  const first = args[BATCH_ARGS.firstIndex];
  expect(first).toBe(0);
  expect(args[BATCH_ARGS.lineVertexCount]).toBe(count * 2);
  const list: number[] = [];
  for (let i = 0; i < count; i += 3) {
    const chunk = chunkOf.get(indices.subarray(i, i + 3).join());
    if (chunk === undefined) throw new Error("a triangle of no chunk");
    if (list.at(-1) !== chunk) list.push(chunk);
  }
  expect(args[BATCH_ARGS.rowCount]).toBe(list.length);
  expect(new Set(list).size).toBe(list.length);
  return list;
}

describe.skipIf(test === null)("the back-to-front list", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
  });
  afterEach(async () => {
    t.renderer.clear();
    await t.gpu.device.queue.onSubmittedWorkDone();
    expect(t.errors).toEqual([]);
  });
  afterAll(() => {
    t.destroy();
    test!.close();
  });

  it("is sorted by leaf rank, then distance, on a real tree", async () => {
    const context = await createRenderContext(t.gpu, null, { arrayTextures: true });
    const scene = translucentDemo();
    const { chunks, tree } = scene;
    const probe = await openCullProbe(context, scene, null, 320, 180);
    const rank = new Uint32Array(tree.leafCount);
    const list = new Uint32Array(chunks.count);
    let compared = 0;
    for (let pose = 0; pose < 16; pose++) {
      const { x, y, z } = scene.start;
      // Off the map's grid, because on a plane both answers are right.
      const turn = { yaw: pose * 83, pitch: (pose % 5) * 12 - 24 };
      const camera = { x: x + pose * 9.37 + 0.3, y: y - pose * 5.71 + 0.2, z, ...turn, fov: 90 };
      probe.cull(camera);
      const drawn = await translucentChunks(probe);
      const { view } = probe;
      const seen = list.subarray(0, cullBoxes(chunks, view.visible, view.frustum, list));
      const isSeen = new Set(seen);
      expect(drawn.filter((chunk) => !isSeen.has(chunk))).toEqual([]);
      writeLeafOrder(tree, camera.x, camera.y, camera.z, rank);
      const keys = drawn.map((chunk) => {
        const middle = [0, 1, 2].map(
          (axis) => (chunks.box[chunk * 6 + axis] + chunks.box[chunk * 6 + 3 + axis]) / 2,
        );
        const away = Math.hypot(middle[0] - camera.x, middle[1] - camera.y, middle[2] - camera.z);
        return { rank: rank[chunks.leaf[chunk]], away };
      });
      for (let i = 1; i < keys.length; i++) {
        const [before, after] = [keys[i - 1], keys[i]];
        const isInOrder =
          before.rank < after.rank ||
          (before.rank === after.rank && before.away >= after.away * (1 - 1e-5));
        expect(isInOrder, `pose ${pose}: ${JSON.stringify([before, after])}`).toBe(true);
        compared++;
      }
    }
    probe.destroy();
    expect(compared).toBeGreaterThan(500);
  });

  it("contains every visible triangle of maps with only translucent materials", async () => {
    const context = await createRenderContext(t.gpu, null, { arrayTextures: true });
    const materials = largeMaterials(true);
    const pass = new Uint8Array(materials.count).fill(PASS_TRANSLUCENT);
    const opaque = new Uint8Array(materials.count).fill(PASS_OPAQUE);
    const scene = makeLargeMap(3000, 4, { ...materials, pass });
    const plain = makeLargeMap(3000, 4, { ...materials, pass: opaque });
    const probe = await openCullProbe(context, scene, null, 320, 180);
    const reference = await openCullProbe(context, plain, null, 320, 180);
    const random = createRandom(8);
    for (let pose = 0; pose < 4; pose++) {
      const [x, y, z] = randomPoint(random);
      const camera = { x, y, z, pitch: 0, yaw: random() * 360, fov: 90 };
      probe.cull(camera);
      reference.cull(camera);
      const list = await translucentChunks(probe);
      // The same chunks as opaque ones, whose tests are compared with the reference elsewhere.
      const { batches, place } = reference.world;
      const { mask } = await reference.readRows(place, batches.rowChunk.length);
      const drawn = [...batches.rowChunk].filter((_, row) => mask[row] !== 0);
      expect([...list].sort((a, b) => a - b)).toEqual(drawn.sort((a, b) => a - b));
    }
    expect(probe.world.batches.count).toBe(0);
    probe.destroy();
    reference.destroy();
  });

  describe("as drawn", () => {
    const half = (r: number, g: number, b: number): TestMaterial => ({
      name: "glass",
      fallback: [r, g, b],
      pass: PASS_TRANSLUCENT,
      flags: MATERIAL_NO_CULL,
      alpha: 0.5,
    });
    type Layer = readonly [x: number, color: readonly number[], isProp: boolean];

    function pane(x: number, material: number): Quad {
      return { origin: [x, 400, -400], u: [0, -800, 0], v: [0, 0, 800], material };
    }

    /** Shows layers across the view as panes and props, each in its own material. */
    function show(layers: readonly Layer[]): void {
      const panes = layers.filter(([, , isProp]) => !isProp);
      const props = layers.filter(([, , isProp]) => isProp);
      const materialsOf = (list: readonly Layer[]) =>
        makeMaterials(list.map(([, color]) => half(color[0], color[1], color[2])));
      const quads = panes.map(([x], i) => pane(x, i));
      t.renderer.setScene(makeMap(quads, materialsOf(panes)));
      if (props.length === 0) return;
      const vertices = [
        [400, -400],
        [-400, -400],
        [-400, 400],
        [400, 400],
      ].map(([y, z]) => ({ position: [0, y, z] as const, normal: [-1, 0, 0] as const }));
      const lodOf = (material: number) => ({
        bones: [IDENTITY_BONE],
        lods: [{ switchPoint: 0, material, vertices, indices: [0, 1, 2, 0, 2, 3] }],
      });
      t.renderer.setSource(
        propSource(
          makeProps(
            props.map((_, i) => lodOf(i)),
            props.map(([x], i) => ({
              variant: i,
              worldFromModel: angleMatrix(0, 0, 0, [x, 0, 0]),
            })),
            materialsOf(props),
          ),
        ),
      );
    }

    /** Blends layers over black, farthest first, each at 50 %. */
    function paint(layers: readonly Layer[]): number[] {
      return layers.reduce<number[]>(
        (under, [, color]) => under.map((c, i) => (c + color[i]) / 2),
        [0, 0, 0],
      );
    }

    async function middle(x: number, yaw: number, gpuCulling = true): Promise<number[]> {
      Object.assign(t.renderer.settings, DEFAULT_RENDER_SETTINGS, { sky: false, gpuCulling });
      await t.renderer.settled();
      t.renderer.render({ x, y: 3, z: 5, pitch: 0, yaw, fov: 90 });
      const pixels = await t.renderer.readPixels();
      const at = ((SIZE / 2) * SIZE + SIZE / 2) * 4;
      return [...pixels.subarray(at, at + 3)];
    }

    const srgb = (c: number) => (c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055) * 255;
    const near = (color: readonly number[]) => color.map((c) => expect.closeTo(srgb(c), -0.7));

    async function expectPainted(layers: readonly Layer[]): Promise<void> {
      show(layers);
      const byX = [...layers].sort((a, b) => b[0] - a[0]);
      for (const gpuCulling of [false, true]) {
        expect(await middle(0.5, 0, gpuCulling)).toEqual(near(paint(byX)));
        expect(await middle(900, 180, gpuCulling)).toEqual(near(paint([...byX].reverse())));
      }
    }

    const RED = [0.9, 0.05, 0.05];
    const GREEN = [0.05, 0.9, 0.05];
    const BLUE = [0.05, 0.05, 0.9];

    it("puts a prop between panes, from either side", async () => {
      await expectPainted([
        [100, RED, false],
        [150, GREEN, true],
        [200, BLUE, false],
      ]);
    });

    it("puts panes between props, from either side", async () => {
      await expectPainted([
        [80, BLUE, true],
        [100, RED, false],
        [120, RED, false],
        [150, GREEN, true],
        [200, BLUE, false],
        [250, GREEN, true],
        [300, RED, true],
      ]);
    });

    it("is sorted by distance alone without a tree", async () => {
      const tree: LeafTree = {
        nodeCount: 0,
        nodePlane: new Float32Array(0),
        nodeChildren: new Int32Array(0),
        leafCount: 1,
        leafCluster: Int32Array.of(-1),
        leafFlags: new Uint8Array(1),
        leafBox: new Float32Array(6),
      };
      const materials = makeMaterials([half(0.9, 0, 0), half(0, 0.9, 0)]);
      t.renderer.setScene(makeMap([pane(100, 0), pane(200, 1)], materials, { tree }));
      for (const gpuCulling of [false, true]) {
        expect(await middle(0.5, 0, gpuCulling)).toEqual(near([0.45, 0.225, 0]));
        expect(await middle(900, 180, gpuCulling)).toEqual(near([0.225, 0.45, 0]));
      }
    });

    it("loses no prop if there are more than slots", async () => {
      const colors = [RED, GREEN, BLUE];
      const layers = Array.from(
        { length: 20 },
        (_, i): Layer => [100 + i * 10, colors[i % 3], true],
      );
      await expectPainted(layers);
      expect(await t.renderer.readStats()).toMatchObject({ props: 20, triangles: 40 });
    });

    it("separates panes among the nearest props, whatever is behind", async () => {
      const colors = [RED, GREEN, BLUE];
      const layers = Array.from(
        { length: 20 },
        (_, i): Layer => [100 + i * 10, colors[i % 3], true],
      );
      layers.push([115, BLUE, false], [135, GREEN, false]);
      show(layers);
      const byX = [...layers].sort((a, b) => b[0] - a[0]);
      for (const gpuCulling of [false, true]) {
        expect(await middle(0.5, 0, gpuCulling)).toEqual(near(paint(byX)));
        const stats = await t.renderer.readStats();
        expect(stats).toMatchObject({ props: 20, chunks: 2, triangles: 44 });
      }
    });
  });
});
