/** Tests the pass table: which passes are merged, and how many a frame begins. */

import { afterAll, expect, it } from "vitest";
import { isMerged } from "../../../src/render/frame/encode-frame.ts";
import {
  FRAME_PASSES,
  type FramePass,
  type SurfacePass,
} from "../../../src/render/frame/frame-passes.ts";
import { POST_PASS } from "../../../src/render/post/screen-passes.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { START } from "../make-scene.ts";
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
