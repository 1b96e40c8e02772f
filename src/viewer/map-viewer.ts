/** The viewer: a canvas, the map that is shown in it, and what moves the camera. */

import type { ContentSpec } from "../content/types.ts";
import { GpuError } from "../gpu/errors.ts";
import type { CameraPose, LeafTree, LightSideName } from "../map/types.ts";
import { writeForward } from "../math/angles.ts";
import { verticalFov } from "../math/projection.ts";
import type { Camera, FrameStats, RenderSettings } from "../render/types.ts";
import { createCamera, setPose, type ViewerCamera } from "./camera/camera.ts";
import { assignPose, CameraFlights } from "./camera/camera-flights.ts";
import { CameraNews } from "./camera/camera-news.ts";
import type { Flight } from "./camera/flight.ts";
import { observeCanvasSeen } from "./frame/canvas-seen.ts";
import { type CanvasSize, observeCanvasSize } from "./frame/canvas-size.ts";
import { DeviceKeeper } from "./frame/device-keeper.ts";
import { type CaptureSize, createFrameCapture, type FrameCapture } from "./frame/frame-capture.ts";
import { createFrameLoop, type FrameLoop } from "./frame/frame-loop.ts";
import { FrameTiming } from "./frame/frame-timing.ts";
import type { OpenRenderer } from "./frame/open-renderer.ts";
import { QualityKeeper } from "./frame/quality-keeper.ts";
import type { ReadbackPresenter } from "./frame/readback-presenter.ts";
import { type CanvasControls, createControls } from "./input/controls.ts";
import { toContentSpec, toMapSource } from "./input/inputs.ts";
import type { Listeners } from "./input/listeners.ts";
import type { LoadLimits } from "./load/load-protocol.ts";
import { createLoadJob, MapLoads } from "./load/map-loads.ts";
import { MapQueries } from "./load/map-queries.ts";
import type { LeafInfo, LoadSummary, MapInfo, ViewerEvents } from "./viewer-events.ts";
import type {
  ContentInput,
  FlyToOptions,
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

export class MapViewer implements Viewer {
  readonly canvas: HTMLCanvasElement;
  readonly timing = new FrameTiming();
  limits: LoadLimits;

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
  readonly #device: DeviceKeeper;
  readonly #quality: QualityKeeper;
  #content: readonly ContentSpec[] = [];
  #isPaused = false;
  /** Has the renderer for itself while there is one. */
  #capture: FrameCapture | null = null;
  /** What the canvas is, or will be after a capture. */
  readonly #shownSize = { width: 1, height: 1 };
  /** Whether any of the canvas is in the window. */
  #isSeen = true;
  /** Whether the canvas is to show something newer, when a frame on its way or a capture is over. */
  #isStillDue = false;
  /** Seconds of frames that were left out. */
  #heldSeconds = 0;
  /** The map's clock: it stands still while no frame is drawn. */
  #seconds = 0;
  #isDestroyed = false;

  /** Use `createViewer`. */
  constructor(
    canvas: HTMLCanvasElement,
    options: ViewerOptions,
    gpu: OpenRenderer,
    presenter: ReadbackPresenter | null,
    listeners: Listeners<ViewerEvents>,
  ) {
    this.canvas = canvas;
    this.content = options.content ?? [];
    this.#listeners = listeners;
    this.#news = new CameraNews(listeners);
    this.#device = new DeviceKeeper(gpu, {
      canvas: presenter === null ? canvas : null,
      isShared: options.sharedDevice ?? true,
      onFault: (error) => this.takeFault(error),
      onLost: (message, reopening) => {
        this.#updateLoop();
        this.#listeners.emit("lost", { message });
        this.#loads.recover(reopening);
      },
    });
    this.#quality = new QualityKeeper(() => this.#device.current, options);
    this.limits = options.limits ?? {};
    if (options.fov !== undefined) assignPose(this.#camera, { fov: options.fov });
    this.#loads = new MapLoads(listeners, this.#queries, {
      gpu: () => this.#device.current,
      hasDevice: () => this.#device.isReady,
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
    this.#presenter = presenter;
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
        maxEdge: this.#device.current.gpu.device.limits.maxTextureDimension2D,
        pixelRatio: this.#quality.pixelRatioLimit,
      }),
      (width, height) => this.#resize(width, height),
    );
    // What the canvas showed is gone, and it may be that no frame is on its way.
    for (const name of ["load", "restored", "unload"] as const) {
      listeners.on(name, () => {
        if (!this.#isRunning) this.#drawStill();
      });
    }
    this.#unobserveSeen =
      options.pauseOffscreen === false
        ? () => undefined
        : observeCanvasSeen(canvas, (isSeen) => {
            this.#isSeen = isSeen;
            this.#updateLoop();
          });
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
    const make = await this.#flights.await(() => import("./camera/make-flight.ts"), signal);
    if (make === null) return false;
    return this.#flights.start(make.createApproach(this.#camera, pose, seconds), { signal });
  }

  async play(path: PathInput, options: PlayOptions = {}): Promise<boolean> {
    const { signal, speed = 1, loop } = options;
    if (!(speed > 0)) throw new TypeError("speed is to be a number above 0");
    const read = async () => {
      const { readPath } = await import("./camera/read-path.ts");
      const { createPlayback } = await import("./camera/make-flight.ts");
      const flight = await readPath(path, this.canvas.baseURI, signal);
      return { fov: flight.fov, playback: createPlayback(flight, loop) };
    };
    const made = await this.#flights.await(read, signal);
    if (made === null) return false;
    this.#controls.stop();
    if (made.fov !== null) assignPose(this.#camera, { fov: made.fov });
    return this.#flights.start(made.playback, { speed, signal });
  }

  async createTour(): Promise<Flight> {
    const { map } = this;
    const tree = this.#shownTree();
    const { buildTour } = await import("./tour/tour.ts");
    return buildTour({ tree, start: map!.start });
  }

  async findOverview(): Promise<CameraPose | null> {
    const tree = this.#shownTree();
    const { findOverview } = await import("./tour/overview.ts");
    const vertical = Math.tan(verticalFov(this.#camera.fov) / 2);
    const { width, height } = this.#shownSize;
    return findOverview(tree, { vertical, horizontal: (vertical * width) / height });
  }

  #shownTree(): LeafTree {
    const { tree } = this.#queries;
    if (tree === null) throw new Error("no map is shown");
    return tree;
  }

  stop(): void {
    this.#flights.stop();
  }

  get isFlying(): boolean {
    return this.#flights.isActive;
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
    return this.#device.current.renderer.settings;
  }

  get stats(): FrameStats {
    return this.#device.current.renderer.stats;
  }

  get adapterName(): string {
    return this.#device.current.gpu.adapterName;
  }

  get memory(): ViewerMemory {
    const { memory, deviceMemory } = this.#device.current.gpu;
    return {
      bufferBytes: memory.bufferBytes,
      textureBytes: memory.textureBytes,
      byKind: new Map(memory.byKind),
      deviceBytes: deviceMemory.bufferBytes + deviceMemory.textureBytes,
    };
  }

  get quality(): Quality {
    return this.#quality.quality;
  }

  set quality(quality: Quality) {
    this.#quality.quality = quality;
    this.#size.update();
  }

  get textureBudgetBytes(): number {
    return this.#quality.textureBudgetBytes;
  }

  set textureBudgetBytes(bytes: number) {
    this.#quality.textureBudgetBytes = bytes;
  }

  get frameGoalMs(): number {
    return this.#quality.frameGoalMs;
  }

  set frameGoalMs(goal: number) {
    this.#quality.frameGoalMs = goal;
  }

  get pixelRatioLimit(): number {
    return this.#quality.pixelRatioLimit;
  }

  set pixelRatioLimit(limit: number) {
    this.#quality.pixelRatioLimit = limit;
    this.#size.update();
  }

  async screenshot(options: ScreenshotOptions = {}): Promise<Blob> {
    const { encodePicture, pictureSize } = await import("./frame/screenshot.ts");
    const { renderer } = this.#device.current;
    await renderer.ready();
    const shown = { width: renderer.width, height: renderer.height };
    const { type = "image/png", quality } = options;
    const { width, height } = pictureSize(options, shown);
    const max = this.#device.current.gpu.device.limits.maxTextureDimension2D;
    if (Math.max(width, height) > max) {
      const wanted = `${width}x${height}`;
      throw new GpuError("limit", "", `this device draws up to ${max}x${max}, not ${wanted}`);
    }
    const isShown = width === shown.width && height === shown.height;
    if (!isShown) renderer.resize(width, height);
    renderer.render(this.#camera, this.#seconds, isShown);
    const reading = renderer.readPixels();
    if (!isShown) renderer.resize(shown.width, shown.height);
    return encodePicture(await reading, width, height, { type, quality });
  }

  capture(size: CaptureSize): FrameCapture {
    if (this.#capture !== null) throw new Error("there is a capture already");
    const gpu = this.#device.current;
    this.#capture = createFrameCapture(gpu, this.#camera, size, {
      isLost: () => gpu !== this.#device.current || !this.#device.isReady,
      onEnd: () => {
        this.#capture = null;
        if (this.#isDestroyed) return;
        this.#applySize();
        this.#updateLoop();
      },
    });
    this.#updateLoop();
    return this.#capture;
  }

  setStyle(style: number, light: number | string | null): void {
    this.#loads.setStyle(style, light);
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
      plainMaterials: this.#quality.hasPlainMaterials,
      limits: { ...this.limits, ...options.limits },
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
    this.#device.destroy();
    this.#listeners.clear();
  }

  get #isRunning(): boolean {
    const hasRenderer = this.#device.isReady && this.#capture === null;
    return hasRenderer && this.map !== null && !this.#isPaused && this.#isSeen;
  }

  #updateLoop(): void {
    if (this.#isRunning) {
      this.#loop.start();
    } else {
      this.#loop.stop();
      if (this.#isStillDue) this.#drawStill();
    }
  }

  #resize(width: number, height: number): void {
    this.#shownSize.width = width;
    this.#shownSize.height = height;
    // A capture has the renderer, and the canvas keeps its picture meanwhile.
    if (this.#capture === null) this.#applySize();
  }

  #applySize(): void {
    const { width, height } = this.#shownSize;
    // The presenter sizes the canvas itself, with the frame that fits.
    if (this.#presenter === null) {
      if (this.canvas.width !== width) this.canvas.width = width;
      if (this.canvas.height !== height) this.canvas.height = height;
    }
    this.#device.current.renderer.resize(width, height);
    // A canvas of a new size is blank, and the browser would show it so until the next frame.
    if (this.map !== null) this.#drawStill();
  }

  /** Draws what is there once, besides the loop, which may not be running. */
  /** @param isFollowed by another, when all that it is drawn with is there */
  #drawStill(isFollowed = true): void {
    if (this.#isDestroyed || !this.#device.isReady) return;
    this.#isStillDue = this.#capture !== null || this.#presenter?.busy === true;
    if (this.#isStillDue) return;
    const { renderer } = this.#device.current;
    renderer.render(this.#camera, this.#seconds);
    if (this.#presenter) void this.#presentReadback(this.#presenter, this.#device.current);
    if (!isFollowed) return;
    // What it is drawn with may still be compiled, and no other frame would show it.
    renderer.ready().then(
      () => {
        const isSame = this.#device.isReady && renderer === this.#device.current.renderer;
        if (isSame && !this.#isRunning) this.#drawStill(false);
      },
      // The device has told what it refuses.
      () => undefined,
    );
  }

  #frame(nowMs: number, seconds: number): void {
    if (seconds === 0) this.timing.restart(nowMs);
    this.#heldSeconds += seconds;
    this.#size.followPixelRatio();
    if (this.#presenter?.busy) return;
    const startMs = performance.now();
    const { renderer } = this.#device.current;
    if (this.#flights.isActive) this.#flights.update(this.#camera, this.#heldSeconds);
    else this.#controls.update(this.#camera, this.#heldSeconds);
    this.#quality.addFrame(this.#heldSeconds);
    this.#seconds += this.#heldSeconds;
    this.#heldSeconds = 0;
    this.#listeners.emit("frame", nowMs);
    renderer.render(this.#camera, this.#seconds);
    this.#isStillDue = false;
    this.timing.add(nowMs, performance.now() - startMs);
    if (this.#presenter) void this.#presentReadback(this.#presenter, this.#device.current);
    this.#news.update(this.#camera, this.#queries, renderer.stats, nowMs);
  }

  async #presentReadback(presenter: ReadbackPresenter, gpu: OpenRenderer): Promise<void> {
    try {
      await presenter.present(gpu.renderer);
      // It was resized, or its map was taken away, meanwhile, and no other frame will come.
      if (this.#isStillDue && !this.#isRunning) this.#drawStill(false);
    } catch (error) {
      this.#device.lose(gpu, error instanceof Error ? error.message : String(error));
    }
  }

  /** What WebGPU refused. */
  takeFault(error: GpuError): void {
    if (this.#isDestroyed || this.#loads.takeFault(error)) return;
    this.#listeners.emit("fault", error);
  }
}

function prefersStillness(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
