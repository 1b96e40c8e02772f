/**
 * The passes over the whole picture that a frame has, one after the other: the first reads linear
 * colour, the last leaves the finished picture, and those between take turns with what they write.
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

/** Full-screen triangles need three vertices. */
const SCREEN_VERTICES = 3;

export interface ScreenStep {
  /** What it draws into; null: the canvas's texture of the frame. */
  readonly view: GPUTextureView | null;
  readonly bundles: readonly GPURenderBundle[];
}

export interface ScreenChain extends Owner {
  /** The passes that draw into pictures, in order. */
  readonly passes: readonly ScreenPass[];
  /** Of a pass; undefined: the frame does not have it. */
  readonly steps: ReadonlyMap<ScreenPass, ScreenStep>;
}

/**
 * @param passes those that the frame has, those onto the canvas last
 * @throws GpuError `limit`; nothing is left behind then
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
    /** Those before are of the scene's size. */
    const scaled = drawn.indexOf(SCALE_PASS);
    const between = new Map<string, GPUTextureView>();
    /** One that reads and one that writes are enough for any number of passes of one size. */
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
