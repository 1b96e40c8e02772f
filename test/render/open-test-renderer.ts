/** Opens a renderer in Node on the shared device and collects all WebGPU errors. */

import type { Gpu } from "../../src/gpu/gpu.ts";
import { createRenderer } from "../../src/render/renderer.ts";
import type { Renderer } from "../../src/render/renderer-interface.ts";
import type { TestGpu } from "../support/dawn.ts";
import { acquireKept } from "../support/kept-device.ts";

export interface TestRenderer {
  readonly gpu: Gpu;
  readonly renderer: Renderer;
  readonly errors: string[];
  readonly destroy: () => void;
}

export async function openTestRenderer(
  test: TestGpu,
  width: number,
  height: number,
): Promise<TestRenderer> {
  const errors: string[] = [];
  const onError = (error: Error) => errors.push(error.message);
  const gpu = await acquireKept(test, { onError });
  const renderer = await createRenderer(gpu, { width, height });
  return {
    gpu,
    renderer,
    errors,
    destroy() {
      renderer.destroy();
      gpu.destroy();
    },
  };
}
