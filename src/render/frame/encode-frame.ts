/** The frame, top to bottom: its passes, each timed by its name. */

import type { GpuTimer } from "../../gpu/timer.ts";
import type { RenderContext } from "../context/render-context.ts";
import { cullOnCpu } from "../cull/cpu-cull.ts";
import { type CullJob, encodeEarlyCull, encodeLateCull } from "../cull/cull-pass.ts";
import { PHASE_EARLY, PHASE_LATE } from "../cull/cull-pipelines.ts";
import { encodeOrdered, encodeOrderReset } from "../ordered/ordered-pass.ts";
import { encodeProps } from "../props/prop-pass.ts";
import type { CanvasTarget } from "../targets/canvas-target.ts";
import type { SizedTargets } from "../targets/sized-targets.ts";
import type { RenderSettings } from "../types.ts";
import type { MapDraws } from "../views/map-draws.ts";
import { SKYBOX_MAX_DEPTH } from "../views/skybox-view.ts";
import type { ViewDraws } from "../views/view-draws.ts";
import { encodeWireframe } from "../world/wireframe-pass.ts";
import { encodeWorld } from "../world/world-pass.ts";
import { type CountedFrame, setCountedFrame } from "./counted-frame.ts";
import {
  type ComputePass,
  type FramePass,
  isSurfacePass,
  passIndex,
  type RenderPass,
} from "./frame-passes.ts";

export interface FrameEncoder {
  readonly encode: (
    encoder: GPUCommandEncoder,
    sized: SizedTargets,
    map: MapDraws | null,
    withSkybox: boolean,
    isShown: boolean,
  ) => void;
}

/**
 * @param passMs JavaScript milliseconds of each pass, written anew each frame
 * @param counted told what the frame draws
 */
export function createFrameEncoder(
  context: RenderContext,
  timer: GpuTimer,
  canvas: CanvasTarget | null,
  settings: RenderSettings,
  passMs: Float32Array,
  counted: CountedFrame,
): FrameEncoder {
  const job: CullJob = { props: null, withOrdered: false, isGathered: false };
  const skyboxJob: CullJob = { props: null, withOrdered: false, isGathered: false };
  let lastMs = 0;
  /** The render pass that is being encoded, and the part of the frame that it is timed by. */
  let open: GPURenderPassEncoder | null = null;
  let openName: RenderPass = "world";

  /** Gives a part of the frame all JavaScript time since the last. */
  function endTime(name: FramePass): void {
    const now = performance.now();
    passMs[passIndex(name)] += now - lastMs;
    lastMs = now;
  }

  function leave(): void {
    if (open === null) return;
    open.end();
    open = null;
    endTime(openName);
  }

  /** Parts of the frame that draw into the same targets are one pass, unless each is to be timed. */
  function enter(encoder: GPUCommandEncoder, sized: SizedTargets, name: RenderPass) {
    if (open !== null && !settings.timing && isSurfacePass(name)) {
      endTime(openName);
      openName = name;
      return open;
    }
    leave();
    openName = name;
    if (settings.timing) timer.mark(passIndex(name));
    open = encoder.beginRenderPass((settings.timing ? sized.timedPasses : sized.passes)[name]);
    return open;
  }

  function enterCompute(encoder: GPUCommandEncoder, sized: SizedTargets, name: ComputePass) {
    leave();
    if (settings.timing) timer.mark(passIndex(name));
    return encoder.beginComputePass((settings.timing ? sized.timedPasses : sized.passes)[name]);
  }

  function drawWorld(
    pass: GPURenderPassEncoder,
    { geometry, materials }: MapDraws,
    { world, frame }: ViewDraws,
    phase: number,
  ): void {
    if (settings.bundles) pass.executeBundles(world.phaseBundles[phase]);
    else encodeWorld(pass, context, geometry, materials, world, frame, phase);
  }

  function drawProps(pass: GPURenderPassEncoder, { props, frame }: ViewDraws, phase: number): void {
    if (props === null) return;
    if (settings.bundles) pass.executeBundles(props.phaseBundles[phase]);
    else encodeProps(pass, context, props, frame, phase);
  }

  function drawOrdered(
    pass: GPURenderPassEncoder,
    { geometry, materials }: MapDraws,
    { world, props, ordered, frame }: ViewDraws,
  ): void {
    if (settings.bundles) pass.executeBundles(ordered.bundles);
    else encodeOrdered(pass, context, ordered, geometry, world, materials, props, frame);
  }

  /** The skybox is squeezed into the last of the depth, so that all of the world hides it. */
  function drawSky(
    pass: GPURenderPassEncoder,
    map: MapDraws,
    skybox: ViewDraws | null,
    { targets: { width, height } }: SizedTargets,
  ): void {
    if (skybox === null) {
      pass.executeBundles(map.sky.bundles);
      return;
    }
    pass.setViewport(0, 0, width, height, 0, SKYBOX_MAX_DEPTH);
    drawWorld(pass, map, skybox, PHASE_EARLY);
    if (settings.props) drawProps(pass, skybox, PHASE_EARLY);
    pass.executeBundles(map.sky.bundles);
    if (skyboxJob.withOrdered) drawOrdered(pass, map, skybox);
    pass.setViewport(0, 0, width, height, 0, 1);
  }

  /** What the jobs are, and what has to be empty before they begin. */
  function prepareJobs(encoder: GPUCommandEncoder, map: MapDraws, skybox: ViewDraws | null): void {
    job.props = settings.props ? map.props : null;
    job.withOrdered = settings.translucent && map.ordered.capacity > 0;
    job.isGathered = !settings.gpuCulling;
    if (job.isGathered) cullOnCpu(context.gpu, map, settings);
    if (job.withOrdered) encodeOrderReset(encoder, map.ordered);
    if (skybox === null) return;
    skyboxJob.props = settings.props ? skybox.props : null;
    skyboxJob.withOrdered = settings.translucent && skybox.ordered.capacity > 0;
    if (skyboxJob.withOrdered) encodeOrderReset(encoder, skybox.ordered);
  }

  function encodeMap(
    encoder: GPUCommandEncoder,
    sized: SizedTargets,
    map: MapDraws,
    skybox: ViewDraws | null,
    hasLatePhase: boolean,
  ): void {
    prepareJobs(encoder, map, skybox);
    const cull = enterCompute(encoder, sized, "cull");
    encodeEarlyCull(cull, context, map, job, hasLatePhase);
    if (skybox !== null) encodeEarlyCull(cull, context, skybox, skyboxJob, false);
    cull.end();
    endTime("cull");

    drawWorld(enter(encoder, sized, "world"), map, map, PHASE_EARLY);
    if (job.props !== null) drawProps(enter(encoder, sized, "props"), map, PHASE_EARLY);

    if (hasLatePhase) {
      const occlusion = enterCompute(encoder, sized, "occlusion");
      encodeLateCull(occlusion, context, map, job, sized.pyramid);
      occlusion.end();
      endTime("occlusion");

      const late = enter(encoder, sized, "revealed");
      drawWorld(late, map, map, PHASE_LATE);
      if (job.props !== null) drawProps(late, map, PHASE_LATE);
    }

    if (settings.sky) drawSky(enter(encoder, sized, "sky"), map, skybox, sized);
    if (job.withOrdered) drawOrdered(enter(encoder, sized, "translucent"), map, map);
    if (settings.wireframe) {
      const pass = enter(encoder, sized, "wireframe");
      encodeWireframe(pass, context, map, hasLatePhase, job.withOrdered);
    }
  }

  return {
    encode(encoder, sized, map, withSkybox, isShown) {
      passMs.fill(0);
      lastMs = performance.now();
      const skybox = withSkybox && map !== null ? map.skybox : null;
      const hasLatePhase = settings.occlusion && settings.gpuCulling;
      const screenDraws = canvas !== null && isShown ? 2 : 1;
      setCountedFrame(counted, map, skybox, settings, hasLatePhase, screenDraws);
      if (map !== null) encodeMap(encoder, sized, map, skybox, hasLatePhase);
      else enter(encoder, sized, "world");
      enter(encoder, sized, "post").executeBundles(sized.post.postBundles);
      if (canvas !== null && isShown) {
        const passes = settings.timing ? sized.timedPasses : sized.passes;
        passes.present.colorAttachments[0].view = canvas.currentView();
        enter(encoder, sized, "present").executeBundles(sized.post.presentBundles);
      }
      leave();
    },
  };
}
