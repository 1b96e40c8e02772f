/** Tests that `ready` waits for every full-screen pass, including later additions to the table. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FRAME_PASSES, type FramePass } from "../../../src/render/frame/frame-passes.ts";
import { fetchedPass } from "../../../src/render/post/screen-passes.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";

const SIZE = 8;
const CAMERA = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 90 };

const INVERT = `
@group(1) @binding(0) var picture: texture_2d<f32>;

@vertex fn vertexMain(@builtin(vertex_index) vertex: u32) -> @builtin(position) vec4f {
  return vec4f(f32((vertex << 1u) & 2u) * 2.0 - 1.0, f32(vertex & 2u) * 2.0 - 1.0, 0.0, 1.0);
}

@fragment fn fragmentMain(@builtin(position) position: vec4f) -> @location(0) vec4f {
  return vec4f(vec3f(1.0) - textureLoad(picture, vec2i(position.xy), 0).rgb, 1.0);
}`;

let isWanted = false;
/** Delayed, like a module from a server. */
const fetchCode = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  return INVERT;
};
const MADE = fetchedPass("made", fetchCode, () => isWanted);

const passes = FRAME_PASSES as FramePass[];

const test = await openTestGpu();

describe.skipIf(test === null)("Renderer.ready", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    const present = passes.findIndex(({ name }) => name === "present");
    passes.splice(present, 0, MADE);
    t = await openTestRenderer(test!, SIZE, SIZE);
  });
  afterAll(() => {
    // Other test files of this worker share the table.
    passes.splice(passes.indexOf(MADE), 1);
    t.destroy();
    test!.close();
  });

  async function draw(): Promise<number[]> {
    t.renderer.render(CAMERA);
    return [...(await t.renderer.readPixels()).slice(0, 3)];
  }

  it("waits for newly added passes, which the next frame draws", async () => {
    await t.renderer.ready();
    const plain = await draw();
    isWanted = true;
    await t.renderer.ready();
    expect(await draw()).toEqual(plain.map((value) => 255 - value));
    expect(t.errors).toEqual([]);
  });
});
