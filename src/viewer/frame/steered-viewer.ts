/**
 * Base class of viewers with a movable camera: by the user, by flights, or by the page. Emits the
 * events that all viewers share.
 */

import type { ContentSpec } from "../../content/types.ts";
import type { Camera, FrameStats } from "../../render/types.ts";
import type {
  BaseViewerOptions,
  ContentInput,
  ControlsMode,
  FlyToOptions,
  RenderHooks,
  ViewerControls,
} from "../base-viewer.ts";
import type { ViewerCamera } from "../camera/camera.ts";
import { assignPose, CameraFlights } from "../camera/camera-flights.ts";
import { type CanvasControls, createControls } from "../input/controls.ts";
import { toContentSpec } from "../input/inputs.ts";
import type { Listeners } from "../input/listeners.ts";
import { CanvasViewer } from "./canvas-viewer.ts";
import type { OpenRenderer } from "./open-renderer.ts";
import type { ReadbackPresenter } from "./readback-presenter.ts";

const STATS_INTERVAL_MS = 500;

/** Events that all viewers emit. */
export interface SteeredEvents {
  readonly lost: { readonly message: string };
  readonly restored: undefined;
  readonly frame: number;
  readonly statschange: FrameStats;
}

/** The listeners of a viewer, and the defaults that differ between viewers. */
interface Steering<Events extends SteeredEvents> {
  readonly listeners: Listeners<Events>;
  readonly controls: ControlsMode;
  readonly flyToSeconds: number;
}

export abstract class SteeredViewer<Events extends SteeredEvents> extends CanvasViewer {
  /** Public for `open-simulation.ts`. */
  readonly flights = new CameraFlights();
  /** Public for modules that are loaded later. */
  readonly listeners: Listeners<Events>;
  readonly #news: Listeners<SteeredEvents>;
  readonly #controls: CanvasControls;
  readonly #flyToSeconds: number;
  #content: readonly ContentSpec[] = [];
  #statsMs = 0;

  constructor(
    canvas: HTMLCanvasElement,
    options: BaseViewerOptions,
    gpu: OpenRenderer,
    presenter: ReadbackPresenter | null,
    { listeners, controls, flyToSeconds }: Steering<Events>,
  ) {
    super(canvas, options, gpu, presenter);
    this.content = options.content ?? [];
    this.listeners = listeners;
    this.#news = listeners;
    this.#flyToSeconds = flyToSeconds;
    this.#controls = createControls(canvas, {
      mode: options.controls ?? controls,
      keyTarget: options.keyTarget ?? canvas,
      camera: this.pose,
      findDistance: () => this.distanceAhead(),
      onInput: () => this.flights.stop(),
    });
  }

  /**
   * Returns the distance from the camera to its orbit centre in inches; `null` if there is none.
   */
  protected abstract distanceAhead(): number | null;

  get camera(): ViewerCamera {
    return this.pose;
  }

  set camera(pose: Partial<Camera>) {
    this.flights.stop();
    assignPose(this.pose, pose);
  }

  async flyTo(pose: Partial<Camera>, options: FlyToOptions = {}): Promise<boolean> {
    const { seconds = this.#flyToSeconds, signal } = options;
    if (signal?.aborted) return false;
    if (!(seconds > 0) || !this.isRunning || prefersStillness()) {
      this.camera = pose;
      return true;
    }
    this.#controls.stop();
    const make = await this.flights.await(() => import("../camera/make-flight.ts"), signal);
    if (make === null) return false;
    return this.flights.start(make.createApproach(this.pose, pose, seconds), { signal });
  }

  get controls(): ViewerControls {
    return this.#controls;
  }

  get content(): readonly ContentSpec[] {
    return this.#content;
  }

  set content(content: readonly ContentInput[]) {
    this.#content = content.map((each) => toContentSpec(each, this.canvas.baseURI));
  }

  onRender(hooks: RenderHooks): () => void {
    let remove: (() => void) | null = null;
    let isRemoved = false;
    import("./page-draws.ts").then(({ addPageDraws }) => {
      const follow = (show: () => void) => this.#news.on("restored", show);
      if (!isRemoved) remove = addPageDraws(this, hooks, follow);
    }, reportError);
    return () => {
      isRemoved = true;
      remove?.();
    };
  }

  on<Name extends keyof Events>(name: Name, listener: (detail: Events[Name]) => void): () => void {
    return this.listeners.on(name, listener);
  }

  off<Name extends keyof Events>(name: Name, listener: (detail: Events[Name]) => void): void {
    this.listeners.off(name, listener);
  }

  destroy(): void {
    if (!this.beginEnd()) return;
    this.flights.stop();
    this.endLoads();
    this.#controls.destroy();
    this.endCanvas();
    this.listeners.clear();
  }

  /** Ends all loads, because the viewer is destroyed. */
  protected abstract endLoads(): void;

  protected override advance(nowMs: number, seconds: number): boolean {
    if (this.flights.isActive) this.flights.update(this.pose, seconds);
    else this.#controls.update(this.pose, seconds);
    const isChanged = this.advanceShown(seconds);
    this.#news.emit("frame", nowMs);
    return isChanged;
  }

  /**
   * Advances animations of the scene that the renderer does not know. Returns true if the picture
   * changes.
   */
  protected advanceShown(_seconds: number): boolean {
    return false;
  }

  protected override onFrame(nowMs: number, stats: FrameStats): void {
    if (nowMs - this.#statsMs < STATS_INTERVAL_MS) return;
    this.#statsMs = nowMs;
    this.#news.emit("statschange", stats);
  }

  protected override onLost(message: string, reopening: Promise<void>): void {
    this.#news.emit("lost", { message });
    this.recover(reopening);
  }

  /** Loads the shown or loading map or model again when there is a new device. */
  protected abstract recover(reopening: Promise<void>): void;
}

function prefersStillness(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
