/**
 * Pass descriptors and full-screen targets of a frame, created once for a size and a choice of
 * full-screen passes.
 */

import { buildFrom, buildOwner, type Owner } from "../../gpu/resource-group.ts";
import type { GpuTimer } from "../../gpu/timer.ts";
import { GROUP_FRAME, GROUP_SET } from "../context/bind-layouts.ts";
import type { ScreenDraw } from "../post/grade.ts";
import { type CodePass, type ScreenPass, screenPipeline } from "../post/screen-pass.ts";
import { SCALE_PASS } from "../post/screen-passes.ts";
import type { BehindTargets } from "../refraction/behind-targets.ts";
import { behindModule, hasBehindReaders } from "../refraction/refracting-views.ts";
import { PICTURE_FORMAT } from "../targets/formats.ts";
import type { SceneTarget } from "../targets/scene-target.ts";
import type { SizedTargets } from "../targets/sized-targets.ts";
import type { FrameJob } from "./frame-job.ts";
import { FRAME_PASSES, type FramePass, type SurfacePass } from "./frame-passes.ts";

/** A descriptor whose attachment can be swapped. */
export interface RenderDescriptor extends GPURenderPassDescriptor {
  colorAttachments: GPURenderPassColorAttachment[];
}

/** Descriptors by row of `FRAME_PASSES`. `null` if the pass is of another kind or has no target. */
export interface PassDescriptors {
  readonly compute: readonly (GPUComputePassDescriptor | null)[];
  readonly render: readonly (RenderDescriptor | null)[];
  /** Descriptors for the last surface pass into a target, which resolves its samples. */
  readonly last: readonly (RenderDescriptor | null)[];
  /**
   * Descriptors for a pass before a copy, which also keeps all samples because more is drawn later.
   */
  readonly copied: readonly (RenderDescriptor | null)[];
}

export interface FramePlan extends Owner {
  /** Grading that the plan was made with, or `null` if none. */
  readonly draw: ScreenDraw | null;
  readonly screen: ScreenChain;
  readonly behind: BehindTargets | null;
  readonly timer: GpuTimer | null;
  readonly passes: PassDescriptors;
  /** Descriptors with timestamps. */
  readonly timedPasses: PassDescriptors;
}

/** @throws GpuError `limit`; everything created so far is freed then */
export function createFramePlan(job: FrameJob, targets: SizedTargets): FramePlan {
  const { context, map, settings } = job;
  const { timer } = job.timing;
  return buildFrom((keep, destroy) => {
    const screen = keep(createScreenChain(job, targets, FRAME_PASSES.filter(hasPlace(job))));
    const isRead = hasBehindReaders(map, settings);
    const made = isRead ? behindModule(context.gpu, targets.scene.samples) : null;
    const behind = made === null ? null : keep(made.createBehindTargets(context, targets));
    return {
      draw: job.grade?.draw ?? null,
      screen,
      behind,
      timer,
      passes: describePasses(targets, screen, behind, null),
      timedPasses: describePasses(targets, screen, behind, timer),
      destroy,
    };
  });
}

/** Returns true if the plan still fits the frame: same full-screen passes and copies. */
export function isPlanOf({ draw, screen, behind, timer }: FramePlan, job: FrameJob): boolean {
  const { context, map, settings, sized } = job;
  if (draw !== (job.grade?.draw ?? null) || timer !== job.timing.timer) return false;
  const isRead =
    hasBehindReaders(map, settings) && behindModule(context.gpu, sized.scene.samples) !== null;
  if ((behind !== null) !== isRead) return false;
  for (let row = 0; row < FRAME_PASSES.length; row++) {
    const pass = FRAME_PASSES[row];
    if (pass.kind !== "screen" || pass.target !== "picture") continue;
    if (screen.steps.has(pass) !== pass.isRun(job)) return false;
  }
  return true;
}

/** Passes to the canvas are part of the plan whether or not a frame is shown. */
function hasPlace(job: FrameJob): (pass: FramePass) => pass is ScreenPass {
  return (pass): pass is ScreenPass =>
    pass.kind === "screen" && (pass.target === "canvas" || pass.isRun(job));
}

const BLACK: GPUColor = { r: 0, g: 0, b: 0, a: 1 };

/**
 * Returns the target of a surface pass, or a substitute for one that is attached later. `null` if
 * the frame has no such target.
 */
function targetOf(name: SurfacePass["target"], targets: SizedTargets): SceneTarget | null {
  return name === "inset" ? (targets.inset?.scene ?? null) : targets.scene;
}

function describePasses(
  targets: SizedTargets,
  screen: ScreenChain,
  behind: BehindTargets | null,
  timer: GpuTimer | null,
): PassDescriptors {
  const common = ({ name }: FramePass, row: number) => {
    const timestampWrites = timer?.writesOf(row);
    return { label: `render/${name}`, ...(timestampWrites && { timestampWrites }) };
  };
  const color = (view: GPUTextureView, loadOp: GPULoadOp): GPURenderPassColorAttachment[] => [
    { view, loadOp, storeOp: "store", clearValue: BLACK },
  ];
  const render = (pass: FramePass, row: number): RenderDescriptor | null => {
    if (pass.kind === "compute" || pass.kind === "own") return null;
    if (pass.kind === "copy") {
      const view = behind?.[pass.target]?.depthView;
      return view === undefined
        ? null
        : { ...common(pass, row), colorAttachments: color(view, "clear") };
    }
    if (pass.kind === "screen") {
      // The canvas has another texture each frame; it is set during encoding.
      const view = screen.steps.get(pass)?.view ?? targets.pictureView;
      return { ...common(pass, row), colorAttachments: color(view, "clear") };
    }
    const target = targetOf(pass.target, targets);
    if (target === null) return null;
    return {
      ...common(pass, row),
      colorAttachments: color(target.colorView, pass.load),
      depthStencilAttachment: {
        view: target.depthView,
        depthLoadOp: pass.load,
        depthStoreOp: "store",
        // Reverse-Z: 0 is infinitely far.
        depthClearValue: 0,
      },
    };
  };
  const resolving = (storeOp: GPUStoreOp) => (pass: FramePass, row: number) => {
    const descriptor = render(pass, row);
    if (descriptor === null || pass.kind !== "surfaces") return descriptor;
    const target = targetOf(pass.target, targets);
    if (target === null || target.samples === 1) return descriptor;
    for (const attachment of descriptor.colorAttachments) {
      attachment.resolveTarget = target.lightView;
      attachment.storeOp = storeOp;
    }
    return descriptor;
  };
  return {
    compute: FRAME_PASSES.map((pass, row) => (pass.kind === "compute" ? common(pass, row) : null)),
    render: FRAME_PASSES.map(render),
    last: FRAME_PASSES.map(resolving("discard")),
    copied: FRAME_PASSES.map(resolving("store")),
  };
}

// Chain of a frame's full-screen passes. The first reads linear colour, the last writes the finished
// picture, and those between alternate between two textures.

/** Vertices of a full-screen triangle. */
const SCREEN_VERTICES = 3;

interface ScreenStep {
  /** Target, or `null` for the canvas's texture of the frame. */
  readonly view: GPUTextureView | null;
  readonly bundles: readonly GPURenderBundle[];
}

interface ScreenChain extends Owner {
  /** Passes that draw into pictures, in order. */
  readonly passes: readonly ScreenPass[];
  /** Steps by pass; passes that the frame does not have are missing. */
  readonly steps: ReadonlyMap<ScreenPass, ScreenStep>;
}

/**
 * @param passes passes of the frame; those onto the canvas come last
 * @throws GpuError `limit`; everything created so far is freed then
 */
function createScreenChain(
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
        "drawOf" in pass ? pass.drawOf(job, before) : drawOf(pass, label, format);
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
