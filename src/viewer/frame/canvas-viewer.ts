/**
 * Base class of a viewer on a canvas, whatever it shows: GPU device, size, quality, a frame loop
 * while the canvas is visible, single frames otherwise, and pictures of other sizes.
 */

import type { GpuError } from "../../gpu/errors.ts";
import type { FrameStats, RenderSettings } from "../../render/types.ts";
import type {
  BaseViewerOptions,
  Quality,
  ScreenshotOptions,
  ViewerMemory,
} from "../base-viewer.ts";
import { createCamera, type ViewerCamera } from "../camera/camera.ts";
import { assignPose } from "../camera/camera-flights.ts";
import { type CanvasSize, observeCanvasSize } from "./canvas-size.ts";
import { type CaptureSize, createFrameCapture, type FrameCapture } from "./frame-capture.ts";
import { FrameTiming } from "./frame-timing.ts";
import type { OpenRenderer } from "./open-renderer.ts";
import { DeviceKeeper } from "./open-renderer.ts";
import { QualityKeeper } from "./quality.ts";
import type { ReadbackPresenter } from "./readback-presenter.ts";

// Frame loop, which stops while the page is hidden.

export interface FrameLoop {
  start(): void;
  stop(): void;
}

/**
 * @param onFrame gets the time, and the seconds since the last frame; 0 for the first frame after
 *   a pause
 */
function createFrameLoop(onFrame: (nowMs: number, seconds: number) => void): FrameLoop {
  let running = false;
  let request = 0;
  let lastMs = 0;

  const tick = (nowMs: number): void => {
    request = requestAnimationFrame(tick);
    const seconds = lastMs === 0 ? 0 : (nowMs - lastMs) / 1000;
    lastMs = nowMs;
    onFrame(nowMs, seconds);
  };

  const update = (): void => {
    cancelAnimationFrame(request);
    lastMs = 0;
    if (running && !document.hidden) request = requestAnimationFrame(tick);
  };

  return {
    start() {
      if (running) return;
      running = true;
      document.addEventListener("visibilitychange", update);
      update();
    },
    stop() {
      running = false;
      document.removeEventListener("visibilitychange", update);
      update();
    },
  };
}

// Visibility of a canvas within the window.

/**
 * Margin in which a canvas already counts as visible, so that it is drawn before it scrolls into
 * view.
 */
const MARGIN = "64px";

/**
 * Calls `onChange` when the canvas becomes visible or hidden. Returns a function that ends the
 * observation.
 */
function observeCanvasSeen(
  canvas: HTMLCanvasElement,
  onChange: (isSeen: boolean) => void,
): () => void {
  const observer = new IntersectionObserver(
    (entries) => onChange(entries[entries.length - 1].isIntersecting),
    { rootMargin: MARGIN },
  );
  observer.observe(canvas);
  return () => observer.disconnect();
}

export abstract class CanvasViewer {
  readonly canvas: HTMLCanvasElement;
  readonly timing = new FrameTiming();

  protected readonly pose: ViewerCamera = createCamera();
  /** Size of the canvas in pixels; during a capture, its size afterwards. */
  protected readonly shownSize = { width: 1, height: 1 };
  /** Public, because overlays need the device too: `lines-board.ts`. */
  readonly device: DeviceKeeper;
  protected readonly keptQuality: QualityKeeper;
  protected isDestroyed = false;
  readonly #loop: FrameLoop;
  readonly #presenter: ReadbackPresenter | null;
  #size!: CanvasSize;
  #unobserveSeen: () => void = () => undefined;
  #isPaused = false;
  /** Active capture, which has exclusive use of the renderer; `null` if none. */
  #capture: FrameCapture | null = null;
  /** Whether part of the canvas is in the window. */
  #isSeen = true;
  /** True if a single frame is pending until a running readback or capture ends. */
  #isStillDue = false;
  /** True if that frame must be drawn again once its pipelines are compiled. */
  #isFollowDue = false;
  /** Whether the next frame is drawn even if the picture rests. */
  #isFrameAsked = false;
  /** Seconds of skipped frames. */
  #heldSeconds = 0;
  /** Seconds in which frames were drawn. */
  #seconds = 0;

  constructor(
    canvas: HTMLCanvasElement,
    options: BaseViewerOptions,
    gpu: OpenRenderer,
    presenter: ReadbackPresenter | null,
  ) {
    this.canvas = canvas;
    this.device = new DeviceKeeper(gpu, {
      canvas: presenter === null ? canvas : null,
      isShared: options.sharedDevice ?? true,
      onFault: (error) => this.takeFault(error),
      onLost: (message, reopening) => {
        this.updateLoop();
        this.onLost(message, reopening);
      },
    });
    this.keptQuality = new QualityKeeper(() => this.device.current, options);
    if (options.fov !== undefined) assignPose(this.pose, { fov: options.fov });
    this.#presenter = presenter;
    this.#loop = createFrameLoop((nowMs, seconds) => this.#frame(nowMs, seconds));
  }

  /** Call this last in construction: from now on the canvas requests frames. */
  protected watchCanvas({ pauseOffscreen = true }: BaseViewerOptions): void {
    const { canvas } = this;
    this.#size = observeCanvasSize(
      canvas,
      () => ({
        maxEdge: this.device.current.gpu.device.limits.maxTextureDimension2D,
        pixelRatio: this.keptQuality.pixelRatioLimit,
      }),
      (width, height) => this.#resize(width, height),
    );
    if (!pauseOffscreen) return;
    this.#unobserveSeen = observeCanvasSeen(canvas, (isSeen) => {
      this.#isSeen = isSeen;
      this.updateLoop();
    });
  }

  // ---- scene

  /** Whether there is anything to draw. */
  protected abstract get isShown(): boolean;
  /**
   * Moves the camera and advances animations. Returns true if the scene has changed, apart from
   * what the renderer moves itself.
   */
  protected abstract advance(nowMs: number, seconds: number): boolean;
  /** Time of the shown scene in seconds, by which materials and particles move. */
  protected get sceneSeconds(): number {
    return this.#seconds;
  }
  /** Lets time pass before a picture of a capture. Returns the scene's time in seconds. */
  protected advanceCapture(_elapsed: number, seconds: number): number {
    return seconds;
  }
  /** Called after a frame was drawn, or was not needed. */
  protected abstract onFrame(nowMs: number, stats: FrameStats): void;
  protected abstract onLost(message: string, reopening: Promise<void>): void;
  /** Handles an error of WebGPU. */
  abstract takeFault(error: GpuError): void;

  // ---- picture

  get settings(): RenderSettings {
    return this.device.current.renderer.settings;
  }

  get stats(): FrameStats {
    return this.device.current.renderer.stats;
  }

  get adapterName(): string {
    return this.device.current.gpu.adapterName;
  }

  get memory(): ViewerMemory {
    const { memory, deviceMemory } = this.device.current.gpu;
    return {
      bufferBytes: memory.bufferBytes,
      textureBytes: memory.textureBytes,
      byKind: new Map(memory.byKind),
      deviceBytes: deviceMemory.bufferBytes + deviceMemory.textureBytes,
    };
  }

  get quality(): Quality {
    return this.keptQuality.quality;
  }

  set quality(quality: Quality) {
    this.keptQuality.quality = quality;
    this.#size.update();
  }

  get textureBudgetBytes(): number {
    return this.keptQuality.textureBudgetBytes;
  }

  set textureBudgetBytes(bytes: number) {
    this.keptQuality.textureBudgetBytes = bytes;
  }

  get frameGoalMs(): number {
    return this.keptQuality.frameGoalMs;
  }

  set frameGoalMs(goal: number) {
    this.keptQuality.frameGoalMs = goal;
  }

  get pixelRatioLimit(): number {
    return this.keptQuality.pixelRatioLimit;
  }

  set pixelRatioLimit(limit: number) {
    this.keptQuality.pixelRatioLimit = limit;
    this.#size.update();
  }

  async screenshot(options: ScreenshotOptions = {}): Promise<Blob> {
    const { takeScreenshot } = await import("./take-screenshot.ts");
    return takeScreenshot(this.device.current, this.pose, () => this.sceneSeconds, options);
  }

  capture(size: CaptureSize): FrameCapture {
    if (this.#capture !== null) throw new Error("there is a capture already");
    const gpu = this.device.current;
    this.#capture = createFrameCapture(gpu, this.pose, size, {
      isLost: () => gpu !== this.device.current || !this.device.isReady,
      advance: (elapsed, seconds) => this.advanceCapture(elapsed, seconds),
      onEnd: () => {
        this.#capture = null;
        if (this.isDestroyed) return;
        this.#applySize();
        this.updateLoop();
      },
    });
    this.updateLoop();
    return this.#capture;
  }

  // ---- frames

  requestFrame(): void {
    this.#isFrameAsked = true;
  }

  pause(): void {
    this.#isPaused = true;
    this.updateLoop();
  }

  resume(): void {
    this.#isPaused = false;
    this.updateLoop();
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** Whether the frame loop runs. */
  protected get isRunning(): boolean {
    const hasRenderer = this.device.isReady && this.#capture === null;
    return hasRenderer && this.isShown && !this.#isPaused && this.#isSeen;
  }

  /** Call this when `isRunning` may have changed. */
  protected updateLoop(): void {
    if (this.isRunning) {
      this.#loop.start();
    } else {
      this.#loop.stop();
      if (this.#isStillDue) this.drawStill();
    }
  }

  /**
   * Draws a single frame, for example while the loop is stopped.
   * @param isFollowed whether it is drawn again once all pipelines are ready
   */
  protected drawStill(isFollowed = true): void {
    if (this.isDestroyed || !this.device.isReady) return;
    this.#isFollowDue ||= isFollowed;
    this.#isStillDue = this.#capture !== null || this.#presenter?.busy === true;
    if (this.#isStillDue) return;
    const follows = this.#isFollowDue;
    this.#isFollowDue = false;
    const { renderer } = this.device.current;
    renderer.render(this.pose, this.sceneSeconds, true, this.#seconds);
    if (this.#presenter) void this.#presentReadback(this.#presenter, this.device.current);
    if (!follows) return;
    // Some pipelines may still be compiling, and no later frame would show the result.
    renderer.ready().then(
      () => {
        const isSame = this.device.isReady && renderer === this.device.current.renderer;
        if (isSame && !this.isRunning) this.drawStill(false);
      },
      // The device reports its errors itself.
      () => undefined,
    );
  }

  /** Call this first in `destroy`; returns `false` if it was called before. */
  protected beginEnd(): boolean {
    if (this.isDestroyed) return false;
    this.isDestroyed = true;
    this.#loop.stop();
    return true;
  }

  /** Call this when nothing uses the canvas or the device any more. */
  protected endCanvas(): void {
    this.#size.destroy();
    this.#unobserveSeen();
    this.device.destroy();
  }

  #resize(width: number, height: number): void {
    this.shownSize.width = width;
    this.shownSize.height = height;
    // A capture has the renderer; the canvas keeps its picture meanwhile.
    if (this.#capture === null) this.#applySize();
  }

  #applySize(): void {
    const { width, height } = this.shownSize;
    // The presenter resizes the canvas itself, together with the first frame of that size.
    if (this.#presenter === null) {
      if (this.canvas.width !== width) this.canvas.width = width;
      if (this.canvas.height !== height) this.canvas.height = height;
    }
    this.device.current.renderer.resize(width, height);
    // Resizing blanks the canvas until the next frame.
    if (this.isShown) this.drawStill();
  }

  #frame(nowMs: number, seconds: number): void {
    if (seconds === 0) this.timing.restart(nowMs);
    this.#heldSeconds += seconds;
    this.#size.followPixelRatio();
    if (this.#presenter?.busy) return;
    const startMs = performance.now();
    const { renderer } = this.device.current;
    const held = this.#heldSeconds;
    this.#heldSeconds = 0;
    this.#seconds += held;
    // A listener of the frame may ask for it.
    const isMoved = this.advance(nowMs, held);
    const isChanged = isMoved || this.#isFrameAsked;
    this.#isFrameAsked = false;
    if (renderer.isAtRest(this.pose, this.sceneSeconds, isChanged, this.#seconds)) {
      this.timing.rest(nowMs);
    } else {
      this.keptQuality.addFrame(held);
      renderer.render(this.pose, this.sceneSeconds, true, this.#seconds);
      this.#isStillDue = this.#isFollowDue = false;
      this.timing.add(nowMs, performance.now() - startMs);
      if (this.#presenter) void this.#presentReadback(this.#presenter, this.device.current);
    }
    this.onFrame(nowMs, renderer.stats);
  }

  async #presentReadback(presenter: ReadbackPresenter, gpu: OpenRenderer): Promise<void> {
    try {
      await presenter.present(gpu.renderer);
      // The canvas was resized or the scene removed meanwhile, and no other frame is scheduled.
      if (this.#isStillDue && !this.isRunning) this.drawStill(false);
    } catch (error) {
      this.device.lose(gpu, error instanceof Error ? error.message : String(error));
    }
  }
}
