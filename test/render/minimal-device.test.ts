/** Tests a device without optional features and with the specification's default limits. */

import { resolve } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { readMapFile } from "../../src/cli/files/map-file.ts";
import { loadMapFile } from "../../src/cli/render/load-map-file.ts";
import { createGpu, type Gpu } from "../../src/gpu/gpu.ts";
import type { CameraPose } from "../../src/map/types.ts";
import { createRenderer } from "../../src/render/renderer.ts";
import type { Renderer } from "../../src/render/renderer-interface.ts";
import { ALL_MAPS, corpusPath, hasCorpus } from "../support/corpus.ts";
import { openTestGpu } from "../support/dawn.ts";
import { acquireKept } from "../support/kept-device.ts";
import { countDifferent } from "./compare-pictures.ts";
import { START } from "./make-scene.ts";
import { showScene } from "./show-scene.ts";

const WIDTH = 160;
const HEIGHT = 90;
const test = await openTestGpu();

/** Texture bytes of the last two devices. */
const textureBytes: number[] = [];

async function drawBoth(
  gpus: readonly Gpu[],
  load: (gpu: Gpu, renderer: Renderer) => Promise<CameraPose>,
): Promise<Uint8Array[]> {
  const pictures: Uint8Array[] = [];
  textureBytes.length = 0;
  for (const gpu of gpus) {
    const renderer = await createRenderer(gpu, { width: WIDTH, height: HEIGHT });
    const camera = await load(gpu, renderer);
    // The second frame uses occlusion data of the first.
    await renderer.settled();
    for (let frame = 0; frame < 2; frame++) renderer.render({ ...camera, fov: 90 });
    pictures.push(await renderer.readPixels());
    textureBytes.push(renderer.stats.textureBytes);
    expect((await renderer.readStats()).triangles).toBeGreaterThan(0);
    renderer.destroy();
  }
  return pictures;
}

const maps = [resolve(import.meta.dirname, "../../assets/visleaf_demo.bsp")];
if (hasCorpus && ALL_MAPS) maps.push(corpusPath("lanofdoom_css", "gg_canyon.bsp"));

describe.skipIf(test === null)("a device without optional features", () => {
  const errors: string[] = [];
  let gpus: [Gpu, Gpu];
  beforeAll(async () => {
    const onError = (error: Error) => void errors.push(error.message);
    const adapter = (await test!.gpu.requestAdapter())!;
    const device = await adapter.requestDevice();
    gpus = [await createGpu({ device, onError }), await acquireKept(test!, { onError })];
  });
  afterEach(() => expect(errors).toEqual([]));
  afterAll(() => {
    for (const gpu of gpus) gpu.destroy();
    test!.close();
  });

  it("draws the generated map the same", async () => {
    expect(
      [...gpus[0].device.features].filter((name) => name !== "core-features-and-limits"),
    ).toEqual([]);
    expect(gpus[0].device.limits.maxStorageBuffersPerShaderStage).toBe(8);
    expect(gpus[0].device.limits.maxSampledTexturesPerShaderStage).toBe(16);
    const [least, full] = await drawBoth(gpus, async (_, renderer) => {
      showScene(renderer);
      return START;
    });
    expect(countDifferent(least, full, 0)).toBe(0);
  });

  it.each(maps)("draws %s with decoded blocks the same", async (path) => {
    const file = await readMapFile(path, []);
    const [least, full] = await drawBoth(gpus, async (gpu, renderer) => {
      const drain = async () => void (await gpu.device.queue.onSubmittedWorkDone());
      const headless = { gpu, renderer, drain, close: () => undefined };
      return (await loadMapFile(headless, file, "hdr")).scene.start;
    });
    // Some blocks had to be decoded.
    if (gpus[1].features.textureCompressionBc) {
      expect(textureBytes[0]).toBeGreaterThan(textureBytes[1]);
    }
    // Drivers may interpolate block colours with small differences.
    const different = countDifferent(least, full, 6);
    console.log(`${path}: ${different} pixels differ, by any ${countDifferent(least, full, 0)}`);
    expect(different).toBeLessThan(WIDTH * HEIGHT * 0.005);
  });
});
