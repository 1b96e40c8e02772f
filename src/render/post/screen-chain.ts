/**
 * Chain of a frame's full-screen passes. The first reads linear colour, the last writes the
 * finished picture, and those between alternate between two textures.
 */

import type { Owner } from "../../gpu/resource-group.ts";
import { buildOwner } from "../../gpu/resource-group.ts";
import { GROUP_FRAME, GROUP_SET } from "../context/bind-layouts.ts";
import type { FrameJob } from "../frame/frame-job.ts";
import { PICTURE_FORMAT } from "../targets/formats.ts";
import type { SizedTargets } from "../targets/sized-targets.ts";
import type { ScreenDraw } from "./grade.ts";
import { type CodePass, type ScreenPass, screenPipeline } from "./screen-pass.ts";
import { SCALE_PASS } from "./screen-passes.ts";

/** Vertices of a full-screen triangle. */
const SCREEN_VERTICES = 3;

export interface ScreenStep {
  /** Target, or `null` for the canvas's texture of the frame. */
  readonly view: GPUTextureView | null;
  readonly bundles: readonly GPURenderBundle[];
}

export interface ScreenChain extends Owner {
  /** Passes that draw into pictures, in order. */
  readonly passes: readonly ScreenPass[];
  /** Steps by pass; passes that the frame does not have are missing. */
  readonly steps: ReadonlyMap<ScreenPass, ScreenStep>;
}

/**
 * @param passes passes of the frame; those onto the canvas come last
 * @throws GpuError `limit`; everything created so far is freed then
 */
export function createScreenChain(
  job: FrameJob,
  targets: SizedTargets,
  passes: readonly ScreenPass[],
): ScreenChain {
  const { gpu, shared, frame, canvasFormat } = job.context;
  return buildOwner(gpu, (group) => {
    const drawn = passes.filter(({ target }) => target === "picture");
    const { RENDER_ATTACHMENT, TEXTURE_BINDING } = GPUTextureUsage;
    const { scene, pictureView } = targets;
    /** Row of the scaling pass. Passes before it have the scene's size. */
    const scaled = drawn.indexOf(SCALE_PASS);
    const between = new Map<string, GPUTextureView>();
    /**
     * Returns the target of an intermediate pass. Two textures per size suffice for any number of
     * passes.
     */
    const viewBetween = (row: number): GPUTextureView => {
      const { width, height } = row < scaled ? scene : targets;
      const label = `render/picture-${width}x${height}-${row % 2}`;
      let view = between.get(label);
      if (view === undefined) {
        const usage = RENDER_ATTACHMENT | TEXTURE_BINDING;
        const descriptor = { format: PICTURE_FORMAT, width, height, usage };
        view = group.texture(label, "targets", descriptor).createView();
        between.set(label, view);
      }
      return view;
    };
    const steps = new Map<ScreenPass, ScreenStep>();
    let before = scene.lightView;
    const drawOf = (pass: CodePass, label: string, format: GPUTextureFormat): ScreenDraw => ({
      pipeline: screenPipeline(gpu, pass, format),
      bindGroup: gpu.device.createBindGroup({
        label,
        layout: shared.layouts.picture,
        entries: [
          { binding: 0, resource: before },
          { binding: 1, resource: shared.clampSampler },
        ],
      }),
    });
    const add = (pass: ScreenPass, view: GPUTextureView | null, format: GPUTextureFormat) => {
      const label = `render/${pass.name}`;
      const encoder = gpu.device.createRenderBundleEncoder({ label, colorFormats: [format] });
      const { pipeline, bindGroup } =
        "drawOf" in pass ? pass.drawOf(job) : drawOf(pass, label, format);
      encoder.setPipeline(pipeline);
      encoder.setBindGroup(GROUP_FRAME, frame.camera.bindGroup);
      encoder.setBindGroup(GROUP_SET, bindGroup);
      encoder.draw(SCREEN_VERTICES);
      steps.set(pass, { view, bundles: [encoder.finish({ label })] });
    };
    drawn.forEach((pass, i) => {
      const view = i + 1 === drawn.length ? pictureView : viewBetween(i);
      add(pass, view, PICTURE_FORMAT);
      before = view;
    });
    for (const pass of passes) {
      if (pass.target === "canvas" && canvasFormat !== null) add(pass, null, canvasFormat);
    }
    return { passes: drawn, steps };
  });
}
