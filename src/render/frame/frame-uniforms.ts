/**
 * What all passes of a view share: camera, planes, exposure, settings; and the light styles. The
 * views' blocks lie in one buffer, which a frame writes once.
 */

import type { Gpu } from "../../gpu/gpu.ts";
import { createBuffer, destroyBuffer } from "../../gpu/resources.ts";
import { FRUSTUM_PLANES } from "../../math/frustum.ts";
import {
  FRAME_BRUSH_MODELS,
  FRAME_DISPLACEMENTS,
  FRAME_FRUSTUM,
  FRAME_FULLBRIGHT,
  FRAME_LIGHTMAPS,
  FRAME_OCCLUSION,
  FRAME_PVS,
  FRAME_TEXTURES,
  STYLE_COUNT,
} from "../shader-constants.ts";
import type { RenderSettings } from "../types.ts";
import type { View } from "../views/view.ts";

/** Byte offsets of the struct `Frame` in `shaders/common/frame.wgsl`. */
export const FRAME_LAYOUT = {
  clipFromWorld: 0,
  planes: 64,
  cameraPosition: 64 + FRUSTUM_PLANES * 16,
  exposure: 76 + FRUSTUM_PLANES * 16,
  pictureSize: 80 + FRUSTUM_PLANES * 16,
  flags: 88 + FRUSTUM_PLANES * 16,
  lodMetricPerInch: 92 + FRUSTUM_PLANES * 16,
  byteLength: 96 + FRUSTUM_PLANES * 16,
} as const;

export interface FrameUniforms {
  /** A view's block and the style table; the first view is the camera's. */
  readonly bindGroups: readonly GPUBindGroup[];
  /** Brightness of the styles; call `writeStyles` after a change. */
  readonly styles: Float32Array<ArrayBuffer>;
  /** Fills in a view's block, with the map's own exposure; `upload` brings all of them to the GPU. */
  readonly setView: (
    index: number,
    view: View,
    settings: RenderSettings,
    exposure: number,
    hasOcclusion: boolean,
  ) => void;
  readonly upload: () => void;
  readonly writeStyles: () => void;
  readonly destroy: () => void;
}

export function createFrameUniforms(
  gpu: Gpu,
  layout: GPUBindGroupLayout,
  viewCount: number,
): FrameUniforms {
  const { queue, limits } = gpu.device;
  const usage = GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST;
  const align = limits.minUniformBufferOffsetAlignment;
  const stride = Math.ceil(FRAME_LAYOUT.byteLength / align) * align;
  const frame = createBuffer(gpu, "render/frame", "frame", usage, stride * viewCount);
  const styleTable = createBuffer(gpu, "render/styles", "frame", usage, STYLE_COUNT * 4);
  const bytes = new ArrayBuffer(stride * viewCount);
  const floats = new Float32Array(bytes);
  const words = new Uint32Array(bytes);
  const styles = new Float32Array(STYLE_COUNT).fill(1);

  const writeStyles = () => queue.writeBuffer(styleTable, 0, styles);
  writeStyles();

  return {
    bindGroups: Array.from({ length: viewCount }, (_, i) =>
      gpu.device.createBindGroup({
        label: `render/frame-${i}`,
        layout,
        entries: [
          {
            binding: 0,
            resource: { buffer: frame, offset: i * stride, size: FRAME_LAYOUT.byteLength },
          },
          { binding: 1, resource: { buffer: styleTable } },
        ],
      }),
    ),
    styles,
    setView(index, view, settings, exposure, hasOcclusion) {
      const at = (index * stride) / 4;
      floats.set(view.clipFromWorld as Float32Array, at + FRAME_LAYOUT.clipFromWorld / 4);
      floats.set(view.frustum, at + FRAME_LAYOUT.planes / 4);
      const camera = at + FRAME_LAYOUT.cameraPosition / 4;
      floats[camera] = view.x;
      floats[camera + 1] = view.y;
      floats[camera + 2] = view.z;
      floats[at + FRAME_LAYOUT.exposure / 4] = exposure * settings.exposure;
      words[at + FRAME_LAYOUT.pictureSize / 4] = view.width;
      words[at + FRAME_LAYOUT.pictureSize / 4 + 1] = view.height;
      floats[at + FRAME_LAYOUT.lodMetricPerInch / 4] = view.lodMetricPerInch;
      words[at + FRAME_LAYOUT.flags / 4] =
        (settings.textures ? FRAME_TEXTURES : 0) |
        (settings.lightmaps ? FRAME_LIGHTMAPS : 0) |
        (settings.fullbright ? FRAME_FULLBRIGHT : 0) |
        (view.visible === null ? 0 : FRAME_PVS) |
        (settings.frustum ? FRAME_FRUSTUM : 0) |
        (hasOcclusion ? FRAME_OCCLUSION : 0) |
        (settings.displacements ? FRAME_DISPLACEMENTS : 0) |
        (settings.brushModels ? FRAME_BRUSH_MODELS : 0);
    },
    upload: () => queue.writeBuffer(frame, 0, bytes),
    writeStyles,
    destroy() {
      destroyBuffer(gpu, frame);
      destroyBuffer(gpu, styleTable);
    },
  };
}
