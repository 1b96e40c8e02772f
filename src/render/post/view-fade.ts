/** Draws the colour of a fade over the picture. Fetched with the first fade. */

import fadeCode from "../../../shaders/screen/view-fade.wgsl";
import type { Gpu } from "../../gpu/gpu.ts";
import { createRenderPipeline, createShader } from "../../gpu/pipelines.ts";
import { buildOwner, type Owner } from "../../gpu/resource-group.ts";
import type { ScreenFade } from "../../map/motion/view.ts";
import { oncePerDeviceAsync } from "../context/device-cache.ts";
import { bindLayoutsOf } from "../context/shared-resources.ts";
import { PICTURE_FORMAT } from "../targets/formats.ts";
import type { ScreenDraw } from "./grade.ts";

/** Size of the struct `Fade` of `shaders/screen/view-fade.wgsl`: colour, alpha, kind, padding. */
const FADE_WORDS = 8;

export interface ViewFade extends Owner {
  /** Whether the picture has a fade. */
  readonly isShown: boolean;
  /** @param before the picture without the fade */
  readonly drawOver: (before: GPUTextureView) => ScreenDraw;
  /** Takes a fade over, or none. */
  readonly follow: (fade: ScreenFade | null) => void;
}

/**
 * Compiles what a fade needs, and returns a function that creates one.
 * @throws GpuError `validation` if the device rejects the shader
 */
export const prepareViewFade = oncePerDeviceAsync(async (gpu: Gpu): Promise<() => ViewFade> => {
  const { device } = gpu;
  const { FRAGMENT: visibility } = GPUShaderStage;
  const label = "render/view-fade";
  const layout = device.createBindGroupLayout({
    label,
    entries: [
      { binding: 0, visibility, texture: {} },
      { binding: 1, visibility, buffer: {} },
    ],
  });
  const module = await createShader(gpu, label, fadeCode);
  const bindGroupLayouts = [bindLayoutsOf(gpu).frame, layout];
  const pipeline = await createRenderPipeline(gpu, {
    label,
    layout: device.createPipelineLayout({ label, bindGroupLayouts }),
    vertex: { module, entryPoint: "vertexMain" },
    fragment: { module, entryPoint: "fragmentMain", targets: [{ format: PICTURE_FORMAT }] },
  });
  return () => createViewFade(gpu, layout, pipeline);
});

function createViewFade(
  gpu: Gpu,
  layout: GPUBindGroupLayout,
  pipeline: GPURenderPipeline,
): ViewFade {
  const { device } = gpu;
  const label = "render/view-fade";
  const words = new Uint32Array(FADE_WORDS);
  const floats = new Float32Array(words.buffer);
  const { UNIFORM, COPY_DST } = GPUBufferUsage;
  const { buffer, destroy } = buildOwner(gpu, (group) => ({
    buffer: group.buffer(label, "targets", UNIFORM | COPY_DST, words.byteLength),
  }));
  let isShown = false;

  return {
    get isShown() {
      return isShown;
    },
    drawOver: (before) => ({
      pipeline,
      bindGroup: device.createBindGroup({
        ...{ label, layout },
        entries: [
          { binding: 0, resource: before },
          { binding: 1, resource: { buffer } },
        ],
      }),
    }),
    follow(fade) {
      isShown = fade !== null && fade.alpha > 0;
      if (fade === null || !isShown) return;
      for (let i = 0; i < 3; i++) floats[i] = linearOf(fade.color[i]);
      floats[3] = fade.alpha;
      words[4] = fade.isModulating ? 1 : 0;
      device.queue.writeBuffer(buffer, 0, words);
    },
    destroy,
  };
}

/** Decodes sRGB, 0 to 1. */
const linearOf = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
