/**
 * Builds a picture of linear light in the scene target's format, and a block of the frame's
 * uniforms.
 */

import type { Gpu } from "../../../../src/gpu/gpu.ts";
import { createTexture } from "../../../../src/gpu/resources.ts";
import { bindLayoutsOf } from "../../../../src/render/context/shared-resources.ts";
import { WORLD_RANGE } from "../../../../src/render/frame/fog-uniforms.ts";
import { createFrameUniforms } from "../../../../src/render/frame/frame-uniforms.ts";
import type { SceneTarget } from "../../../../src/render/targets/scene-target.ts";
import { DEFAULT_RENDER_SETTINGS } from "../../../../src/render/types.ts";
import { createView } from "../../../../src/render/views/view.ts";

/** Encodes 0 and normal numbers as half-float bits. */
function half(value: number): number {
  if (value === 0) return 0;
  const exponent = Math.floor(Math.log2(value));
  return ((exponent + 15) << 10) | Math.round((value / 2 ** exponent - 1) * 1024);
}

/** Rounds a number to half precision. */
export function rounded(value: number): number {
  const bits = half(value);
  return bits === 0 ? 0 : (1 + (bits & 1023) / 1024) * 2 ** ((bits >> 10) - 15);
}

export type MakeColor = (x: number, y: number) => readonly [number, number, number];

/** Builds the input of a meter or bloom. */
export function makeLight(gpu: Gpu, width: number, height: number, colorOf: MakeColor) {
  const usage = GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST;
  const light = createTexture(gpu, "test/light", "targets", {
    ...{ format: "rgba16float", width, height, usage },
  });
  const texels = new Uint16Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      texels.set([...colorOf(x, y).map(half), half(1)], (y * width + x) * 4);
    }
  }
  const layout = { bytesPerRow: width * 8 };
  gpu.device.queue.writeTexture({ texture: light }, texels, layout, { width, height });
  return { width, height, lightView: light.createView() } as unknown as SceneTarget;
}

/** Builds frame uniforms. `at` sets a time and returns its bind group. */
export function makeFrame(gpu: Gpu) {
  const frame = createFrameUniforms(gpu, bindLayoutsOf(gpu));
  return {
    at(time: number, exposure = 1): GPUBindGroup {
      const moment = { settings: { ...DEFAULT_RENDER_SETTINGS }, exposure, time };
      frame.setView(frame.camera, createView(null), 0, moment, null, WORLD_RANGE);
      frame.upload();
      return frame.camera.bindGroup;
    },
    destroy: frame.destroy,
  };
}
