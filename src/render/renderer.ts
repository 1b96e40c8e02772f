/** The renderer: owns the GPU data of a map and encodes the passes of a frame. */

import { assert } from "../core/errors.ts";
import { GpuError } from "../gpu/errors.ts";
import type { Gpu } from "../gpu/gpu.ts";
import { readBuffer, readTexture } from "../gpu/read-back.ts";
import { buildFrom } from "../gpu/resource-group.ts";
import { pipelineQueueOf, TURN_OCCLUSION } from "./context/pipeline-queue.ts";
import {
  createRenderContext,
  destroyRenderContext,
  prepareSamples,
  setSamples,
} from "./context/render-context.ts";
import { createCullChoice, createStillFrames } from "./frame/cull-choice.ts";
import { createFrameEncoder } from "./frame/encode-frame.ts";
import type { FrameJob } from "./frame/frame-job.ts";
import { isMeasuring, requestScreenPasses } from "./frame/frame-passes.ts";
import { createFramePlan, isPlanOf } from "./frame/frame-plan.ts";
import {
  addCountedView,
  type CountedFrame,
  copyCountedFrame,
  countedTables,
  createCountedFrame,
  createCountReadback,
  createFrameStats,
  endCountedFrame,
  isCountable,
  readCounts,
  restartCountedFrame,
  writeFrameStats,
} from "./frame/frame-stats.ts";
import { LightStyleTable } from "./frame/frame-uniforms.ts";
import { PassTiming } from "./frame/pass-timing.ts";
import { createInspectorKeeper } from "./inspect/inspector-keeper.ts";
import type { Lamps } from "./lamps/lamps.ts";
import { createGradeKeeper, isLit } from "./post/grade-keeper.ts";
import { isScreenPassReady, prepareScreenPipeline } from "./post/screen-pass.ts";
import { POST_PASS, PRESENT_PASS, SCALE_PASS } from "./post/screen-passes.ts";
import {
  behindModule,
  hasBehindReaders,
  seesBehindReaders,
} from "./refraction/refracting-views.ts";
import type { Renderer } from "./renderer-interface.ts";
import { type CanvasTarget, createCanvasTarget } from "./targets/canvas-target.ts";
import { PICTURE_FORMAT } from "./targets/formats.ts";
import type { SceneTarget } from "./targets/scene-target.ts";
import { createSizedTargets } from "./targets/sized-targets.ts";
import {
  type Camera,
  DEFAULT_RENDER_SETTINGS,
  type Inset,
  type InsetPlace,
  MAX_RENDER_SCALE,
  MIN_RENDER_SCALE,
  type RenderSettings,
} from "./types.ts";
import { type CameraView, updateCameraView } from "./views/camera-view.ts";
import {
  createMapDraws,
  destroyMapDraws,
  type MapDraws,
  relightMap,
  replaceMaterials,
  replacePyramid,
  replaceSky,
  replaceSource,
  setMapTexture,
  setSecondCamera,
} from "./views/map-draws.ts";
import type { ViewDraws } from "./views/view-draws.ts";
import type { WaterViews } from "./water/mirror.ts";

const ENCODER: GPUCommandEncoderDescriptor = { label: "render/frame" };

/** Number of frames between read-backs of counts, because each takes JavaScript time. */
const COUNT_INTERVAL = 8;

export interface RendererOptions {
  /** If left out, frames are only drawn into a target that can be read back. */
  readonly canvas?: HTMLCanvasElement | OffscreenCanvas;
  /** Size of the picture in pixels until `resize`. */
  readonly width?: number;
  readonly height?: number;
  /**
   * Whether textures of one size share array textures, and materials share bind groups; true by
   * default. If false, every material binds its textures separately, for comparison in benchmarks.
   */
  readonly arrayTextures?: boolean;
}

/** Samples per pixel if the setting is 0 (automatic). */
const SMOOTH_SAMPLES = 4;

/** @throws GpuError `validation` if the device rejects a shader or a pipeline */
export async function createRenderer(gpu: Gpu, options: RendererOptions = {}): Promise<Renderer> {
  const canvas: CanvasTarget | null = options.canvas
    ? createCanvasTarget(gpu, options.canvas)
    : null;
  const asked: RenderSettings = {
    ...DEFAULT_RENDER_SETTINGS,
    bloom: !gpu.isSoftware,
    waterReflection: !gpu.isSoftware,
  };
  /** The requested settings, with those that an inspection view replaces. */
  const settings = { ...asked };
  /** WebGPU supports one and four samples. */
  const wantedSamples = () =>
    settings.samples > 1 || (settings.samples === 0 && !gpu.isSoftware) ? SMOOTH_SAMPLES : 1;
  const maxEdge = gpu.device.limits.maxTextureDimension2D;
  /** Returns the scale of the targets: 1 until the scaling pass is compiled. */
  const wantedScale = () => {
    if (settings.renderScale === 1 || !isScreenPassReady(gpu, SCALE_PASS)) return 1;
    const { width, height } = job.sized;
    return readScale(settings.renderScale, maxEdge / Math.max(width, height));
  };
  const [context] = await Promise.all([
    createRenderContext(gpu, canvas?.format ?? null, {
      samples: wantedSamples(),
      arrayTextures: options.arrayTextures ?? true,
    }),
    prepareScreenPipeline(gpu, POST_PASS, PICTURE_FORMAT),
    canvas === null ? null : prepareScreenPipeline(gpu, PRESENT_PASS, canvas.format),
  ]);
  const { device } = gpu;
  const stats = createFrameStats();
  const timing = new PassTiming(gpu, stats);
  const counted = createCountedFrame();
  const counts = createCountReadback(gpu, (words, frame) => {
    if (isCountable(frame) && frame.index > stats.countedFrame) readCounts(stats, words, frame);
  });
  const encode = createFrameEncoder(canvas, stats.passCpuMs);
  const job: FrameJob = {
    context,
    settings,
    timing,
    sized: createSizedTargets(context, options.width ?? 1, options.height ?? 1, null),
    map: null,
    moment: null,
    lamps: null,
    grade: null,
    fade: null,
    inspector: null,
    lines: null,
    own: null,
    views: [],
    fixedDraws: 0,
    isShown: true,
    isLoading: false,
    isGpuCulled: false,
    hasLatePhase: false,
    behind: null,
    isBehindRead: false,
    isInsetBehindRead: false,
    mirror: null,
    isCasting: false,
    isStill: false,
  };
  const areStill = createStillFrames();
  const culling = createCullChoice(job);
  const grading = createGradeKeeper(job);
  const inspecting = createInspectorKeeper(job, asked);
  const moment = { settings, exposure: 1, time: 0 };
  let plan = createFramePlan(job, job.sized);
  let inset: Inset | null = null;
  const lightStyles = new LightStyleTable(context.frame.styles);
  let waters: WaterViews | null = null;
  const restOf = pipelineQueueOf(gpu).lazy(
    async () => (await import("./frame/frame-rest.ts")).createFrameRest(job, asked, lightStyles),
    TURN_OCCLUSION,
  );
  const momentOf = pipelineQueueOf(gpu).lazy(async () =>
    (await import("./moment/shown-moment.ts")).createShownMoment(job, lightStyles),
  );
  const lampsOf = pipelineQueueOf(gpu).lazy(async () =>
    (await import("./lamps/create-lamps.ts")).createLamps(job),
  );
  /** Loads the code of lamps with the first map that has some, or with the flashlight. */
  let lamps: Lamps | null = null;
  const followLamps = () => {
    const isWanted = job.map?.lamps || (job.map && settings.flashlight);
    if (isWanted) lamps ??= lampsOf();
    job.lamps = isWanted ? lamps : null;
    return isWanted;
  };
  /** Whether a moment was ever set: only then is its code fetched. */
  let hasMoments = false;
  const commands: GPUCommandBuffer[] = [];
  /** Number of views in the frame so far. */
  let viewCount = 0;

  function currentMap(): MapDraws {
    assert(job.map !== null, "a part of a map is set before its scene");
    return job.map;
  }

  async function ready(): Promise<void> {
    await inspecting.prepare();
    await Promise.all([prepareWantedSamples(), timing.prepare(settings.timing)]);
    if (job.map !== null) isMeasuring(job.map.cameras[0].draws.main, settings);
    grading.choose();
    if (hasMoments && momentOf() === null) await context.pipelines.ready();
    if (hasMoments) momentOf()?.prepare();
    if (followLamps()) {
      if (lamps === null) await context.pipelines.ready();
      lampsOf()?.prepare();
    }
    job.lines?.prepare();
    wantedScale();
    requestScreenPasses(job);
    if (hasBehindReaders(job.map, settings)) behindModule(gpu, context.sampled.samples);
    await context.pipelines.ready();
  }

  function clear(): void {
    culling.restart();
    waters?.forget();
    lamps?.forget();
    if (job.map !== null) destroyMapDraws(context, job.map);
    job.map = null;
    job.moment = null;
    job.views.length = 0;
    grading.choose();
  }

  /**
   * Replaces the targets. The new ones are created before the old ones are destroyed, so that the
   * old ones stay if a limit is exceeded.
   */
  function replaceTargets(
    width: number,
    height: number,
    place: InsetPlace | null,
    scale = job.sized.scale,
  ): void {
    const before = job.sized;
    [job.sized, plan] = buildFrom((keep) => {
      const sized = keep(createSizedTargets(context, width, height, place, scale));
      const sizedPlan = keep(createFramePlan(job, sized));
      plan.destroy();
      job.behind = sizedPlan.behind;
      return [sized, sizedPlan];
    });
    before.destroy();
    if (job.map !== null) replacePyramid(job.map, job.sized.pyramid.buffer);
  }

  let preparing: Promise<void> | null = null;
  let isDestroyed = false;

  /** Switches to the wanted number of samples per pixel as soon as its pipelines are compiled. */
  async function followSamples(): Promise<void> {
    const samples = wantedSamples();
    const before = context.sampled;
    if (hasBehindReaders(job.map, settings)) behindModule(gpu, samples);
    const sampled = await prepareSamples(context, samples);
    if (isDestroyed || samples !== wantedSamples()) return;
    const { width, height } = job.sized;
    setSamples(context, sampled);
    try {
      replaceTargets(width, height, inset);
    } catch (error) {
      // There is no memory for the targets: keep the old number of samples.
      setSamples(context, before);
      asked.samples = before.samples;
      if (!(error instanceof GpuError)) throw error;
      gpu.report(error);
    }
  }

  function followScale(): void {
    const scale = wantedScale();
    if (scale === job.sized.scale) return;
    const { width, height } = job.sized;
    try {
      replaceTargets(width, height, inset, scale);
    } catch (error) {
      // There is no memory for the targets: keep the old size.
      asked.renderScale = job.sized.scale;
      if (!(error instanceof GpuError)) throw error;
      gpu.report(error);
    }
  }

  /** Reports GPU errors from work that nothing awaits. */
  function reportRefused(work: Promise<void>): void {
    work.catch((error: unknown) => {
      if (!(error instanceof GpuError)) throw error;
      if (!gpu.isLost) gpu.report(error);
    });
  }

  function prepareWantedSamples(): Promise<void> {
    if (wantedSamples() === context.sampled.samples) return preparing ?? Promise.resolve();
    preparing ??= followSamples().finally(() => {
      preparing = null;
    });
    return preparing;
  }

  /** Updates the views for this frame and decides what they draw. */
  function updateViews(map: MapDraws, camera: Camera): void {
    const { sized, hasLatePhase } = job;
    const isFixed = isLit(job) && job.grade?.hasAutoExposure !== true;
    moment.exposure = isFixed ? map.scene.exposure : 1;
    updateCamera(map, map.cameras[0], camera, sized.scene, hasLatePhase, settings.wireframe);
    const canRead = job.behind !== null;
    job.isBehindRead = canRead && seesBehindReaders(map.cameras[0].draws.main, settings);
    if (job.behind !== null) {
      waters ??= job.behind.createWaterViews(context);
      const { scene: behind } = job.behind;
      job.mirror = waters.update(map, sized.scene, behind, moment, job.isBehindRead);
      if (job.mirror !== null) addView(job.mirror.draws, 1, false);
    }
    if (inset !== null && sized.inset !== null && map.cameras.length > 1) {
      updateCamera(map, map.cameras[1], inset.camera, sized.inset.scene, false, false);
      job.isInsetBehindRead = canRead && seesBehindReaders(map.cameras[1].draws.main, settings);
    }
    job.lamps?.update(map, camera, moment, addDepthView);
    context.frame.upload();
  }

  function addDepthView(draws: ViewDraws): void {
    addView(draws, 1, false);
  }

  function updateCamera(
    map: MapDraws,
    seen: CameraView,
    camera: Camera,
    { width, height }: SceneTarget,
    hasLatePhase: boolean,
    hasEdges: boolean,
  ): void {
    updateCameraView(context, seen, map, camera, width, height, hasLatePhase, moment);
    const { main, skybox } = seen.draws;
    addView(main, hasLatePhase ? 2 : 1, hasEdges);
    if (skybox !== null && seen.isSkyboxDrawn) addView(skybox, 1, false);
  }

  function addView(draws: ViewDraws, phases: number, hasEdges: boolean): void {
    job.views[viewCount++] = draws;
    addCountedView(counted, draws, settings, phases, hasEdges);
  }

  return {
    settings: asked,
    stats,
    get width() {
      return job.sized.width;
    },
    get height() {
      return job.sized.height;
    },

    setScene(scene) {
      clear();
      job.map = buildFrom((keep) => {
        const map = createMapDraws(context, scene, job.sized.pyramid.buffer);
        keep({ destroy: () => destroyMapDraws(context, map) });
        setSecondCamera(context, map, inset !== null);
        return map;
      });
      lightStyles.restart(scene.styles);
    },
    relight: (scene, light) => relightMap(context, currentMap(), scene, light),
    setMaterials: (materials, waters = null) =>
      replaceMaterials(context, currentMap(), materials, waters),
    setSource: (make) => replaceSource(context, currentMap(), make),
    setSky: (sky) => replaceSky(context, currentMap(), sky),
    setColorCorrections(corrections) {
      currentMap().corrections = corrections;
    },
    setLamps(set) {
      currentMap().lamps = set;
    },
    setAreas(areas) {
      const map = currentMap();
      map.areas = areas;
    },
    setTexture: (owner, texture, image) => setMapTexture(currentMap(), owner, texture, image),
    setLightPatterns: (patterns) => lightStyles.setPatterns(patterns),
    get moment() {
      return job.moment;
    },
    get entityModels() {
      return job.map?.sources.find(({ props }) => props)?.props?.entities ?? null;
    },
    setMoment(moment) {
      job.moment = moment;
      hasMoments ||= moment !== null;
    },
    setLines(make) {
      job.lines?.destroy();
      job.lines = make?.(context) ?? null;
    },
    setOwnDraws(own) {
      job.own = own;
    },
    setStyle: (style, light) => lightStyles.set(style, light),
    setLoading(isLoading) {
      job.isLoading = isLoading;
    },
    clear,

    resize(width, height) {
      if (width !== job.sized.width || height !== job.sized.height) {
        replaceTargets(width, height, inset);
      }
    },
    setInset(next) {
      if (!isSamePlace(next, inset)) replaceTargets(job.sized.width, job.sized.height, next);
      inset = next;
      if (job.map !== null) setSecondCamera(context, job.map, next !== null);
    },

    render(camera, seconds = 0, isShown = true, eyeSeconds = seconds) {
      const start = performance.now();
      const { map } = job;
      inspecting.follow();
      const shown = hasMoments ? momentOf() : null;
      shown?.follow();
      followLamps();
      if (lightStyles.update(seconds, settings.lightStyles)) context.frame.writeStyles();
      if (wantedSamples() !== context.sampled.samples) reportRefused(prepareWantedSamples());
      if (settings.timing && timing.isNew) reportRefused(timing.prepare(true));
      job.isShown = isShown;
      moment.time = seconds;
      followScale();
      culling.choose();
      grading.choose();
      job.grade?.begin(camera, eyeSeconds);
      job.own?.begin(camera, seconds);
      if (!isPlanOf(plan, job)) {
        const next = createFramePlan(job, job.sized);
        plan.destroy();
        plan = next;
        job.behind = next.behind;
      }
      restartCountedFrame(counted);
      viewCount = 0;
      job.isBehindRead = false;
      job.isInsetBehindRead = false;
      job.mirror = null;
      if (map !== null) {
        for (let i = 0; i < map.sources.length; i++)
          map.sources[i].advance?.(seconds, camera, job.moment);
        updateViews(map, shown?.see(camera) ?? camera);
      }
      if (job.views.length !== viewCount) job.views.length = viewCount;
      endCountedFrame(counted);
      const { posing, casting, pipelines } = context;
      job.isCasting = false;
      for (let i = 0; i < casting.length; i++) {
        if (casting[i]()?.choose(job.views, settings, seconds)) job.isCasting = true;
      }
      const isStill = areStill(
        job,
        pipelines.version,
        posing.length > 0 && settings.animations ? seconds : -1,
      );
      // While passes are timed, culling runs each frame so that it is timed, too.
      job.isStill = isStill && !settings.timing;
      const updatedMs = performance.now();
      const commandEncoder = device.createCommandEncoder(ENCODER);
      encode(commandEncoder, job, plan);
      counted.otherDraws = job.fixedDraws;
      const encodedMs = performance.now();
      timing.end(commandEncoder, settings.timing);
      if (counted.index % COUNT_INTERVAL === 1) counts.encode(commandEncoder, counted);
      commands[0] = commandEncoder.finish();
      const finishedMs = performance.now();
      device.queue.submit(commands);
      const submittedMs = performance.now();
      culling.follow(isStill);
      timing.timer?.readBack();
      counts.readBack();
      writeFrameStats(stats, context, map);
      const endMs = performance.now();
      // In the order of FRAME_STEPS.
      stats.stepCpuMs[0] = updatedMs - start;
      stats.stepCpuMs[1] = finishedMs - encodedMs;
      stats.stepCpuMs[2] = submittedMs - finishedMs;
      stats.stepCpuMs[3] = endMs - submittedMs;
      stats.cpuMs = endMs - start;
    },

    isAtRest: (camera, seconds, isChanged = false, eyeSeconds = seconds) =>
      restOf()?.follow(camera, inset?.camera ?? null, seconds, isChanged, eyeSeconds) ?? false,

    async readStats() {
      if (!isCountable(counted)) return stats;
      const frame = createCountedFrame();
      copyCountedFrame(frame, counted);
      readCounts(stats, await readArguments(gpu, frame), frame);
      return stats;
    },
    ready,
    async settled() {
      await ready();
      await culling.settled();
    },
    readPixels: () => readTexture(gpu, job.sized.picture, 4),
    destroy() {
      isDestroyed = true;
      clear();
      job.lines?.destroy();
      job.inspector?.destroy();
      lamps?.destroy();
      grading.destroy();
      job.fade?.destroy();
      plan.destroy();
      job.sized.destroy();
      timing.destroy();
      counts.destroy();
      canvas?.destroy();
      destroyRenderContext(context);
    },
  };
}

/** Reads the arguments of a frame's draws, in the order of its tables. */
async function readArguments(gpu: Gpu, frame: CountedFrame): Promise<Uint32Array> {
  const read = countedTables(frame).map(async ({ drawn }) => {
    const bytes = await readBuffer(gpu, drawn.buffer);
    return new Uint32Array(bytes.buffer, bytes.byteOffset, drawn.argsLength);
  });
  const parts = await Promise.all(read);
  return Uint32Array.from(parts.flatMap((words) => [...words]));
}

/** @param most limit of the device's texture size */
function readScale(wanted: number, most: number): number {
  return Math.min(Math.max(wanted, MIN_RENDER_SCALE), MAX_RENDER_SCALE, most) || 1;
}

function isSamePlace(a: InsetPlace | null, b: InsetPlace | null): boolean {
  if (a === null || b === null) return a === b;
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}
