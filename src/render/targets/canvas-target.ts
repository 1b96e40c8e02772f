/** A canvas that shows finished pictures. */

import { GpuError } from "../../gpu/errors.ts";
import type { Gpu } from "../../gpu/gpu.ts";

export interface CanvasTarget {
  readonly format: GPUTextureFormat;
  /** Returns the view to draw into in this frame. */
  readonly currentView: () => GPUTextureView;
  readonly destroy: () => void;
}

/** @throws GpuError `no-webgpu` if the canvas already has a context of another kind */
export function createCanvasTarget(
  gpu: Gpu,
  canvas: HTMLCanvasElement | OffscreenCanvas,
): CanvasTarget {
  const context = canvas.getContext("webgpu") as GPUCanvasContext | null;
  if (!context) throw new GpuError("no-webgpu", "canvas", "it provides no WebGPU context");
  const format = navigator.gpu.getPreferredCanvasFormat();
  context.configure({ device: gpu.device, format, alphaMode: "opaque" });
  return {
    format,
    currentView: () => context.getCurrentTexture().createView(),
    destroy: () => context.unconfigure(),
  };
}
