/** Compares the GPU's culling with the CPU reference: sets, triangles, lists, arguments. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Gpu } from "../../../src/gpu/gpu.ts";
import type { MapScene } from "../../../src/map/types.ts";
import {
  createRenderContext,
  type RenderContext,
} from "../../../src/render/context/render-context.ts";
import { CULL_GROUP_SIZE } from "../../../src/render/shader-constants.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { acquireKept } from "../../support/kept-device.ts";
import {
  createRandom,
  largeMaterials,
  makeLargeMap,
  makeManyProps,
  type Random,
  randomPoint,
  slabTree,
} from "../make-large-map.ts";
import { makeMaterials } from "../make-materials.ts";
import { makeProps } from "../make-props.ts";
import { makeMap } from "../make-world.ts";
import { type Checked, checkProps, checkWorld, createChecked } from "./check-culling.ts";
import { openCullProbe } from "./cull-probe.ts";

const test = await openTestGpu();

function randomCamera(random: Random) {
  const [x, y, z] = randomPoint(random);
  const fov = 50 + random() * 60;
  return { x, y, z, pitch: random() * 180 - 90, yaw: random() * 360 - 180, fov };
}

describe.skipIf(test === null)("GPU culling", () => {
  let gpu: Gpu;
  let context: RenderContext;
  const errors: string[] = [];
  beforeAll(async () => {
    gpu = await acquireKept(test!, { onError: (error) => errors.push(error.message) });
    context = await createRenderContext(gpu, null, { arrayTextures: true });
  });
  afterEach(async () => {
    await gpu.device.queue.onSubmittedWorkDone();
    expect(errors).toEqual([]);
  });
  afterAll(() => {
    gpu.destroy();
    test!.close();
  });

  async function checkMap(scene: MapScene, poses: number, seed = 1): Promise<Checked> {
    const probe = await openCullProbe(context, scene, null, 320, 180);
    const random = createRandom(seed);
    const checked = createChecked();
    for (let pose = 0; pose < poses; pose++) {
      probe.cull(randomCamera(random));
      await checkWorld(probe, checked);
    }
    probe.destroy();
    return checked;
  }

  it("finds the same chunks and triangles as the reference, in order, over many workgroups", async () => {
    const scene = makeLargeMap(60_000, 7, largeMaterials(false));
    // Needs prefix sums over more workgroups than one workgroup can add.
    expect(scene.chunks.count).toBeGreaterThan(20_000);
    expect(scene.chunks.count).toBeGreaterThan(4 * CULL_GROUP_SIZE ** 2);
    expect(Math.max(...scene.chunks.indexCount)).toBe(32 * 3);
    const checked = await checkMap(scene, 8);
    console.log(`large map: ${JSON.stringify(checked)}`);
    expect(checked.drawnRows).toBeGreaterThan(2000);
    expect(checked.openRows).toBeLessThan(checked.rows / 20_000);
    expect(checked.openTriangles).toBeLessThan(checked.triangles / 2000);
  });

  it("handles one chunk and no chunks", async () => {
    const materials = largeMaterials(false);
    const one = makeLargeMap(1, 3, materials);
    expect(one.chunks.count).toBe(1);
    expect((await checkMap(one, 40)).drawnRows).toBeGreaterThan(0);
    const none = makeMap([], materials, slabTree());
    expect(await checkMap(none, 2)).toMatchObject({ rows: 0, drawnRows: 0 });
  });

  it.each([63, 64, 65, 4096, 4097])(
    "handles chunk counts near the workgroup size: %d chunks",
    async (count) => {
      const quads = makeMap([], largeMaterials(false), slabTree());
      const large = makeLargeMap(count * 3 + 64, 11, quads.materials);
      const { chunks } = large;
      expect(chunks.count).toBeGreaterThan(count);
      const cut = { ...large, chunks: { ...chunks, count } };
      expect((await checkMap(cut, 3)).rows).toBe(count * 3);
    },
  );

  it("respects the settings for PVS, frustum and kinds", async () => {
    const scene = makeLargeMap(3000, 5, largeMaterials(false));
    const probe = await openCullProbe(context, scene, null, 320, 180);
    const drawn: number[] = [];
    const camera = { x: 100, y: 40, z: 10, pitch: 5, yaw: 30, fov: 90 };
    for (const settings of [
      {},
      { frustum: false },
      { frustum: false, pvs: false },
      { frustum: false, pvs: false, displacements: false },
      { frustum: false, pvs: false, displacements: false, brushModels: false },
    ]) {
      Object.assign(probe.settings, { frustum: true, pvs: true }, settings);
      probe.cull(camera);
      const checked = createChecked();
      await checkWorld(probe, checked);
      drawn.push(checked.drawnRows);
    }
    probe.destroy();
    const [all, withoutFrustum, everything, ...fewer] = drawn;
    expect(all).toBeLessThan(withoutFrustum);
    expect(withoutFrustum).toBeLessThan(everything);
    expect(everything).toBe(scene.chunks.count);
    expect(fewer[0]).toBeLessThan(everything);
    expect(fewer[1]).toBeLessThan(fewer[0]);
  });

  it("finds the same instances and LODs as the reference", async () => {
    const set = makeManyProps(3000, 9, largeMaterials(false));
    const scene = makeLargeMap(10, 1, largeMaterials(false));
    const probe = await openCullProbe(context, scene, set, 320, 180);
    const random = createRandom(2);
    const checked = createChecked();
    for (let pose = 0; pose < 12; pose++) {
      probe.settings.frustum = pose % 3 !== 0;
      probe.cull(randomCamera(random));
      await checkProps(probe, checked);
    }
    probe.destroy();
    console.log(`props: ${JSON.stringify(checked)}`);
    expect(checked.drawnRows).toBeGreaterThan(1000);
    expect(checked.openRows).toBeLessThan(checked.rows / 5000);
  });

  it("chooses each LOD at its distances, and none past the fade", async () => {
    // One of each variant, seen from increasing distances.
    const many = makeManyProps(60, 21, largeMaterials(false), 2);
    const scene = makeMap([], largeMaterials(false), slabTree());
    const probe = await openCullProbe(context, scene, many, 640, 360);
    Object.assign(probe.settings, { frustum: false, pvs: false });
    const checked = createChecked();
    const buckets = new Set<number>();
    for (let away = 0; away < 40_000; away = away * 1.2 + 15) {
      probe.cull({ x: away, y: 0, z: 0, pitch: 0, yaw: 180, fov: 90 });
      await checkProps(probe, checked);
      const { batches, place } = probe.props!;
      const { mask } = await probe.readRows(place, batches.rowInstance.length);
      for (let bucket = 0; bucket < batches.bucketCount; bucket++) {
        const rows = mask.subarray(
          batches.bucketFirstRow[bucket],
          batches.bucketFirstRow[bucket + 1],
        );
        if (rows.some((bit) => bit === 1)) buckets.add(bucket);
      }
    }
    const { bucketCount } = probe.props!.batches;
    probe.destroy();
    // Never chosen: LODs with a lower switch point than the previous one, shadow LODs and later
    // ones, and LODs whose range is empty.
    expect(bucketCount - buckets.size).toBe(1 + 1 + 2 + 2);
  });

  it("handles prop sets that are empty or only translucent", async () => {
    const scene = makeLargeMap(100, 1, largeMaterials(false));
    const noInstances = makeManyProps(0, 1, largeMaterials(false));
    const noModels = makeProps([], [], makeMaterials([]));
    for (const set of [noInstances, noModels]) {
      const probe = await openCullProbe(context, scene, set, 320, 180);
      probe.cull({ x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 90 });
      const checked = createChecked();
      await checkWorld(probe, checked);
      await checkProps(probe, checked);
      expect(checked.drawnRows).toBeGreaterThan(0);
      probe.destroy();
    }
  });
});
