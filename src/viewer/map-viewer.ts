/** The viewer: a canvas, the map that is shown in it, and what moves the camera. */

import type { ContentSpec } from "../content/types.ts";
import { CancelledError } from "../core/errors.ts";
import { GpuError } from "../gpu/errors.ts";
import type { LightSideName } from "../map/types.ts";
import { writeForward } from "../math/angles.ts";
import type { Camera, FrameStats, RenderSettings } from "../render/types.ts";
import { createCamera, setPose, type ViewerCamera } from "./camera.ts";
import { assignPose, CameraFlights, createApproach } from "./camera-flights.ts";
import { CameraNews } from "./camera-news.ts";
import { observeCanvasSeen } from "./canvas-seen.ts";
import { type CanvasSize, observeCanvasSize } from "./canvas-size.ts";
import { type CanvasControls, createControls } from "./controls.ts";
import { type CaptureSize, createFrameCapture, type FrameCapture } from "./frame-capture.ts";
import { createFrameLoop, type FrameLoop } from "./frame-loop.ts";
import { FrameTiming } from "./frame-timing.ts";
import { readPath, toContentSpec, toMapSource } from "./inputs.ts";
import type { Listeners } from "./listeners.ts";
import { createLoadJob, MapLoads } from "./map-loads.ts";
import { MapQueries } from "./map-queries.ts";
import { type OpenRenderer, reopenRenderer } from "./open-renderer.ts";
import { QUALITY_LIMITS } from "./quality.ts";
import { createReadbackPresenter, type ReadbackPresenter } from "./readback-presenter.ts";
import { encodePicture, pictureSize } from "./screenshot.ts";
import type { LoadSummary, MapInfo, ViewerEvents } from "./viewer-events.ts";
import type {
  ContentInput,
  FlyToOptions,
  LeafInfo,
  LoadMapOptions,
  MapEntity,
  MapInput,
  PathInput,
  PlayOptions,
  Point,
  Quality,
  RaycastHit,
  RaycastOptions,
  ScreenshotOptions,
  Viewer,
  ViewerControls,
  ViewerMemory,
  ViewerOptions,
} from "./viewer-types.ts";

const FLY_TO_SECONDS = 1.5;

/** A device that is lost again this soon is not made a third time. */
const LOSS_INTERVAL_MS = 10_000;

export class MapViewer implements Viewer {
  readonly canvas: HTMLCanvasElement;
  readonly timing = new FrameTiming();
  textureBudgetBytes: number;

  readonly #camera: ViewerCamera = createCamera();
  readonly #controls: CanvasControls;
  readonly #flights = new CameraFlights();
  readonly #listeners: Listeners<ViewerEvents>;
  readonly #news: CameraNews;
  readonly #queries = new MapQueries();
  readonly #loads: MapLoads;
  readonly #loop: FrameLoop;
  readonly #presenter: ReadbackPresenter | null;
  readonly #size: CanvasSize;
  readonly #unobserveSeen: () => void;
  readonly #isShared: boolean;
  #content: readonly ContentSpec[] = [];
  #gpu: OpenRenderer;
  #quality: Quality;
  #pixelRatioLimit: number;
  #isPaused = false;
  /** Has the renderer for itself while there is one. */
  #capture: FrameCapture | null = null;
  /** What the canvas is, or will be after a capture. */
  readonly #shownSize = { width: 1, height: 1 };
  /** Whether any of the canvas is in the window. */
  #isSeen = true;
  /** The one that is being replaced: a loss is heard of in more than one way. */
  #lostGpu: OpenRenderer | null = null;
  #lostAtMs = Number.NEGATIVE_INFINITY;
  /** Seconds of frames that were left out. */
  #heldSeconds = 0;
  #isDestroyed = false;

  /** Use `createViewer`. */
  constructor(
    canvas: HTMLCanvasElement,
    options: ViewerOptions,
    gpu: OpenRenderer,
    listeners: Listeners<ViewerEvents>,
  ) {
    this.canvas = canvas;
    this.content = options.content ?? [];
    this.#listeners = listeners;
    this.#news = new CameraNews(listeners);
    this.#gpu = gpu;
    this.#isShared = options.sharedDevice ?? true;
    this.#quality = options.quality ?? "high";
    const limits = QUALITY_LIMITS[this.#quality];
    this.#pixelRatioLimit = options.pixelRatioLimit ?? limits.pixelRatioLimit;
    this.textureBudgetBytes = options.textureBudgetBytes ?? limits.textureBudgetBytes;
    if (options.fov !== undefined) assignPose(this.#camera, { fov: options.fov });
    this.#loads = new MapLoads(listeners, this.#queries, {
      gpu: () => this.#gpu,
      side: options.side ?? "hdr",
      baseUrl: canvas.baseURI,
      onScene: (scene, isSame) => {
        // A map that is loaded again, after a lost device, is seen from where it was.
        if (!isSame) {
          this.#controls.stop();
          this.#flights.stop();
          setPose(this.#camera, scene.start);
        }
        this.#news.restart();
        this.#updateLoop();
      },
    });
    this.#presenter = options.present === "readback" ? createReadbackPresenter(canvas) : null;
    this.#controls = createControls(canvas, {
      mode: options.controls ?? "fly",
      keyTarget: options.keyTarget ?? canvas,
      camera: this.#camera,
      findDistance: () => this.#distanceAhead(),
      onInput: () => this.#flights.stop(),
    });
    this.#loop = createFrameLoop((nowMs, seconds) => this.#frame(nowMs, seconds));
    this.#size = observeCanvasSize(
      canvas,
      () => ({
        maxEdge: this.#gpu.gpu.device.limits.maxTextureDimension2D,
        pixelRatio: this.#pixelRatioLimit,
      }),
      (width, height) => this.#resize(width, height),
    );
    this.#unobserveSeen =
      options.pauseOffscreen === false
        ? () => undefined
        : observeCanvasSeen(canvas, (isSeen) => {
            this.#isSeen = isSeen;
            this.#updateLoop();
          });
    this.#watchLoss(gpu);
  }

  // ---- the camera

  get camera(): ViewerCamera {
    return this.#camera;
  }

  set camera(pose: Partial<Camera>) {
    this.#flights.stop();
    assignPose(this.#camera, pose);
  }

  async flyTo(pose: Partial<Camera>, options: FlyToOptions = {}): Promise<boolean> {
    const { seconds = FLY_TO_SECONDS, signal } = options;
    if (signal?.aborted) return false;
    if (!(seconds > 0) || !this.#isRunning || prefersStillness()) {
      this.camera = pose;
      return true;
    }
    this.#controls.stop();
    const flown = this.#flights.start(createApproach(this.#camera, pose, seconds));
    return this.#untilAborted(flown, signal);
  }

  async play(path: PathInput, options: PlayOptions = {}): Promise<boolean> {
    const { signal, speed = 1 } = options;
    if (!(speed > 0)) throw new TypeError("speed is to be a number above 0");
    if (signal?.aborted) return false;
    this.#flights.stop();
    const { turn } = this.#flights;
    let flight: Awaited<ReturnType<typeof readPath>>;
    try {
      flight = await readPath(path, this.canvas.baseURI, signal);
    } catch (error) {
      if (signal?.aborted) return false;
      throw error;
    }
    if (signal?.aborted || turn !== this.#flights.turn || this.#isDestroyed) return false;
    this.#controls.stop();
    if (flight.fov !== null) assignPose(this.#camera, { fov: flight.fov });
    const { duration } = flight;
    const isLoop = (options.loop ?? flight.isLoop) && duration > 0;
    const flown = this.#flights.start(
      {
        duration,
        isLoop,
        setPose: (camera, seconds) => flight.setPose(camera, isLoop ? seconds % duration : seconds),
      },
      speed,
    );
    return this.#untilAborted(flown, signal);
  }

  stop(): void {
    this.#flights.stop();
  }

  get isFlying(): boolean {
    return this.#flights.isActive;
  }

  async #untilAborted(flown: Promise<boolean>, signal?: AbortSignal): Promise<boolean> {
    const { turn } = this.#flights;
    const onAbort = (): void => {
      if (turn === this.#flights.turn) this.#flights.stop();
    };
    signal?.addEventListener("abort", onAbort);
    try {
      return await flown;
    } finally {
      signal?.removeEventListener("abort", onAbort);
    }
  }

  #distanceAhead(): number | null {
    const forward = new Float32Array(3);
    const { x, y, z, pitch, yaw } = this.#camera;
    writeForward(forward, pitch, yaw);
    return this.#queries.raycast([x, y, z], forward)?.distance ?? null;
  }

  get controls(): ViewerControls {
    return this.#controls;
  }

  // ---- the picture

  get settings(): RenderSettings {
    return this.#gpu.renderer.settings;
  }

  get stats(): FrameStats {
    return this.#gpu.renderer.stats;
  }

  get adapterName(): string {
    return this.#gpu.gpu.adapterName;
  }

  get memory(): ViewerMemory {
    const { memory, deviceMemory } = this.#gpu.gpu;
    return {
      bufferBytes: memory.bufferBytes,
      textureBytes: memory.textureBytes,
      byKind: new Map(memory.byKind),
      deviceBytes: deviceMemory.bufferBytes + deviceMemory.textureBytes,
    };
  }

  get quality(): Quality {
    return this.#quality;
  }

  set quality(quality: Quality) {
    this.#quality = quality;
    const limits = QUALITY_LIMITS[quality];
    this.textureBudgetBytes = limits.textureBudgetBytes;
    this.pixelRatioLimit = limits.pixelRatioLimit;
  }

  get pixelRatioLimit(): number {
    return this.#pixelRatioLimit;
  }

  set pixelRatioLimit(limit: number) {
    if (!(limit > 0)) throw new TypeError("pixelRatioLimit is to be a number above 0");
    this.#pixelRatioLimit = limit;
    this.#size.update();
  }

  async screenshot(options: ScreenshotOptions = {}): Promise<Blob> {
    const { renderer } = this.#gpu;
    const shown = { width: renderer.width, height: renderer.height };
    const { type = "image/png", quality } = options;
    const { width, height } = pictureSize(options, shown);
    const max = this.#gpu.gpu.device.limits.maxTextureDimension2D;
    if (Math.max(width, height) > max) {
      const wanted = `${width}x${height}`;
      throw new GpuError("limit", "", `this device draws up to ${max}x${max}, not ${wanted}`);
    }
    // All before the browser shows anything: the canvas never has a frame of another size.
    renderer.resize(width, height);
    renderer.render(this.#camera);
    const reading = renderer.readPixels();
    if (width !== shown.width || height !== shown.height) {
      renderer.resize(shown.width, shown.height);
      renderer.render(this.#camera);
    }
    return encodePicture(await reading, width, height, { type, quality });
  }

  capture(size: CaptureSize): FrameCapture {
    if (this.#capture !== null) throw new Error("there is a capture already");
    const gpu = this.#gpu;
    this.#capture = createFrameCapture(gpu, this.#camera, size, {
      isLost: () => gpu !== this.#gpu || gpu === this.#lostGpu,
      onEnd: () => {
        this.#capture = null;
        if (this.#isDestroyed) return;
        const { width, height } = this.#shownSize;
        this.#gpu.renderer.resize(width, height);
        this.#updateLoop();
      },
    });
    this.#updateLoop();
    return this.#capture;
  }

  setStyle(style: number, brightness: number): void {
    this.#loads.setStyle(style, brightness);
  }

  // ---- the map

  get content(): readonly ContentSpec[] {
    return this.#content;
  }

  set content(content: readonly ContentInput[]) {
    this.#content = content.map((each) => toContentSpec(each, this.canvas.baseURI));
  }

  load(input: MapInput, options: LoadMapOptions = {}): Promise<LoadSummary> {
    if (this.#isDestroyed) return Promise.reject(new Error("the viewer was destroyed"));
    const { baseURI } = this.canvas;
    const job = createLoadJob({
      source: toMapSource(input, options.name),
      content: [
        ...(options.content ?? []).map((each) => toContentSpec(each, baseURI)),
        ...this.#content,
      ],
      textureBudgetBytes: this.textureBudgetBytes,
      onProgress: options.onProgress,
    });
    return this.#loads.start(job, options.signal);
  }

  cancel(): void {
    this.#loads.cancel();
  }

  unload(): void {
    this.#flights.stop();
    this.#loads.unload();
    this.#updateLoop();
  }

  get map(): MapInfo | null {
    return this.#loads.map;
  }

  get summary(): LoadSummary | null {
    return this.#loads.summary;
  }

  get entities(): readonly MapEntity[] {
    return this.#queries.entities;
  }

  setLightSide(side: LightSideName): Promise<void> {
    return this.#loads.setLightSide(side);
  }

  leafAt(point: Point): LeafInfo | null {
    return this.#queries.leafAt(point);
  }

  isVisible(from: Point, to: Point): boolean {
    return this.#queries.isVisible(from, to);
  }

  raycast(origin: Point, direction: Point, options?: RaycastOptions): RaycastHit | null {
    return this.#queries.raycast(origin, direction, options);
  }

  on<Name extends keyof ViewerEvents>(
    name: Name,
    listener: (detail: ViewerEvents[Name]) => void,
  ): () => void {
    return this.#listeners.on(name, listener);
  }

  off<Name extends keyof ViewerEvents>(
    name: Name,
    listener: (detail: ViewerEvents[Name]) => void,
  ): void {
    this.#listeners.off(name, listener);
  }

  // ---- frames

  pause(): void {
    this.#isPaused = true;
    this.#updateLoop();
  }

  resume(): void {
    this.#isPaused = false;
    this.#updateLoop();
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.#loop.stop();
    this.#flights.stop();
    this.#loads.destroy();
    this.#size.destroy();
    this.#unobserveSeen();
    this.#controls.destroy();
    this.#gpu.destroy();
    this.#listeners.clear();
  }

  get #isRunning(): boolean {
    const hasRenderer = this.#lostGpu !== this.#gpu && this.#capture === null;
    return (
      hasRenderer && this.map !== null && !this.#isPaused && this.#isSeen && !this.#isDestroyed
    );
  }

  #updateLoop(): void {
    if (this.#isRunning) this.#loop.start();
    else this.#loop.stop();
  }

  #resize(width: number, height: number): void {
    // The presenter sizes the canvas itself, with the frame that fits.
    if (this.#presenter === null) {
      this.canvas.width = width;
      this.canvas.height = height;
    }
    this.#shownSize.width = width;
    this.#shownSize.height = height;
    if (this.#capture === null) this.#gpu.renderer.resize(width, height);
  }

  #frame(nowMs: number, seconds: number): void {
    if (seconds === 0) this.timing.restart(nowMs);
    this.#heldSeconds += seconds;
    if (this.#presenter?.busy) return;
    const startMs = performance.now();
    const { renderer } = this.#gpu;
    if (this.#flights.isActive) this.#flights.update(this.#camera, this.#heldSeconds);
    else this.#controls.update(this.#camera, this.#heldSeconds);
    this.#heldSeconds = 0;
    this.#listeners.emit("frame", nowMs);
    renderer.render(this.#camera);
    this.timing.add(nowMs, performance.now() - startMs);
    if (this.#presenter) void this.#presentReadback(this.#presenter, this.#gpu);
    this.#news.update(this.#camera, this.#queries, renderer.stats, nowMs);
  }

  async #presentReadback(presenter: ReadbackPresenter, gpu: OpenRenderer): Promise<void> {
    try {
      await presenter.present(gpu.renderer);
    } catch (error) {
      this.#onLost(gpu, error instanceof Error ? error.message : String(error));
    }
  }

  // ---- faults and losses

  /** What WebGPU refused. */
  takeFault(error: GpuError): void {
    if (this.#isDestroyed || this.#loads.takeFault(error)) return;
    this.#listeners.emit("fault", error);
  }

  #watchLoss(gpu: OpenRenderer): void {
    void gpu.lost.then((message) => this.#onLost(gpu, message));
  }

  #onLost(gpu: OpenRenderer, message: string): void {
    if (this.#isDestroyed || gpu !== this.#gpu || gpu === this.#lostGpu) return;
    this.#lostGpu = gpu;
    this.#loop.stop();
    this.#listeners.emit("lost", { message });
    this.#loads.recover(this.#reopen(gpu, message));
  }

  /** Makes a new device and puts a renderer on it. Rejects with GpuError if that cannot be. */
  async #reopen(lost: OpenRenderer, message: string): Promise<void> {
    const nowMs = performance.now();
    const isRepeated = nowMs - this.#lostAtMs < LOSS_INTERVAL_MS;
    this.#lostAtMs = nowMs;
    const fail = (reason: string): never => {
      const whole = `the graphics device was lost (${message}), and no other could be had: ${reason}`;
      throw new GpuError("no-device", "", whole);
    };
    if (isRepeated) fail("it was lost twice within seconds");
    // First the old one goes: the canvas has one context, and one device at a time.
    lost.destroy();
    const options = {
      isShared: this.#isShared,
      onFault: (error: GpuError) => this.takeFault(error),
    };
    let gpu: OpenRenderer;
    try {
      gpu = await reopenRenderer(this.#presenter ? null : this.canvas, options);
    } catch (error) {
      return fail(error instanceof Error ? error.message : String(error));
    }
    if (this.#isDestroyed) {
      gpu.destroy();
      throw new CancelledError();
    }
    this.#gpu = gpu;
    Object.assign(gpu.renderer.settings, lost.renderer.settings);
    gpu.renderer.resize(lost.renderer.width, lost.renderer.height);
    this.#watchLoss(gpu);
  }
}

function prefersStillness(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
