/** The frame's passes, in order, and the descriptors they begin with, made once and kept. */

import type { GpuTimer } from "../gpu/timer.ts";
import type { FrameTargets } from "./frame-targets.ts";

/** Reading this list is reading the frame. Culling runs on the CPU and has no GPU time. */
export const FRAME_PASSES = [
  "cull",
  "world",
  "props",
  // Behind all that hides it: only what is left open is shaded.
  "sky",
  "translucent",
  "wireframe",
  "post",
  "present",
] as const;

export type FramePass = (typeof FRAME_PASSES)[number];

export function passIndex(pass: FramePass): number {
  return FRAME_PASSES.indexOf(pass);
}

/** A descriptor whose attachment can be swapped. */
export interface PassDescriptor extends GPURenderPassDescriptor {
  colorAttachments: GPURenderPassColorAttachment[];
}

export type PassDescriptors = Readonly<Record<Exclude<FramePass, "cull">, PassDescriptor>>;

const BLACK: GPUColor = { r: 0, g: 0, b: 0, a: 1 };

export function createPassDescriptors(targets: FrameTargets, timer: GpuTimer): PassDescriptors {
  const descriptor = (
    pass: FramePass,
    view: GPUTextureView,
    loadOp: GPULoadOp,
    depth?: GPURenderPassDepthStencilAttachment,
  ): PassDescriptor => {
    const timestampWrites = timer.writesOf(passIndex(pass));
    return {
      label: `render/${pass}`,
      colorAttachments: [{ view, loadOp, storeOp: "store", clearValue: BLACK }],
      ...(depth && { depthStencilAttachment: depth }),
      ...(timestampWrites && { timestampWrites }),
    };
  };
  const { colorView, depthView, pictureView } = targets;
  // Reverse-Z: 0 is infinitely far.
  const depth = (depthLoadOp: GPULoadOp): GPURenderPassDepthStencilAttachment => ({
    view: depthView,
    depthLoadOp,
    depthStoreOp: "store",
    depthClearValue: 0,
  });
  return {
    world: descriptor("world", colorView, "clear", depth("clear")),
    props: descriptor("props", colorView, "load", depth("load")),
    sky: descriptor("sky", colorView, "load", depth("load")),
    translucent: descriptor("translucent", colorView, "load", depth("load")),
    wireframe: descriptor("wireframe", colorView, "load", depth("load")),
    post: descriptor("post", pictureView, "clear"),
    // Its view is the canvas's texture of the frame.
    present: descriptor("present", pictureView, "clear"),
  };
}
