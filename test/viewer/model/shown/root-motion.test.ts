/** Tests that the ground moves below a walking model in its viewer. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readStudioModel } from "../../../../src/model/files/read-studio-model.ts";
import type { StudioModel } from "../../../../src/model/files/studio-model.ts";
import { boxRadius } from "../../../../src/scene/model/model-scene.ts";
import { openModel } from "../../../../src/scene/model/open-model.ts";
import { groundSquare } from "../../../../src/viewer/model/lines/shown-lines.ts";
import { ShownModel } from "../../../../src/viewer/model/shown/shown-model.ts";
import { StagedModel } from "../../../../src/viewer/model/shown/staged-model.ts";
import { openTestRenderer, type TestRenderer } from "../../../render/open-test-renderer.ts";
import { madeContent } from "../../../scene/content-sources.ts";
import { MODEL } from "../../../scene/props/motion/make-arms.ts";
import { openTestGpu } from "../../../support/dawn.ts";

const test = await openTestGpu();

describe.skipIf(test === null)("the ground of a walking model", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, 96, 64);
  });
  afterAll(() => {
    expect(t.errors).toEqual([]);
    t.destroy();
    test!.close();
  });

  /** @param inches that `swing` goes on by in its half second */
  async function show(inches: number): Promise<{ shown: ShownModel; box: Float32Array }> {
    const { mdl, vvd, vtx } = MODEL.files;
    const path = "models/test/arm.mdl";
    const content = madeContent({
      [path]: mdl,
      "models/test/arm.vvd": vvd,
      "models/test/arm.dx90.vtx": vtx,
      "materials/test/red.vmt": "UnlitGeneric { }",
    });
    const read = (await readStudioModel(path, content)) as StudioModel;
    const run = {
      ...{ endFrame: 4, motionFlags: 0, speed: [inches, inches] as const, yaw: 0 },
      ...{ vector: [1, 0, 0] as const, position: [inches, 0, 0] as const },
    };
    const animations = read.motions.animations.map((one) => ({ ...one, movements: [run] }));
    const model = { ...read, motions: { ...read.motions, animations } };
    const options = { textureCompressionBc: true, maxTextureDimension: 64 };
    let scene = null;
    for await (const event of openModel(path, [content], options)) {
      if (event.type === "scene") scene = event.scene;
      if (event.type !== "model") continue;
      const { draws, box } = event;
      const parts = { draws, box, scene: scene!, lightPlace: null };
      return { shown: new ShownModel(new StagedModel(t.renderer, parts, 0), { model }), box };
    }
    throw new Error("no model came");
  }

  async function picture(shown: ShownModel, seconds: number): Promise<Uint8Array> {
    shown.advance(seconds);
    t.renderer.render({ x: -60, y: 0, z: 40, pitch: 35, yaw: 0, fov: 90 }, 0);
    await t.renderer.settled();
    t.renderer.render({ x: -60, y: 0, z: 40, pitch: 35, yaw: 0, fov: 90 }, 0);
    return t.renderer.readPixels();
  }

  /** Counts pixels of another color. */
  function differing(a: Uint8Array, b: Uint8Array): number {
    let count = 0;
    for (let i = 0; i < a.length; i += 4) {
      const off = Math.max(...[0, 1, 2].map((k) => Math.abs(a[i + k] - b[i + k])));
      if (off > 6) count++;
    }
    return count;
  }

  it("moves at the model's speed, and stays for a sequence in place", async () => {
    // Eight squares per loop, which takes half a second.
    const { shown, box } = await show(64);
    const square = groundSquare(boxRadius(box));
    expect(square * 8).toBe(64);
    await shown.show("ground", true);
    shown.play("swing", { fadeSeconds: 0 });
    // The same pose each time, so only the ground differs.
    const pose = async (cycle: number) => {
      shown.player.cycle = cycle;
      return picture(shown, 0);
    };
    const start = await pose(0);
    const walk = async (seconds: number) => {
      shown.advance(seconds);
      return pose(0);
    };
    expect(differing(await walk(1 / 32), start)).toBe(0);
    expect([...shown.player.travel]).toEqual([0, 0, 0, 0]);
    shown.rootMotion = true;
    const half = await walk(1 / 32);
    expect(shown.player.travel[0]).toBeCloseTo(square / 2, 3);
    expect(differing(half, start)).toBeGreaterThan(60);
    const whole = await walk(1 / 32);
    expect(shown.player.travel[0]).toBeCloseTo(square, 3);
    expect(differing(whole, start)).toBeLessThan(differing(half, start) / 4);
    shown.rootMotion = false;
    expect(differing(await walk(0.3), start)).toBe(0);
  });
});
