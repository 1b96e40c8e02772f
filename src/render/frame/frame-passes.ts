/** The frame's passes, in order, and the descriptors they begin with, made once and kept. */

import type { GpuTimer } from "../../gpu/timer.ts";
import type { FrameTargets } from "../targets/frame-targets.ts";

/** Reading this list is reading the frame. */
export const FRAME_PASSES = [
  // Compute: what was visible last frame and still is in view; its draws' arguments.
  "cull",
  "world",
  "props",
  // Compute: the depth pyramid of what was drawn, and what else is not hidden behind it.
  "occlusion",
  // That, of the world and of props.
  "revealed",
  // Behind all that hides it: only what is left open is shaded.
  "sky",
  "translucent",
  "wireframe",
  "post",
  "present",
] as const;

/**
 * What else a frame's JavaScript does: finds what the view sees and writes it for the GPU, before the
 * passes; ends the command buffer, hands it over, and asks for what is read back, after them.
 */
export const FRAME_STEPS = ["view", "finish", "submit", "read back"] as const;

export type FramePass = (typeof FRAME_PASSES)[number];
export type ComputePass = "cull" | "occlusion";
export type RenderPass = Exclude<FramePass, ComputePass>;

const INDEX = Object.fromEntries(FRAME_PASSES.map((pass, i) => [pass, i])) as Record<
  FramePass,
  number
>;

export function passIndex(pass: FramePass): number {
  return INDEX[pass];
}

/** Whether a part of the frame can go on with the pass before it, which drew into the same targets. */
export function isSurfacePass(pass: RenderPass): boolean {
  return pass !== "world" && pass !== "post" && pass !== "present";
}

/** A descriptor whose attachment can be swapped. */
export interface PassDescriptor extends GPURenderPassDescriptor {
  colorAttachments: GPURenderPassColorAttachment[];
}

export type PassDescriptors = Readonly<Record<RenderPass, PassDescriptor>> &
  Readonly<Record<ComputePass, GPUComputePassDescriptor>>;

const BLACK: GPUColor = { r: 0, g: 0, b: 0, a: 1 };

/** @param timer null: the passes are not timed */
export function createPassDescriptors(
  targets: FrameTargets,
  timer: GpuTimer | null,
): PassDescriptors {
  const common = (pass: FramePass) => {
    const timestampWrites = timer?.writesOf(passIndex(pass));
    return { label: `render/${pass}`, ...(timestampWrites && { timestampWrites }) };
  };
  const descriptor = (
    pass: RenderPass,
    view: GPUTextureView,
    loadOp: GPULoadOp,
    depth?: GPURenderPassDepthStencilAttachment,
  ): PassDescriptor => ({
    ...common(pass),
    colorAttachments: [{ view, loadOp, storeOp: "store", clearValue: BLACK }],
    ...(depth && { depthStencilAttachment: depth }),
  });
  const { colorView, depthView, pictureView } = targets;
  // Reverse-Z: 0 is infinitely far.
  const depth = (depthLoadOp: GPULoadOp): GPURenderPassDepthStencilAttachment => ({
    view: depthView,
    depthLoadOp,
    depthStoreOp: "store",
    depthClearValue: 0,
  });
  return {
    cull: common("cull"),
    world: descriptor("world", colorView, "clear", depth("clear")),
    props: descriptor("props", colorView, "load", depth("load")),
    occlusion: common("occlusion"),
    revealed: descriptor("revealed", colorView, "load", depth("load")),
    sky: descriptor("sky", colorView, "load", depth("load")),
    translucent: descriptor("translucent", colorView, "load", depth("load")),
    wireframe: descriptor("wireframe", colorView, "load", depth("load")),
    post: descriptor("post", pictureView, "clear"),
    // Its view is the canvas's texture of the frame.
    present: descriptor("present", pictureView, "clear"),
  };
}
