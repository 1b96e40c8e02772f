/** The frame's passes in order, one per row. */

import { GROUP_BEHIND, GROUP_FRAME } from "../context/bind-layouts.ts";
import { cullOnCpu, encodeEarlyCull, encodeLateCull, encodeListReset } from "../cull/cull-pass.ts";
import type { ScreenPass } from "../post/screen-pass.ts";
import {
  FADE_PASS,
  FXAA_PASS,
  GRADE_PASS,
  POST_PASS,
  PRESENT_PASS,
  SCALE_PASS,
  SHARPEN_PASS,
} from "../post/screen-passes.ts";
import { seesRefracting } from "../refraction/refracting-views.ts";
import type { RenderSettings } from "../types.ts";
import { type CameraView, SKYBOX_MAX_DEPTH } from "../views/camera-view.ts";
import { hasSets, VARIANT_LATE, VARIANT_LIST, type ViewDraws } from "../views/view-draws.ts";
import type { FrameJob } from "./frame-job.ts";

interface Pass {
  readonly name: string;
  /** Returns true if the frame has the pass. */
  readonly isRun: (job: FrameJob) => boolean;
}

export interface ComputePass extends Pass {
  readonly kind: "compute";
  /** Runs before the pass begins. */
  readonly prepare?: (encoder: GPUCommandEncoder, job: FrameJob) => void;
  readonly encode: (pass: GPUComputePassEncoder, job: FrameJob) => void;
  /** Runs after the pass has ended. */
  readonly finish?: (encoder: GPUCommandEncoder, job: FrameJob) => void;
}

/** Draws surfaces into linear colour and depth. */
export interface SurfacePass extends Pass {
  readonly kind: "surfaces";
  /** The target. The mirror's target is attached by `Mirror.attach`. */
  readonly target: "scene" | "inset" | "mirror";
  /** "load" keeps what earlier passes drew into the target. */
  readonly load: GPULoadOp;
  readonly encode: (pass: GPURenderPassEncoder, job: FrameJob) => void;
  /** Runs after the pass has ended; later passes do not draw into the target then. */
  readonly finish?: (encoder: GPUCommandEncoder, job: FrameJob) => void;
}

/** Copies light and depth of a target, so that later draws into it can read them. */
export interface CopyPass extends Pass {
  readonly kind: "copy";
  readonly target: "scene" | "inset";
}

/** Lets the page encode passes of its own, which read and write the scene's light and depth. */
export interface OwnPass extends Pass {
  readonly kind: "own";
  readonly target: "scene";
}

export type FramePass = ComputePass | SurfacePass | CopyPass | OwnPass | ScreenPass;

const hasLampLight = ({ lamps }: FrameJob): boolean => lamps?.isLit === true;
const hasOwn = ({ map, own }: FrameJob): boolean => map !== null && own !== null;

export const FRAME_PASSES: readonly FramePass[] = [
  {
    // Updates materials that move by themselves.
    name: "materials",
    kind: "compute",
    isRun: ({ map, context }) => map !== null && context.moving.length > 0,
    encode(pass, { map, context }) {
      if (map === null) return;
      const { bindGroup } = map.cameras[0].block;
      for (let i = 0; i < context.moving.length; i++) context.moving[i]()?.encode(pass, bindGroup);
    },
  },
  {
    // Moves models of entities, and poses animated models in view.
    name: "poses",
    kind: "compute",
    isRun: ({ map, context, settings }) =>
      map !== null && (map.models !== null || context.posing.length > 0) && settings.props,
    encode(pass, { map, views, context: { posing, frame } }) {
      map?.models?.encode(pass, views);
      for (let i = 0; i < posing.length; i++) posing[i]()?.encode(pass, frame.views);
    },
  },
  {
    // Redraws the shadow silhouettes of models that moved.
    name: "silhouettes",
    kind: "compute",
    isRun: ({ isCasting }) => isCasting,
    encode(pass, { context: { casting, frame } }) {
      for (let i = 0; i < casting.length; i++) casting[i]()?.pose(pass, frame.views);
    },
    finish(encoder, { context: { casting } }) {
      for (let i = 0; i < casting.length; i++) casting[i]()?.draw(encoder);
    },
  },
  {
    // Culls the early phase and writes its draw arguments.
    name: "cull",
    kind: "compute",
    isRun: ({ map, isStill }) => map !== null && !isStill,
    prepare(encoder, { map, views, settings, context, isGpuCulled }) {
      if (!isGpuCulled) {
        map?.moves?.settle(views);
        map?.models?.settle(views);
      }
      if (!isGpuCulled) cullOnCpu(context, views, settings);
      else if (settings.translucent) encodeListReset(encoder, views);
    },
    encode(pass, { map, views, context, isGpuCulled }) {
      map?.moves?.encode(pass, views);
      if (isGpuCulled) encodeEarlyCull(pass, context.frame.views, views);
    },
    finish: (encoder, { lamps }) => lamps?.drawDepths(encoder),
  },
  {
    // Draws the world above visible water, mirrored.
    name: "mirror",
    kind: "surfaces",
    target: "mirror",
    load: "clear",
    isRun: ({ mirror }) => mirror !== null,
    encode(pass, job) {
      const { mirror, settings } = job;
      if (mirror === null) return;
      drawOpaque(pass, mirror.draws, settings);
      if (settings.sky) mirror.sky.draw(pass, true);
      drawTranslucent(pass, mirror.draws, settings, false, job.behind?.nothing);
      job.fixedDraws++;
    },
  },
  {
    name: "world",
    kind: "surfaces",
    target: "scene",
    load: "clear",
    isRun: () => true,
    encode: (pass, { views, settings }) => {
      if (views.length === 0) return;
      const { passes, onSets } = views[0];
      passes.world.draw(pass, settings.bundles, onSets);
    },
  },
  {
    name: "props",
    kind: "surfaces",
    target: "scene",
    load: "load",
    isRun: ({ views }) => views.length > 0 && hasSets(views[0], "props"),
    encode: (pass, { views, settings }) =>
      views[0].passes.props.draw(pass, settings.bundles, views[0].onSets),
  },
  {
    // Builds the depth pyramid and culls the late phase.
    name: "occlusion",
    kind: "compute",
    isRun: ({ map, hasLatePhase, isStill }) => map !== null && hasLatePhase && !isStill,
    encode: (pass, { views, context, sized }) =>
      encodeLateCull(pass, context.frame.views, views[0], sized.pyramid),
  },
  {
    name: "revealed",
    kind: "surfaces",
    target: "scene",
    load: "load",
    isRun: ({ map, hasLatePhase }) => map !== null && hasLatePhase,
    encode: (pass, { views, settings }) =>
      views[0].passes.revealed.draw(pass, settings.bundles, views[0].onSets),
  },
  {
    // Adds the light of projected textures to the surfaces below decals.
    name: "lamps",
    kind: "surfaces",
    target: "scene",
    load: "load",
    isRun: hasLampLight,
    encode: (pass, job) => job.lamps?.draw(pass, job, false),
  },
  {
    // Draws decals after all surfaces they lie on.
    name: "decals",
    kind: "surfaces",
    target: "scene",
    load: "load",
    isRun: ({ views }) => views.length > 0 && hasSets(views[0], "decals"),
    encode: (pass, { views, settings, hasLatePhase }) => {
      const { passes, onSets } = views[0];
      passes.decals.draw(pass, settings.bundles, onSets | (hasLatePhase ? VARIANT_LATE : 0));
    },
  },
  {
    name: "lamps-over",
    kind: "surfaces",
    target: "scene",
    load: "load",
    isRun: (job) => hasLampLight(job) && hasSets(job.views[0], "decals"),
    encode: (pass, job) => job.lamps?.draw(pass, job, true),
  },
  {
    // Drawn after opaque surfaces, so that only open pixels are shaded.
    name: "sky",
    kind: "surfaces",
    target: "scene",
    load: "load",
    isRun: ({ map, settings }) => map !== null && settings.sky,
    encode: (pass, job) => {
      if (job.map !== null) drawSky(pass, job.map.cameras[0], job);
    },
  },
  { name: "own-passes", kind: "own", target: "scene", isRun: hasOwn },
  {
    // Draws the page's objects. Translucent surfaces are drawn over them.
    name: "own-draws",
    kind: "surfaces",
    target: "scene",
    load: "load",
    isRun: hasOwn,
    encode: (pass, job) => job.own?.draw(pass, job),
  },
  {
    name: "behind",
    kind: "copy",
    target: "scene",
    isRun: ({ isBehindRead }) => isBehindRead,
  },
  {
    // Draws water and refracting glass.
    name: "refracting",
    kind: "surfaces",
    target: "scene",
    load: "load",
    isRun: ({ isBehindRead, views, settings }) =>
      isBehindRead && seesRefracting(views[0], settings),
    encode: (pass, job) => {
      const { views, behind, mirror, hasLatePhase } = job;
      if (behind === null) return;
      const { bindGroup } = mirror ?? behind.scene;
      drawRefracting(pass, views[0], job, bindGroup, hasLatePhase ? 2 : 1);
    },
  },
  {
    // Measures the visibility of glows. Water is drawn already, so it hides them, too.
    name: "sight",
    kind: "compute",
    isRun: ({ map, settings }) => map !== null && isMeasuring(map.cameras[0].draws.main, settings),
    encode(pass, { views, settings, sized }) {
      const { sets } = views[0];
      for (let i = 0; i < sets.length; i++) {
        if (sets[i].isOn(settings)) sets[i].measure?.encode(pass, sized.pyramid.depth);
      }
    },
  },
  {
    name: "translucent",
    kind: "surfaces",
    target: "scene",
    load: "load",
    isRun: ({ views, settings }) => views.length > 0 && hasBlended(views[0], settings),
    encode: (pass, { views, settings, hasLatePhase, behind }) =>
      drawTranslucent(pass, views[0], settings, hasLatePhase, behind?.scene.bindGroup),
  },
  {
    // Draws triangle edges, and other lines of an inspection view.
    name: "wireframe",
    kind: "surfaces",
    target: "scene",
    load: "load",
    isRun: ({ map, inspector }) => map !== null && inspector?.isOver === true,
    encode: (pass, { inspector }) => inspector?.drawOver(pass),
  },
  {
    // Draws measuring lines, in the scene or over it.
    name: "lines",
    kind: "surfaces",
    target: "scene",
    load: "load",
    isRun: ({ map, lines }) => map !== null && lines?.isShown === true,
    encode: (pass, { map, lines }) => {
      if (map !== null) lines?.draw(pass, map.cameras[0]);
    },
  },
  {
    // Draws a second camera over a part of the picture.
    name: "inset",
    kind: "surfaces",
    target: "inset",
    load: "clear",
    isRun: hasInset,
    encode(pass, job) {
      if (job.map === null) return;
      const { settings } = job;
      const camera = job.map.cameras[1];
      const { main } = camera.draws;
      drawOpaque(pass, main, settings);
      if (settings.sky) drawSky(pass, camera, job);
    },
  },
  {
    name: "inset-behind",
    kind: "copy",
    target: "inset",
    isRun: ({ isInsetBehindRead }) => isInsetBehindRead,
  },
  {
    name: "inset-translucent",
    kind: "surfaces",
    target: "inset",
    load: "load",
    isRun: hasInset,
    encode(pass, job) {
      const { map, settings, behind, isInsetBehindRead } = job;
      if (map === null) return;
      const { main } = map.cameras[1].draws;
      if (isInsetBehindRead && behind !== null && behind.inset !== null) {
        drawRefracting(pass, main, job, behind.inset.bindGroup, 1);
      }
      drawTranslucent(pass, main, settings, false, behind?.inset?.bindGroup);
    },
    finish(encoder, { sized: { scene, inset } }) {
      if (inset === null) return;
      const { x, y, scene: from } = inset;
      const size = { width: from.width, height: from.height };
      const to = { texture: scene.light, origin: { x, y } };
      encoder.copyTextureToTexture({ texture: from.light }, to, size);
    },
  },
  {
    // Measures the brightness of the picture and adapts the exposure.
    name: "exposure",
    kind: "compute",
    isRun: ({ grade }) => grade?.isMetered === true,
    encode: (pass, { grade }) => grade?.encodeMeter(pass),
  },
  {
    // Blurs the bright parts of the picture at a quarter of its size.
    name: "bloom",
    kind: "compute",
    isRun: ({ grade }) => grade?.hasBloom === true,
    encode: (pass, { grade }) => grade?.encodeBloom(pass),
  },
  POST_PASS,
  GRADE_PASS,
  FXAA_PASS,
  SCALE_PASS,
  SHARPEN_PASS,
  FADE_PASS,
  PRESENT_PASS,
];

/** Requests the pipelines of the full-screen passes, by calling their `isRun`. */
export function requestScreenPasses(job: FrameJob): void {
  for (const pass of FRAME_PASSES) if (pass.kind === "screen") pass.isRun(job);
}

function hasInset({ map, sized }: FrameJob): boolean {
  return map !== null && map.cameras.length > 1 && sized.inset !== null;
}

function hasBlended(draws: ViewDraws, settings: RenderSettings): boolean {
  const hasList = settings.translucent && draws.translucent.parts.length > 0;
  return hasList || hasSets(draws, "translucent");
}

/** Returns true if a set of the view can measure depth, and requests what it needs. */
export function isMeasuring({ sets }: ViewDraws, settings: RenderSettings): boolean {
  let isReady = false;
  for (let i = 0; i < sets.length; i++) {
    if (sets[i].isOn(settings) && sets[i].measure?.isReady()) isReady = true;
  }
  return isReady;
}

/** Draws all sets before translucent surfaces, in one phase. */
function drawOpaque(
  pass: GPURenderPassEncoder,
  { passes, onSets }: ViewDraws,
  settings: RenderSettings,
): void {
  passes.opaque.draw(pass, settings.bundles, onSets);
}

/** @param behind bind group of the picture behind the surfaces */
function drawRefracting(
  pass: GPURenderPassEncoder,
  { sets, frame }: ViewDraws,
  { settings, context }: FrameJob,
  behind: GPUBindGroup,
  phases: number,
): void {
  pass.setBindGroup(GROUP_FRAME, frame);
  pass.setBindGroup(GROUP_BEHIND, behind);
  const encoder = context.pipelines.shading?.wrap(pass) ?? pass;
  for (let i = 0; i < sets.length; i++) {
    const { refracting } = sets[i];
    if (refracting === null || !sets[i].isOn(settings)) continue;
    for (let phase = 0; phase < phases; phase++) refracting.encode(encoder, phase);
  }
}

/** @param behind bind group of the depth behind soft surfaces, if it exists */
function drawTranslucent(
  pass: GPURenderPassEncoder,
  draws: ViewDraws,
  settings: RenderSettings,
  hasLatePhase: boolean,
  behind: GPUBindGroup | null | undefined,
): void {
  if (!hasBlended(draws, settings)) return;
  const variant =
    draws.onSets | (hasLatePhase ? VARIANT_LATE : 0) | (settings.translucent ? VARIANT_LIST : 0);
  draws.passes.blended.draw(pass, settings.bundles, variant, behind);
}

/**
 * Draws the 3D skybox at the far end of the depth range, so that all of the world hides it, and the
 * 2D sky behind it.
 */
function drawSky(
  pass: GPURenderPassEncoder,
  { draws, sky, view, isSkyboxDrawn }: CameraView,
  job: FrameJob,
): void {
  const { settings } = job;
  const { skybox } = draws;
  job.fixedDraws++;
  if (skybox === null || !isSkyboxDrawn) {
    sky.draw(pass, true);
    return;
  }
  pass.setViewport(0, 0, view.width, view.height, 0, SKYBOX_MAX_DEPTH);
  drawOpaque(pass, skybox, settings);
  sky.draw(pass, true);
  if (job.behind !== null) drawRefracting(pass, skybox, job, job.behind.nothing, 1);
  drawTranslucent(pass, skybox, settings, false, job.behind?.nothing);
  pass.setViewport(0, 0, view.width, view.height, 0, 1);
}
