/** What all passes of a frame share: camera, exposure, settings; and the light styles. */

import type { mat4 } from "gl-matrix";
import type { Gpu } from "../gpu/gpu.ts";
import { createBuffer, destroyBuffer } from "../gpu/resources.ts";
import {
  FRAME_FULLBRIGHT,
  FRAME_LIGHTMAPS,
  FRAME_TEXTURES,
  STYLE_COUNT,
} from "../map/shader-constants.ts";
import type { RenderSettings } from "./types.ts";

/** Byte offsets of the struct `Frame` in `shaders/common/frame.wgsl`. */
export const FRAME_LAYOUT = {
  clipFromWorld: 0,
  exposure: 64,
  flags: 68,
  byteLength: 80,
} as const;

export interface FrameUniforms {
  readonly bindGroup: GPUBindGroup;
  /** Brightness of the styles; call `writeStyles` after a change. */
  readonly styles: Float32Array<ArrayBuffer>;
  readonly write: (clipFromWorld: mat4, settings: RenderSettings) => void;
  readonly writeStyles: () => void;
  readonly destroy: () => void;
}

export function createFrameUniforms(gpu: Gpu, layout: GPUBindGroupLayout): FrameUniforms {
  const { queue } = gpu.device;
  const usage = GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST;
  const frame = createBuffer(gpu, "render/frame", "frame", usage, FRAME_LAYOUT.byteLength);
  const styleTable = createBuffer(gpu, "render/styles", "frame", usage, STYLE_COUNT * 4);
  const bytes = new ArrayBuffer(FRAME_LAYOUT.byteLength);
  const floats = new Float32Array(bytes);
  const words = new Uint32Array(bytes);
  const styles = new Float32Array(STYLE_COUNT).fill(1);

  const writeStyles = () => queue.writeBuffer(styleTable, 0, styles);
  writeStyles();

  return {
    bindGroup: gpu.device.createBindGroup({
      label: "render/frame",
      layout,
      entries: [
        { binding: 0, resource: { buffer: frame } },
        { binding: 1, resource: { buffer: styleTable } },
      ],
    }),
    styles,
    write(clipFromWorld, settings) {
      floats.set(clipFromWorld as Float32Array, FRAME_LAYOUT.clipFromWorld / 4);
      floats[FRAME_LAYOUT.exposure / 4] = settings.exposure;
      words[FRAME_LAYOUT.flags / 4] =
        (settings.textures ? FRAME_TEXTURES : 0) |
        (settings.lightmaps ? FRAME_LIGHTMAPS : 0) |
        (settings.fullbright ? FRAME_FULLBRIGHT : 0);
      queue.writeBuffer(frame, 0, bytes);
    },
    writeStyles,
    destroy() {
      destroyBuffer(gpu, frame);
      destroyBuffer(gpu, styleTable);
    },
  };
}
