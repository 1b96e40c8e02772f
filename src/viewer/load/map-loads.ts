/**
 * The map that is shown and the one that is being loaded: one load at a time, the last asked for wins.
 * A load goes on by itself after a lost device, and with smaller textures after one without memory.
 */

import type { ContentSpec } from "../../content/types.ts";
import { CancelledError } from "../../core/errors.ts";
import { GpuError } from "../../gpu/errors.ts";
import type { LightSideName, MapScene } from "../../map/types.ts";
import type { OpenRenderer } from "../frame/open-renderer.ts";
import type { Listeners } from "../input/listeners.ts";
import {
  describeMap,
  type LoadSummary,
  type MapInfo,
  type ViewerEvents,
} from "../viewer-events.ts";
import { applyLoadEvent } from "./apply-load-event.ts";
import type { LoadLimits, PostedEvent } from "./load-protocol.ts";
import { createMapLoader, type MapLoader } from "./map-loader.ts";
import type { MapQueries } from "./map-queries.ts";
import { type MapSource, postedMap } from "./map-source.ts";

/** After memory ran out, a map's textures get this part of what they had. */
const RETRY_SHARE = 1 / 4;

export interface LoadRequest {
  readonly source: MapSource;
  readonly content: readonly ContentSpec[];
  readonly textureBudgetBytes: number;
  readonly plainMaterials: boolean;
  readonly limits?: LoadLimits;
  readonly onProgress?: (progress: ViewerEvents["progress"]) => void;
}

export interface LoadJob extends LoadRequest {
  textureBudgetBytes: number;
  hasRetried: boolean;
  /** What ran out while it was loaded. */
  memoryFault: GpuError | null;
}

export function createLoadJob(request: LoadRequest): LoadJob {
  return { ...request, hasRetried: false, memoryFault: null };
}

export interface MapLoadsOptions {
  /** What is drawn with now. */
  readonly gpu: () => OpenRenderer;
  /** Whether its device is alive. */
  readonly hasDevice: () => boolean;
  readonly side: LightSideName;
  /** What relative addresses are relative to. */
  readonly baseUrl: string;
  /** A map can be seen; `isSame`: again, on a new device. */
  readonly onScene: (scene: MapScene, isSame: boolean) => void;
}

export class MapLoads {
  map: MapInfo | null = null;
  summary: LoadSummary | null = null;
  readonly #listeners: Listeners<ViewerEvents>;
  readonly #queries: MapQueries;
  readonly #options: MapLoadsOptions;
  readonly #loader: MapLoader = createMapLoader();
  /** What is shown, and what is being loaded. */
  #shown: LoadJob | null = null;
  #job: LoadJob | null = null;
  #side: LightSideName;
  /** Styles that were set since the map is shown. */
  readonly #styles = new Map<number, number | string | null>();
  /** While there is no device: settles with whether there is one again. */
  #recovery: Promise<void> | null = null;
  #isRestoring = false;

  constructor(listeners: Listeners<ViewerEvents>, queries: MapQueries, options: MapLoadsOptions) {
    this.#listeners = listeners;
    this.#queries = queries;
    this.#options = options;
    this.#side = options.side;
  }

  /** Where what is shown came from. */
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
    // Replaced meanwhile, or loaded again on another device, with this light.
    if (this.#shown !== shown || renderer !== this.#options.gpu().renderer) return;
    renderer.relight(relit.scene, relit.light);
    if (relit.sky !== null) renderer.setSky(relit.sky);
    this.#queries.setTree(relit.scene);
    const staticPropCount = this.map?.staticPropCount ?? null;
    this.map = { ...describeMap(relit.scene), staticPropCount };
    this.#listeners.emit("relit", this.map);
  }

  setStyle(style: number, light: number | string | null): void {
    this.#styles.set(style, light);
    this.#options.gpu().renderer.setStyle(style, light);
  }

  /** Whether a fault was taken as the running load's own. */
  takeFault(error: GpuError): boolean {
    const job = this.#job;
    if (job === null || error.code !== "out-of-memory") return false;
    job.memoryFault ??= error;
    // Whatever else comes would not fit either.
    this.#loader.cancel();
    return true;
  }

  /** The device is gone; `reopening` settles when there is another, or none to be had. */
  recover(reopening: Promise<void>): void {
    this.#recovery = reopening;
    // What is still to come would reach a renderer that has not had the rest.
    this.#loader.cancel();
    const settle = async (): Promise<void> => {
      try {
        await reopening;
      } catch (error) {
        // A load that is running tells of it by itself.
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
      // What goes wrong now is told of by the "error" event.
      if (shown !== null) this.start(shown).catch(() => this.#giveUpRestoring());
      else this.#tellRestored();
    };
    void settle();
  }

  /** Tries until a map is there or cannot be: again on a new device, and once with less memory. */
  async #loadWhole(job: LoadJob): Promise<LoadSummary> {
    for (;;) {
      try {
        if (this.#recovery !== null) await this.#recovery;
        if (this.#job !== job) throw new CancelledError();
        if (!this.#options.hasDevice()) {
          throw new GpuError(
            "no-device",
            "",
            "the graphics device was lost, and there is no other",
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
        // Of what was refused then, the rest is told by now: it is not the next try's.
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
      const message = `the map does not fit into this GPU's memory, small textures or not (${fault.message})`;
      throw new GpuError("out-of-memory", fault.label, message);
    }
    job.hasRetried = true;
    job.textureBudgetBytes = Math.min(job.textureBudgetBytes, taken) * RETRY_SHARE;
  }

  async #loadOnce(job: LoadJob): Promise<LoadSummary> {
    const startMs = performance.now();
    const { gpu, renderer } = this.#options.gpu();
    job.memoryFault = null;
    this.#tellProgress(job, { stage: "read", done: 0, total: 0 });
    if (this.#job !== job) throw new CancelledError();
    let firstFrameMs = 0;
    let summary: LoadSummary | null = null;
    let rays: Promise<void> | null = null;
    const isWanted = () => this.#job === job && this.#recovery === null && job.memoryFault === null;
    const take = async (event: PostedEvent): Promise<void> => {
      // A listener may have ended the load since.
      if (!isWanted()) return;
      await applyLoadEvent(renderer, event, isWanted);
      if (!isWanted()) return;
      if (event.type === "progress") {
        this.#tellProgress(job, event);
      } else if (event.type === "scene") {
        firstFrameMs = performance.now() - startMs;
        this.#show(job, event);
      } else if (event.type === "collision") {
        // Awaited at the load's end; of one that is ended before, nobody asks.
        rays = this.#queries.setCollision(event.collision);
        rays.catch(() => undefined);
      } else if (event.type === "details" && this.map !== null) {
        this.map = { ...this.map, staticPropCount: event.staticPropCount };
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
    const map = postedMap(job.source, this.#options.baseUrl);
    await this.#loader.load({ map, content: job.content, options }, take);
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

  /** What was shown cannot be shown again. */
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

/** Resolves when all that WebGPU has to say of earlier calls was said. */
async function settleFaults(device: GPUDevice): Promise<void> {
  device.pushErrorScope("validation");
  // Scopes of a lost device reject; the loss itself is told otherwise.
  await device.popErrorScope().catch(() => null);
}
