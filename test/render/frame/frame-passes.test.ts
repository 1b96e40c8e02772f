/** Tests the pass table: which passes are merged, and how many a frame begins. */

import { afterAll, expect, it, vi } from "vitest";
import { isMerged } from "../../../src/render/frame/encode-frame.ts";
import {
  FRAME_PASSES,
  type FramePass,
  type SurfacePass,
} from "../../../src/render/frame/frame-passes.ts";
import { POST_PASS } from "../../../src/render/post/screen-passes.ts";
import { propSource } from "../../../src/render/props/prop-source.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { largeMaterials, makeManyProps } from "../make-large-map.ts";
import { makeScene, START } from "../make-scene.ts";
import { openTestRenderer } from "../open-test-renderer.ts";
import { showScene } from "../show-scene.ts";
import { listBegunPasses } from "./list-begun-passes.ts";

const test = await openTestGpu();
afterAll(() => test?.close());

const passOf = (name: string) => FRAME_PASSES.find((pass) => pass.name === name)!;

it("isMerged joins passes that draw into one target without clearing it", () => {
  const [world, props, sky] = ["world", "props", "sky"].map(passOf);
  expect(isMerged(world, props, false)).toBe(true);
  expect(isMerged(world, sky, false)).toBe(true);
  // A pass that clears always begins anew.
  expect(isMerged(sky, world, false)).toBe(false);
  expect(isMerged(world, props, true)).toBe(false);
  const elsewhere = { ...props, target: "elsewhere" } as unknown as SurfacePass;
  expect(isMerged(world, elsewhere, false)).toBe(false);
  expect(isMerged(elsewhere, { ...elsewhere, name: "more" } as FramePass, false)).toBe(true);
  expect(isMerged(world, passOf("occlusion"), false)).toBe(false);
  expect(isMerged(sky, POST_PASS, false)).toBe(false);
  expect(isMerged(POST_PASS, POST_PASS, false)).toBe(false);
});

it.skipIf(test === null)(
  "a frame begins one pass per target, and separate passes when timed",
  async () => {
    const t = await openTestRenderer(test!, 32, 32);
    const { renderer, gpu } = t;
    showScene(renderer);
    await renderer.settled();
    const begun = listBegunPasses(gpu);
    const passes = (settings: Partial<typeof renderer.settings>) => {
      Object.assign(renderer.settings, settings);
      begun.length = 0;
      renderer.render({ ...START, fov: 90 });
      return [...begun];
    };
    expect(passes({})).toEqual(["cull", "world", "occlusion", "revealed", "post"]);
    expect(passes({ occlusion: false })).toEqual(["cull", "world", "post"]);
    // The wireframe pass is loaded on first use.
    renderer.settings.wireframe = true;
    await renderer.settled();
    const apart = ["cull", "world", "props", "sky", "translucent", "wireframe", "post"];
    expect(passes({ timing: true, wireframe: true })).toEqual(apart);
    renderer.clear();
    expect(passes({ timing: false })).toEqual(["world", "post"]);
    await gpu.device.queue.onSubmittedWorkDone();
    expect(t.errors).toEqual([]);
    t.destroy();
  },
);

it.skipIf(test === null)(
  "a frame's dispatches, bundles and writes do not grow with the kinds of things in it",
  async () => {
    const t = await openTestRenderer(test!, 64, 64);
    const { renderer, gpu } = t;
    Object.assign(renderer.settings, { occlusionByCost: false });
    const spies = {
      dispatches: vi.spyOn(GPUComputePassEncoder.prototype, "dispatchWorkgroups"),
      bundles: vi.spyOn(GPURenderPassEncoder.prototype, "executeBundles"),
      writes: vi.spyOn(GPUQueue.prototype, "writeBuffer"),
    };
    let yaw = 0;
    const count = async () => {
      await renderer.settled();
      // Bundles are recorded, and the clusters of the place uploaded.
      renderer.render({ ...START, yaw: yaw++, fov: 90 });
      for (const spy of Object.values(spies)) spy.mockClear();
      renderer.render({ ...START, yaw: yaw++, fov: 90 });
      return Object.fromEntries(
        Object.entries(spies).map(([name, { mock }]) => [name, mock.calls.length]),
      );
    };
    // Tests and compacts in each phase, and builds the depth pyramid. The bundles are those of the
    // world, its late phase, the sky and the screen.
    renderer.setScene(makeScene());
    expect(await count()).toEqual({ dispatches: 5, bundles: 4, writes: 1 });
    // Props and translucent surfaces add a bundle each.
    showScene(renderer);
    renderer.setSource(propSource(makeManyProps(50, 3, largeMaterials(true))));
    expect(await count()).toEqual({ dispatches: 5, bundles: 6, writes: 1 });
    renderer.settings.occlusion = false;
    expect(await count()).toMatchObject({ dispatches: 2, writes: 1 });
    for (const spy of Object.values(spies)) spy.mockRestore();
    await gpu.device.queue.onSubmittedWorkDone();
    expect(t.errors).toEqual([]);
    t.destroy();
  },
);
