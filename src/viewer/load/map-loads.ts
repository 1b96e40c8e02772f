/**
 * Loads the maps of a viewer: one load at a time, and a new load cancels the running one. After a
 * lost GPU device a load starts again on the new device. Where GPU memory runs out it starts again
 * with smaller textures.
 */

import type { ContentSpec } from "../../content/types.ts";
import { CancelledError } from "../../core/errors.ts";
import { GpuError } from "../../gpu/errors.ts";
import type { LightSideName, MapScene } from "../../map/types.ts";
import type { LoadView } from "../../scene/textures/texture-places.ts";
import type { OpenRenderer } from "../frame/open-renderer.ts";
import type { Listeners } from "../input/listeners.ts";
import {
  describeMap,
  type LoadSummary,
  type MapInfo,
  type ViewerEvents,
} from "../viewer-events.ts";
import { applyLoadEvent } from "./apply-load-event.ts";
import type { LoadLimits, PostedEvent, SimulatedLumps } from "./load-protocol.ts";
import { MapLoader } from "./map-loader.ts";
import type { MapQueries } from "./map-queries.ts";
import { absoluteSource, type MapSource } from "./map-source.ts";

/** Share of its texture memory that a map gets when it is loaded again after GPU memory ran out. */
const RETRY_SHARE = 1 / 4;

/** Interval at which a load follows the camera. */
const LOOK_INTERVAL_MS = 250;

/** A map to load, and to load again on another device. */
export interface LoadJob {
  readonly source: MapSource;
  readonly content: readonly ContentSpec[];
  /** Lowered when the map is loaded again after GPU memory ran out. */
  textureBudgetBytes: number;
  readonly plainMaterials: boolean;
  readonly limits?: LoadLimits;
  readonly onProgress?: (progress: ViewerEvents["progress"]) => void;
  hasRetried: boolean;
  /** Set when GPU memory runs out during the load. */
  memoryFault: GpuError | null;
}

export function createLoadJob(job: Omit<LoadJob, "hasRetried" | "memoryFault">): LoadJob {
  return { ...job, hasRetried: false, memoryFault: null };
}

export interface MapLoadsOptions {
  /** Returns the current renderer and its device. */
  readonly gpu: () => OpenRenderer;
  /** Whether that device is alive. */
  readonly hasDevice: () => boolean;
  readonly side: LightSideName;
  /** Base of relative addresses. */
  readonly baseUrl: string;
  /** Called when a map can be drawn. `isSame`: the shown map was loaded again, on a new device. */
  readonly onScene: (scene: MapScene, isSame: boolean) => void;
}

export class MapLoads {
  map: MapInfo | null = null;
  summary: LoadSummary | null = null;
  readonly #listeners: Listeners<ViewerEvents>;
  readonly #queries: MapQueries;
  readonly #options: MapLoadsOptions;
  readonly #loader = new MapLoader();
  /** Job of the shown map. */
  #shown: LoadJob | null = null;
  /** Running job. */
  #job: LoadJob | null = null;
  #side: LightSideName;
  /** Styles that were set since the map was first shown. */
  readonly #styles = new Map<number, number | string | null>();
  /** Settles when a new device was opened, or could not be; `null` while there is a device. */
  #recovery: Promise<void> | null = null;
  #isRestoring = false;

  constructor(listeners: Listeners<ViewerEvents>, queries: MapQueries, options: MapLoadsOptions) {
    this.#listeners = listeners;
    this.#queries = queries;
    this.#options = options;
    this.#side = options.side;
    const look = atIntervals(LOOK_INTERVAL_MS, (view: LoadView) => this.#loader.look(view));
    listeners.on("camerachange", ({ x, y, z, pitch, yaw, fov }) => {
      if (this.#job !== null) look({ x, y, z, pitch, yaw, fov });
    });
  }

  /** Source of the shown map. */
  get source(): MapSource | null {
    return this.#shown?.source ?? null;
  }

  /** See `Viewer.load`. */
  async start(job: LoadJob, signal?: AbortSignal): Promise<LoadSummary> {
    if (signal?.aborted) throw new CancelledError();
    this.#job = job;
    const onAbort = (): void => {
      if (this.#job === job) this.cancel();
    };
    signal?.addEventListener("abort", onAbort);
    this.#listeners.emit("loadstart", job.source);
    try {
      const summary = await this.#loadWhole(job);
      if (this.#job !== job) throw new CancelledError();
      this.#job = null;
      this.#listeners.emit("load", summary);
      return summary;
    } catch (cause) {
      if (this.#job !== job || cause instanceof CancelledError) throw new CancelledError();
      this.#job = null;
      const error = cause instanceof Error ? cause : new Error(String(cause));
      this.#listeners.emit("error", error);
      throw error;
    } finally {
      signal?.removeEventListener("abort", onAbort);
      if (this.#job === job) this.#job = null;
      if (this.#job === null) this.#options.gpu().renderer.setLoading(false);
    }
  }

  cancel(): void {
    if (this.#job === null) return;
    this.#job = null;
    this.#loader.cancel();
    this.#listeners.emit("abort", undefined);
  }

  unload(): void {
    this.cancel();
    this.#loader.destroy();
    this.#clear();
  }

  destroy(): void {
    this.#job = this.#shown = null;
    this.#loader.destroy();
    this.#queries.clear();
  }

  async setLightSide(side: LightSideName): Promise<void> {
    this.#side = side;
    const { map } = this;
    if (map === null || map.side === side || !map.sides.includes(side)) return;
    const shown = this.#shown;
    const { renderer } = this.#options.gpu();
    const relit = await this.#loader.relight(side);
    // Meanwhile another map was shown, or this one was loaded again on a new device, with this
    // light.
    if (this.#shown !== shown || renderer !== this.#options.gpu().renderer) return;
    renderer.relight(relit.scene, relit.light);
    if (relit.sky !== null) renderer.setSky(relit.sky);
    this.#queries.setTree(relit.scene);
    const { staticPropCount = null, startsByItself = null } = this.map ?? {};
    this.map = { ...describeMap(relit.scene), staticPropCount, startsByItself };
    this.#listeners.emit("relit", this.map);
  }

  /** Returns the parts of the shown map that its simulation reads. */
  simulated(): Promise<SimulatedLumps> {
    return this.#loader.simulated();
  }

  setStyle(style: number, light: number | string | null): void {
    this.#styles.set(style, light);
    this.#options.gpu().renderer.setStyle(style, light);
  }

  /** Returns true if the running load handles the fault. */
  takeFault(error: GpuError): boolean {
    const job = this.#job;
    if (job === null || error.code !== "out-of-memory") return false;
    job.memoryFault ??= error;
    // The rest of the map would not fit either.
    this.#loader.cancel();
    return true;
  }

  /** Handles a lost device. `reopening` settles when another device was opened, or could not be. */
  recover(reopening: Promise<void>): void {
    this.#recovery = reopening;
    // The new renderer has none of the earlier events, so later ones are of no use to it.
    this.#loader.cancel();
    const settle = async (): Promise<void> => {
      try {
        await reopening;
      } catch (error) {
        // A running load reports the error itself.
        if (this.#job === null && !(error instanceof CancelledError)) {
          this.#listeners.emit("error", error as Error);
        }
        return;
      } finally {
        if (this.#recovery === reopening) this.#recovery = null;
      }
      this.#isRestoring = true;
      const shown = this.#shown;
      if (this.#job !== null) return;
      // `start` reports its failure as the event "error".
      if (shown !== null) this.start(shown).catch(() => this.#giveUpRestoring());
      else this.#tellRestored();
    };
    void settle();
  }

  /** Loads a map; repeats that on a new device, and once with smaller textures. */
  async #loadWhole(job: LoadJob): Promise<LoadSummary> {
    for (;;) {
      try {
        if (this.#recovery !== null) await this.#recovery;
        if (this.#job !== job) throw new CancelledError();
        if (!this.#options.hasDevice()) {
          throw new GpuError(
            "no-device",
            "",
            "the graphics device was lost and could not be replaced",
          );
        }
        return await this.#loadOnce(job);
      } catch (cause) {
        if (this.#job !== job) throw new CancelledError();
        if (this.#recovery !== null) continue;
        const isMemory = cause instanceof GpuError && cause.code === "out-of-memory";
        const fault = job.memoryFault ?? (isMemory ? cause : null);
        if (fault === null) throw cause;
        this.#retryWithLess(job, fault);
        // Waits for the remaining errors of this try, so that the next one does not get them.
        await settleFaults(this.#options.gpu().gpu.device);
        if (this.#job !== job) throw new CancelledError();
      }
    }
  }

  #retryWithLess(job: LoadJob, fault: GpuError): void {
    const { gpu } = this.#options.gpu();
    const taken = gpu.memory.bytesOf("textures") || job.textureBudgetBytes;
    this.#loader.destroy();
    this.#clear();
    if (job.hasRetried) {
      const message = `the map does not fit into this GPU's memory, even with small textures (${fault.message})`;
      throw new GpuError("out-of-memory", fault.label, message);
    }
    job.hasRetried = true;
    job.textureBudgetBytes = Math.min(job.textureBudgetBytes, taken) * RETRY_SHARE;
  }

  async #loadOnce(job: LoadJob): Promise<LoadSummary> {
    const startMs = performance.now();
    const { gpu, renderer } = this.#options.gpu();
    job.memoryFault = null;
    renderer.setLoading(true);
    this.#tellProgress(job, { stage: "read", done: 0, total: 0 });
    if (this.#job !== job) throw new CancelledError();
    let firstFrameMs = 0;
    let summary: LoadSummary | null = null;
    let rays: Promise<void> | null = null;
    let lit: Promise<unknown> | null = null;
    const isWanted = () => this.#job === job && this.#recovery === null && job.memoryFault === null;
    const take = async (event: PostedEvent): Promise<void> => {
      // A listener of an earlier event may have ended the load.
      // Compiling for textures would delay the first picture.
      if (event.type === "materials") await lit;
      if (!isWanted()) return;
      await applyLoadEvent(renderer, event, isWanted);
      if (!isWanted()) return;
      if (event.type === "progress") {
        this.#tellProgress(job, event);
      } else if (event.type === "scene") {
        firstFrameMs = performance.now() - startMs;
        this.#show(job, event);
        lit = drawFrame(gpu.device.queue);
      } else if (event.type === "collision") {
        // Awaited at the end of the load. If the load ends before, its failure is ignored.
        rays = this.#queries.setCollision(event.collision);
        rays.catch(() => undefined);
      } else if (event.type === "details" && this.map !== null) {
        const { staticPropCount, startsByItself } = event;
        this.map = { ...this.map, staticPropCount, startsByItself };
        this.#listeners.emit("details", this.map);
      } else if (event.type === "done") {
        const { warnings, stageMs } = event;
        const totalMs = performance.now() - startMs;
        summary = { warnings, stageMs, firstFrameMs, totalMs };
      }
    };
    const options = {
      name: job.source.name,
      side: this.#side,
      textureCompressionBc: gpu.features.textureCompressionBc,
      maxTextureDimension: gpu.device.limits.maxTextureDimension2D,
      textureBudgetBytes: job.textureBudgetBytes,
      plainMaterials: job.plainMaterials,
      limits: job.limits,
    };
    const map = absoluteSource(job.source, this.#options.baseUrl);
    await this.#loader.load({ type: "load", map, content: job.content, options }, take);
    await rays;
    await settleFaults(gpu.device);
    if (job.memoryFault !== null) throw job.memoryFault;
    if (this.#recovery !== null) throw new CancelledError();
    if (summary === null) throw new Error("visleaf bug: a load ended");
    this.summary = summary;
    return summary;
  }

  #tellProgress(job: LoadJob, progress: ViewerEvents["progress"]): void {
    const { stage, done, total } = progress;
    job.onProgress?.({ stage, done, total });
    this.#listeners.emit("progress", { stage, done, total });
  }

  #show(job: LoadJob, { scene, entities }: PostedEvent & { type: "scene" }): void {
    const isSame = this.#shown === job;
    this.#shown = job;
    this.summary = null;
    this.map = describeMap(scene);
    this.#queries.setScene(scene, entities);
    if (!isSame) this.#styles.clear();
    const { renderer } = this.#options.gpu();
    for (const [style, light] of this.#styles) renderer.setStyle(style, light);
    this.#options.onScene(scene, isSame);
    this.#listeners.emit("scene", this.map);
    this.#tellRestored();
  }

  #tellRestored(): void {
    if (!this.#isRestoring) return;
    this.#isRestoring = false;
    this.#listeners.emit("restored", undefined);
  }

  /** Clears the viewer if the shown map could not be loaded again. */
  #giveUpRestoring(): void {
    if (!this.#isRestoring || this.#job !== null) return;
    this.#isRestoring = false;
    this.#clear();
  }

  #clear(): void {
    this.#options.gpu().renderer.clear();
    this.#queries.clear();
    this.#styles.clear();
    this.#shown = null;
    this.summary = null;
    if (this.map === null) return;
    this.map = null;
    this.#listeners.emit("unload", undefined);
  }
}

/** Milliseconds to wait for a frame: a hidden page draws none. */
const FRAME_MS = 500;

/** Resolves when the GPU has drawn the next frame, or after `FRAME_MS`. */
async function drawFrame(queue: GPUQueue): Promise<void> {
  const draw = globalThis.requestAnimationFrame;
  if (draw === undefined) return;
  const frame = new Promise((resolve) => draw(() => draw(resolve)));
  const done = frame.then(() => queue.onSubmittedWorkDone()).catch(() => undefined);
  await Promise.race([done, new Promise((resolve) => setTimeout(resolve, FRAME_MS))]);
}

/** Resolves when WebGPU has reported all errors of earlier calls. */
async function settleFaults(device: GPUDevice): Promise<void> {
  device.pushErrorScope("validation");
  // Scopes of a lost device reject. The loss itself is reported by `device.lost`.
  await device.popErrorScope().catch(() => null);
}

/** Returns a function that calls `act` at most once an interval, and at last with the last value. */
function atIntervals<T>(intervalMs: number, act: (value: T) => void): (value: T) => void {
  let waiting: { readonly value: T } | null = null;
  let isWaiting = false;
  const go = (value: T): void => {
    isWaiting = true;
    act(value);
    setTimeout(() => {
      isWaiting = false;
      const last = waiting;
      waiting = null;
      if (last !== null) go(last.value);
    }, intervalMs);
  };
  return (value) => {
    if (isWaiting) waiting = { value };
    else go(value);
  };
}
