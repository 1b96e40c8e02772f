/** Opens the GPU and creates a particle viewer: a canvas, a file, and one of its systems. */

import type { ContentSpec } from "../../content/types.ts";
import { CancelledError } from "../../core/errors.ts";
import { GpuError } from "../../gpu/errors.ts";
import type { MapScene } from "../../map/types.ts";
import { frameModel, MODEL_FOV } from "../../scene/model/frame-model.ts";
import { DEFAULT_POINTS, type ParticleFileEvent } from "../../scene/placed/open-particle-file.ts";
import type { Vector } from "../base-viewer.ts";
import type { OpenRenderer } from "../frame/open-renderer.ts";
import { openViewer } from "../frame/open-viewer.ts";
import type { ReadbackPresenter } from "../frame/readback-presenter.ts";
import { SteeredViewer } from "../frame/steered-viewer.ts";
import { toContentSpec } from "../input/inputs.ts";
import { Listeners } from "../input/listeners.ts";
import { MODEL_WORKER } from "../model/kept-worker.ts";
import { loadKept } from "../model/load-model.ts";
import { describeParticles } from "./describe-particles.ts";
import type { ParticleEventMessage, ParticleRequest } from "./particle-protocol.ts";
import { openParticleSource, type ParticleSource } from "./particle-source.ts";
import type {
  LoadParticlesOptions,
  ParticleChoice,
  ParticleInfo,
  ParticleInput,
  ParticleViewer,
  ParticleViewerEvents,
  ParticleViewerOptions,
} from "./particle-types.ts";
import { type LoadedSystem, SystemStage } from "./system-stage.ts";

const AXES = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const ORIGIN: Vector = [0, 0, 0];
const DEFAULT_PLACES: ReadonlyMap<number, Vector> = new Map(
  DEFAULT_POINTS.map(({ point, place }) => [point, place]),
);

interface Job {
  readonly source: ParticleSource;
  readonly content: readonly ContentSpec[];
  readonly choice: ParticleChoice;
  readonly limits: ParticleRequest["options"]["limits"];
}

class ParticleCanvas extends SteeredViewer<ParticleViewerEvents> implements ParticleViewer {
  #stage: SystemStage | null = null;
  #info: ParticleInfo | null = null;
  /** Latest load: shown, or running. */
  #job: Job | null = null;
  #loading: AbortController | null = null;
  #showsBounds = false;
  #showsPoints = true;

  /** Use `createParticleViewer`. */
  constructor(
    canvas: HTMLCanvasElement,
    options: ParticleViewerOptions,
    gpu: OpenRenderer,
    presenter: ReadbackPresenter | null,
  ) {
    super(canvas, { fov: MODEL_FOV, ...options }, gpu, presenter, {
      ...{ listeners: new Listeners(), controls: "orbit", flyToSeconds: 0.8 },
    });
    this.watchCanvas(options);
  }

  // ---- loads

  async load(input: ParticleInput, options: LoadParticlesOptions = {}): Promise<ParticleInfo> {
    if (this.isDestroyed) throw new Error("the viewer was destroyed");
    const { content = [], signal, limits, ...choice } = options;
    const loading = this.#begin(signal);
    const { baseURI } = this.canvas;
    const source = await openParticleSource(input, baseURI, loading.signal).catch((error) => {
      throw this.#fail(error, loading);
    });
    const own = content.map((each) => toContentSpec(each, baseURI));
    const job = { source, content: [...source.content, ...own, ...this.content], choice, limits };
    return this.#run(job, loading);
  }

  choose(changed: ParticleChoice): Promise<ParticleInfo> {
    if (this.#job === null) return Promise.reject(new Error("no particle system is shown"));
    const job = { ...this.#job, choice: { ...this.#job.choice, ...changed } };
    return this.#run(job, this.#begin(undefined));
  }

  #begin(signal: AbortSignal | undefined): AbortController {
    this.#loading?.abort();
    const loading = new AbortController();
    if (signal?.aborted) loading.abort();
    signal?.addEventListener("abort", () => loading.abort(), { signal: loading.signal });
    this.#loading = loading;
    return loading;
  }

  async #run(job: Job, loading: AbortController): Promise<ParticleInfo> {
    const before = this.#job;
    this.#job = job;
    this.listeners.emit("loadstart", { name: job.source.name });
    try {
      const [loaded, done] = await this.#read(job, loading.signal);
      const { name } = job.source;
      const info = describeParticles(name, done.pcf, done.system, done.box, done.warnings);
      if (loading.signal.aborted || this.isDestroyed) throw new CancelledError();
      this.#job = { ...job, choice: { ...job.choice, system: done.system } };
      const isSame = this.#info?.file.name === name && this.#info.system === info.system;
      this.#show(loaded, info, isSame && before?.source === job.source);
      return info;
    } catch (error) {
      if (this.#job === job) this.#job = before;
      throw this.#fail(error, loading);
    } finally {
      if (this.#loading === loading) this.#loading = null;
    }
  }

  async #read(
    { source, content, choice, limits }: Job,
    signal: AbortSignal,
  ): Promise<[LoadedSystem, Extract<ParticleFileEvent, { type: "done" }>]> {
    const { gpu } = this.device.current;
    const { points, ...chosen } = choice;
    const request: ParticleRequest = {
      ...{ file: source.file, content },
      options: {
        ...chosen,
        points: [...(points ?? [])].map(([point, place]) => ({ point, place, axes: AXES })),
        textureCompressionBc: gpu.features.textureCompressionBc,
        maxTextureDimension: gpu.device.limits.maxTextureDimension2D,
        textureBudgetBytes: this.textureBudgetBytes,
        limits,
      },
    };
    let scene: MapScene | null = null;
    let particles: LoadedSystem["particles"] = null;
    const textures: Extract<ParticleFileEvent, { type: "texture" }>[] = [];
    let done: Extract<ParticleFileEvent, { type: "done" }> | null = null;
    const take = (event: ParticleFileEvent): void => {
      if (event.type === "scene") scene = event.scene;
      else if (event.type === "particles") particles = event;
      else if (event.type === "texture") textures.push(event);
      else done = event;
    };
    await loadKept<ParticleEventMessage>(
      { type: "particles", ...request },
      "particle-event",
      take,
      { signal },
    );
    if (scene === null || done === null) throw new Error("visleaf bug: a load ended");
    return [{ scene, particles, textures }, done];
  }

  #fail(cause: unknown, loading: AbortController): Error {
    if (this.#loading === loading) this.#loading = null;
    if (loading.signal.aborted || cause instanceof CancelledError) return new CancelledError();
    const error = cause instanceof Error ? cause : new Error(String(cause));
    this.listeners.emit("error", error);
    return error;
  }

  /** @param isSame whether the same system was shown before, whose time and camera are kept */
  #show(loaded: LoadedSystem, info: ParticleInfo, isSame: boolean): void {
    const before = this.#stage;
    const stage = new SystemStage(this.device.current.renderer, loaded);
    if (before !== null) {
      stage.isLooping = before.isLooping;
      stage.rate = before.rate;
      if (isSame) {
        stage.isPlaying = before.isPlaying;
        stage.stopSeconds = before.stopSeconds;
        stage.seconds = before.seconds;
      }
    }
    this.#stage = stage;
    this.#info = info;
    stage.bounds.isShown = this.#showsBounds;
    stage.points.isShown = this.#showsPoints;
    const { points } = this.choice;
    stage.showPoints(
      info.points.map((point) => points.get(point) ?? ORIGIN),
      info.box,
    );
    if (!isSame) this.frame();
    this.updateLoop();
    this.listeners.emit("system", info);
    this.#touched();
  }

  protected override endLoads(): void {
    this.#loading?.abort();
  }

  protected override recover(reopening: Promise<void>): void {
    const again = async (): Promise<void> => {
      await reopening;
      if (this.#job !== null) await this.#run(this.#job, this.#begin(undefined));
      this.listeners.emit("restored", undefined);
    };
    again().catch((error) => {
      // Loads report other errors themselves.
      if (error instanceof GpuError) this.listeners.emit("error", error);
    });
  }

  // ---- state

  get info(): ParticleInfo | null {
    return this.#info;
  }

  get choice(): Required<ParticleChoice> {
    const {
      system = "",
      seed = 0,
      points = new Map(),
      backdrop = "studio",
    } = this.#job?.choice ?? {};
    return { system, seed, points: new Map([...DEFAULT_PLACES, ...points]), backdrop };
  }

  get isPlaying(): boolean {
    return this.#stage?.isPlaying ?? false;
  }

  set isPlaying(isPlaying: boolean) {
    const stage = this.#present;
    // Playing on after the end starts again.
    const { endSeconds } = stage;
    if (isPlaying && endSeconds !== null && stage.seconds >= endSeconds) stage.seconds = 0;
    stage.isPlaying = isPlaying;
    this.#changed();
  }

  get isLooping(): boolean {
    return this.#stage?.isLooping ?? true;
  }

  set isLooping(isLooping: boolean) {
    this.#present.isLooping = isLooping;
    this.#changed();
  }

  get rate(): number {
    return this.#stage?.rate ?? 1;
  }

  set rate(rate: number) {
    this.#present.rate = Math.max(0, rate);
    this.#changed();
  }

  get seconds(): number {
    return this.#stage?.seconds ?? 0;
  }

  set seconds(seconds: number) {
    this.#present.seconds = seconds;
    this.#changed();
  }

  get stopSeconds(): number | null {
    return this.#stage?.stopSeconds ?? null;
  }

  set stopSeconds(seconds: number | null) {
    this.#present.stopSeconds = seconds;
    this.#changed();
  }

  get endSeconds(): number | null {
    return this.#stage?.endSeconds ?? null;
  }

  countOf(row: number): number {
    return this.#stage?.countOf(row) ?? 0;
  }

  get particleCount(): number {
    return this.#stage?.countOf() ?? 0;
  }

  get showsBounds(): boolean {
    return this.#showsBounds;
  }

  set showsBounds(isShown: boolean) {
    this.#showsBounds = isShown;
    if (this.#stage !== null) this.#stage.bounds.isShown = isShown;
    this.#changed();
  }

  get showsPoints(): boolean {
    return this.#showsPoints;
  }

  set showsPoints(isShown: boolean) {
    this.#showsPoints = isShown;
    if (this.#stage !== null) this.#stage.points.isShown = isShown;
    this.#changed();
  }

  get #present(): SystemStage {
    if (this.#stage === null) throw new Error("no particle system is shown");
    return this.#stage;
  }

  #changed(): void {
    this.listeners.emit("change", undefined);
    this.#touched();
  }

  /** Redraws after a change if no frame is scheduled. */
  #touched(): void {
    if (this.isRunning) this.requestFrame();
    else this.drawStill();
  }

  // ---- camera and frames

  frame(seconds = 0): void {
    if (this.#info === null) return;
    const { width, height } = this.shownSize;
    const { fov } = this.pose;
    const { x, y, z, pitch, yaw } = frameModel(this.#info.box, { fov, aspect: width / height });
    void this.flyTo({ x, y, z, pitch, yaw }, { seconds });
  }

  protected override distanceAhead(): number | null {
    if (this.#info === null) return null;
    const { box } = this.#info;
    const { x, y, z } = this.pose;
    return Math.hypot(...[x, y, z].map((eye, axis) => (box[axis] + box[axis + 3]) / 2 - eye));
  }

  protected override get isShown(): boolean {
    return this.#stage !== null;
  }

  protected override advanceShown(seconds: number): boolean {
    return this.#stage?.advance(seconds) ?? false;
  }

  /** Handles an error of WebGPU. */
  override takeFault(error: GpuError): void {
    if (!this.isDestroyed) this.listeners.emit("fault", error);
  }
}

/**
 * Creates a particle viewer that draws on a canvas. Rejects with a `GpuError` if WebGPU is missing
 * or broken, or if the canvas has another context.
 */
export function createParticleViewer(
  canvas: HTMLCanvasElement,
  options: ParticleViewerOptions = {},
): Promise<ParticleViewer> {
  // The worker starts while the GPU is opened.
  MODEL_WORKER.prepare();
  return openViewer(
    canvas,
    options,
    (gpu, presenter) => new ParticleCanvas(canvas, options, gpu, presenter),
  );
}
