/**
 * A canvas in which a map can be opened and flown through.
 *
 *     const viewer = await createViewer({ canvas });
 *     viewer.on("error", (error) => console.error(error.message));
 *     await viewer.open({ name: "de_office", blob: file });
 *
 * `open` may be called again at any time: the last map asked for wins, and a file that cannot be
 * read leaves what is shown as it was.
 */

import type { ContentSpec } from "../content/types.ts";
import { CancelledError } from "../core/errors.ts";
import type { LightSideName } from "../map/types.ts";
import type { FrameStats, RenderSettings } from "../render/types.ts";
import type { LoadEvent } from "../scene/events.ts";
import { applyLoadEvent } from "./apply-load-event.ts";
import { createCamera, setPose, type ViewerCamera } from "./camera.ts";
import { observeCanvasSize } from "./canvas-size.ts";
import { createFlyControls, type FlyControls } from "./fly-controls.ts";
import { createFrameLoop, type FrameLoop } from "./frame-loop.ts";
import { FrameTiming } from "./frame-timing.ts";
import { Listeners } from "./listeners.ts";
import { createMapLoader, type MapLoader } from "./map-loader.ts";
import { type MapSource, readMapSource } from "./map-source.ts";
import { type OpenRenderer, openRenderer, reopenRenderer } from "./open-renderer.ts";
import { createReadbackPresenter, type ReadbackPresenter } from "./readback-presenter.ts";
import { encodeScreenshot } from "./screenshot.ts";
import { describeMap, type LoadSummary, type MapInfo, type ViewerEvents } from "./viewer-events.ts";

export interface ViewerOptions {
  readonly canvas: HTMLCanvasElement;
  /** "readback" shows frames without a WebGPU canvas; see `readback-presenter.ts`. */
  readonly present?: "canvas" | "readback";
  /** Where keys are heard: the canvas, unless the viewer is all of the page. */
  readonly keyTarget?: HTMLElement | Window;
  /** Content for every map that is opened, searched in order after the map's own. */
  readonly content?: readonly ContentSpec[];
  /** The light to open maps with, where there is a choice. */
  readonly side?: LightSideName;
}

/** A device that is lost again this soon is not made a third time. */
const LOSS_INTERVAL_MS = 10_000;

export class Viewer {
  readonly canvas: HTMLCanvasElement;
  /** Where the view is from; may be written between frames. */
  readonly camera: ViewerCamera = createCamera();
  readonly controls: FlyControls;
  readonly timing = new FrameTiming();
  /** Content for the maps opened from now on. */
  content: readonly ContentSpec[];
  /** Called before each frame is drawn, with the time; for what must move with the camera. */
  onFrame: ((nowMs: number) => void) | null = null;

  readonly #listeners: Listeners<ViewerEvents>;
  readonly #loader: MapLoader = createMapLoader();
  readonly #loop: FrameLoop;
  readonly #presenter: ReadbackPresenter | null;
  readonly #unobserveSize: () => void;
  #gpu: OpenRenderer;
  #map: MapInfo | null = null;
  #summary: LoadSummary | null = null;
  /** What is shown, and what is being loaded. */
  #source: MapSource | null = null;
  #opening: MapSource | null = null;
  #side: LightSideName;
  #reading: AbortController | null = null;
  /** The one that is being replaced: a loss is heard of in more than one way. */
  #lostGpu: OpenRenderer | null = null;
  #lostAtMs = Number.NEGATIVE_INFINITY;
  /** Seconds of frames that were left out. */
  #heldSeconds = 0;
  #destroyed = false;

  /** Use `createViewer`. */
  constructor(options: ViewerOptions, gpu: OpenRenderer, listeners: Listeners<ViewerEvents>) {
    this.#listeners = listeners;
    this.canvas = options.canvas;
    this.content = options.content ?? [];
    this.#side = options.side ?? "hdr";
    this.#gpu = gpu;
    this.#presenter =
      options.present === "readback" ? createReadbackPresenter(options.canvas) : null;
    this.controls = createFlyControls(options.canvas, options.keyTarget);
    this.#unobserveSize = observeCanvasSize(options.canvas, gpu.maxTextureDimension, (w, h) => {
      // The presenter sizes the canvas itself, with the frame that fits.
      if (this.#presenter === null) {
        this.canvas.width = w;
        this.canvas.height = h;
      }
      this.#gpu.renderer.resize(w, h);
    });
    this.#loop = createFrameLoop((nowMs, seconds) => this.#frame(nowMs, seconds));
    this.#watchLoss(gpu);
  }

  /** Switches of the frame; may be written at any time. */
  get settings(): RenderSettings {
    return this.#gpu.renderer.settings;
  }

  /** Of the last frame; one object, written anew each frame. */
  get stats(): FrameStats {
    return this.#gpu.renderer.stats;
  }

  get adapterName(): string {
    return this.#gpu.adapterName;
  }

  /** The map that is shown. */
  get map(): MapInfo | null {
    return this.#map;
  }

  /** Of the map that is shown; null until it is there whole. */
  get summary(): LoadSummary | null {
    return this.#summary;
  }

  on<Name extends keyof ViewerEvents>(
    name: Name,
    listener: (detail: ViewerEvents[Name]) => void,
  ): () => void {
    return this.#listeners.on(name, listener);
  }

  /**
   * Opens a map. Resolves when everything is loaded; rejects with what the "error" event says, or
   * with `CancelledError`.
   */
  async open(source: MapSource): Promise<LoadSummary> {
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    this.#opening = source;
    this.#listeners.emit("open", source);
    try {
      const summary = await this.#load(source, reading.signal);
      this.#listeners.emit("done", summary);
      return summary;
    } catch (cause) {
      if (reading.signal.aborted || cause instanceof CancelledError) throw new CancelledError();
      const error = cause instanceof Error ? cause : new Error(String(cause));
      this.#listeners.emit("error", error);
      throw error;
    } finally {
      if (this.#reading === reading) this.#reading = this.#opening = null;
    }
  }

  /** Ends the load that is running; what has come of the map stays. */
  cancel(): void {
    if (this.#reading === null) return;
    this.#stopLoad();
    this.#listeners.emit("cancelled", undefined);
  }

  /** Shows the map under its other light, and later maps too. */
  async setLightSide(side: LightSideName): Promise<void> {
    this.#side = side;
    const map = this.#map;
    if (map === null || map.side === side || !map.sides.includes(side)) return;
    const relit = await this.#loader.relight(side);
    if (this.#map !== map || this.#destroyed) return;
    this.#gpu.renderer.relight(relit.scene, relit.light);
    this.#map = describeMap(relit.scene);
    this.#listeners.emit("relit", this.#map);
  }

  /** Brightness of a light style, 1 at rest. */
  setStyle(style: number, brightness: number): void {
    this.#gpu.renderer.setStyle(style, brightness);
  }

  /** The view as it is now, as PNG. */
  async screenshot(): Promise<Blob> {
    this.#gpu.renderer.render(this.camera);
    return encodeScreenshot(this.#gpu.renderer);
  }

  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.#loop.stop();
    this.#reading?.abort();
    this.#loader.destroy();
    this.#unobserveSize();
    this.controls.destroy();
    this.#gpu.destroy();
    this.#listeners.clear();
  }

  #stopLoad(): void {
    this.#reading?.abort();
    this.#reading = this.#opening = null;
    this.#loader.cancel();
  }

  async #load(source: MapSource, signal: AbortSignal): Promise<LoadSummary> {
    const startMs = performance.now();
    let firstFrameMs = 0;
    let summary: LoadSummary | null = null;
    this.#listeners.emit("progress", { stage: "read", done: 0, total: 0 });
    const bytes = await readMapSource(
      source,
      (done, total) => this.#listeners.emit("progress", { stage: "read", done, total }),
      signal,
    );
    signal.throwIfAborted();
    const { textureCompressionBc, maxTextureDimension } = this.#gpu;
    const options = {
      name: source.name,
      side: this.#side,
      textureCompressionBc,
      maxTextureDimension,
    };
    const take = (event: LoadEvent): void => {
      applyLoadEvent(this.#gpu.renderer, event);
      if (event.type === "progress") {
        this.#listeners.emit("progress", event);
      } else if (event.type === "scene") {
        this.#show(source, event);
        firstFrameMs = performance.now() - startMs;
      } else if (event.type === "done") {
        const { warnings, stageMs } = event;
        const totalMs = performance.now() - startMs;
        summary = { warnings, stageMs, firstFrameMs, totalMs };
        this.#summary = summary;
      }
    };
    await this.#loader.load({ bytes, content: this.content, options }, take);
    if (summary === null) throw new Error("visleaf bug: a load ended without its last event");
    return summary;
  }

  #show(source: MapSource, event: LoadEvent & { type: "scene" }): void {
    const isSameMap = this.#source === source;
    this.#source = source;
    this.#summary = null;
    this.#map = describeMap(event.scene);
    // A map that is loaded again, after a lost device, is seen from where it was.
    if (!isSameMap) {
      this.controls.stop();
      setPose(this.camera, event.scene.start);
    }
    this.#loop.start();
    this.#listeners.emit("scene", this.#map);
  }

  #frame(nowMs: number, seconds: number): void {
    if (seconds === 0) this.timing.restart(nowMs);
    this.#heldSeconds += seconds;
    if (this.#presenter?.busy) return;
    const startMs = performance.now();
    this.controls.update(this.camera, this.#heldSeconds);
    this.#heldSeconds = 0;
    this.onFrame?.(nowMs);
    this.#gpu.renderer.render(this.camera);
    this.timing.add(nowMs, performance.now() - startMs);
    if (this.#presenter) void this.#presentReadback(this.#presenter, this.#gpu);
  }

  async #presentReadback(presenter: ReadbackPresenter, gpu: OpenRenderer): Promise<void> {
    try {
      await presenter.present(gpu.renderer);
    } catch (error) {
      this.#onLost(gpu, error instanceof Error ? error.message : String(error));
    }
  }

  #watchLoss(gpu: OpenRenderer): void {
    void gpu.lost.then((message) => this.#onLost(gpu, message));
  }

  #onLost(gpu: OpenRenderer, message: string): void {
    if (this.#destroyed || gpu !== this.#gpu || gpu === this.#lostGpu) return;
    this.#lostGpu = gpu;
    void this.#recover(message);
  }

  /** Makes a new device and loads the map again. */
  async #recover(message: string): Promise<void> {
    this.#loop.stop();
    const wanted = this.#opening ?? this.#source;
    // What is still to come would reach a renderer that has not had the rest.
    this.#stopLoad();
    const nowMs = performance.now();
    const isRepeated = nowMs - this.#lostAtMs < LOSS_INTERVAL_MS;
    this.#lostAtMs = nowMs;
    const lost = this.#gpu;
    try {
      if (isRepeated) throw new Error("it was lost twice within seconds");
      // First the old one goes: the canvas has one context, and one device at a time.
      lost.destroy();
      const canvas = this.#presenter ? null : this.canvas;
      const gpu = await reopenRenderer(canvas, (error) => this.#listeners.emit("fault", error));
      if (this.#destroyed) {
        gpu.destroy();
        return;
      }
      this.#gpu = gpu;
      Object.assign(gpu.renderer.settings, lost.renderer.settings);
      gpu.renderer.resize(lost.renderer.width, lost.renderer.height);
      this.#watchLoss(gpu);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const whole = `${message} No other could be had: ${reason}`;
      this.#listeners.emit("lost", { message: whole, recovered: false });
      return;
    }
    this.#listeners.emit("lost", { message, recovered: true });
    // What goes wrong now is told of by the "error" event.
    const source = this.#opening ?? wanted;
    if (source) this.open(source).catch(() => undefined);
  }
}

/** Opens the GPU and makes a viewer. Rejects with a `GpuError` where there is no WebGPU. */
export async function createViewer(options: ViewerOptions): Promise<Viewer> {
  const listeners = new Listeners<ViewerEvents>();
  const canvas = options.present === "readback" ? null : options.canvas;
  const gpu = await openRenderer(canvas, (error) => listeners.emit("fault", error));
  return new Viewer(options, gpu, listeners);
}
