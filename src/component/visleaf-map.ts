/**
 * `<visleaf-map src="map.bsp">`: a map in a page, in one tag.
 *
 * It loads when `autoplay` and `loading` say: with neither, when its start button is pressed. The viewer
 * is made at that moment and freed when the element leaves the page; an element that is only moved
 * within a task keeps it. Attributes may change at any time; the last word wins.
 */

import { CancelledError } from "../core/errors.ts";
import {
  type Camera,
  createViewer,
  type FlyToOptions,
  type LoadMapOptions,
  type LoadSummary,
  type MapInput,
  mapNameFrom,
  type PathInput,
  type PlayOptions,
  type ScreenshotOptions,
  type Viewer,
} from "../viewer/viewer.ts";
import {
  FLAG_ATTRIBUTES,
  readCamera,
  readContent,
  readControls,
  readPositive,
  readQuality,
  readSide,
  readStartRule,
  reflectAttributes,
  TEXT_ATTRIBUTES,
  takeEarlyProperties,
} from "./attributes.ts";
import { describeFailure } from "./failures.ts";
import { progressFraction, progressText } from "./load-progress.ts";
import type { VisleafMapDetails, VisleafMapEventMap } from "./map-events.ts";
import { Overlay } from "./overlay.ts";
import { adoptOverlayStyle } from "./overlay-style.ts";

/** What is about to be scrolled into view is loaded already. */
const SEEN_MARGIN = "256px";

/** The module may be imported where there is no DOM, as a server that writes pages does. */
const ElementBase = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

export class VisleafMap extends ElementBase {
  static readonly observedAttributes: readonly string[] = [
    ...Object.values(TEXT_ATTRIBUTES),
    ...Object.values(FLAG_ATTRIBUTES),
    "aria-label",
  ];

  /** Address of the map: a .bsp, one packed as .bsp.bz2, a zip or a GMA. */
  declare src: string;
  /** Addresses of folders and archives with game content, separated by spaces. */
  declare content: string;
  /** Where a map is first seen from: `x y z pitch yaw`. The live camera is `viewer.camera`. */
  declare camera: string;
  declare fov: string;
  declare controls: string;
  declare autoplay: boolean;
  declare loading: string;
  /** Address of a recorded flight, played once the map can be seen. */
  declare path: string;
  declare poster: string;
  declare quality: string;
  declare side: string;
  declare noUi: boolean;
  declare pixelRatio: string;

  readonly #overlay: Overlay;
  readonly #internals: ElementInternals;
  #viewer: Viewer | null = null;
  /** The viewer, also while it is being made. */
  #opening: Promise<Viewer> | null = null;
  /** Whether there is something to show: the map was started and the element is in a page. */
  #isStarted = false;
  /** Another number after each load: who waits for something knows that it was overtaken. */
  #turn = 0;
  #mapName = "";
  /** Whether the map that comes is to be seen as the attributes say. */
  #isPosePending = false;
  #isReloadPending = false;
  #wantsCameraNews = false;
  #reported: unknown = null;
  #seen: IntersectionObserver | null = null;
  #leaving: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.#internals = this.attachInternals();
    this.#internals.role = "group";
    const root = this.attachShadow({ mode: "open", delegatesFocus: true });
    this.#overlay = new Overlay(root, {
      onStart: () => void this.start().then((viewer) => viewer.canvas.focus(), ignore),
      onRetry: () => this.#loadSource(),
      onFlight: () => this.#toggleFlight(),
      onFullscreen: () => void this.#toggleFullscreen(),
    });
    this.addEventListener("fullscreenchange", () => this.#showFullscreen());
  }

  connectedCallback(): void {
    takeEarlyProperties(this);
    adoptOverlayStyle(this.shadowRoot!);
    clearTimeout(this.#leaving);
    this.#leaving = undefined;
    if (!this.#isStarted) this.#plan();
  }

  disconnectedCallback(): void {
    // Whoever moves an element takes it out and puts it in again.
    this.#leaving = setTimeout(() => this.#close());
  }

  /** With it, `moveBefore` neither disconnects nor connects. */
  connectedMoveCallback(): void {}

  adoptedCallback(): void {
    this.#close();
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (before === now) return;
    const viewer = this.#viewer;
    if (name === "src" || name === "content") this.#scheduleReload();
    else if (name === "autoplay" || name === "loading") this.#plan();
    else if (name === "poster") this.#setPoster(now ?? "");
    else if (name === "no-ui") this.#overlay.isVisible = now === null;
    else if (name === "aria-label") this.#label();
    else if (name === "controls") this.#overlay.showHelp(readControls(this));
    if (viewer === null) return;
    if (name === "camera" || name === "fov") this.#applyPose(viewer);
    else if (name === "path") this.#playPath(viewer);
    else this.#configure(viewer, name);
  }

  /** The viewer below; null until the map was started. */
  get viewer(): Viewer | null {
    return this.#viewer;
  }

  /** Starts the map now, whatever `autoplay` and `loading` say. Resolves when there is a viewer. */
  start(): Promise<Viewer> {
    if (this.#isStarted) return this.#open();
    this.#begin();
    const viewer = this.#open();
    this.#loadSource();
    return viewer;
  }

  /**
   * Loads a map in place of `src`, a file for one; see `Viewer.load`. Content is the attribute's unless
   * it is given.
   */
  async load(map: MapInput, options: LoadMapOptions = {}): Promise<LoadSummary> {
    const turn = ++this.#turn;
    this.#begin();
    this.#mapName = options.name ?? nameOf(map);
    this.#isPosePending = true;
    this.#overlay.hideError();
    this.#overlay.showProgress(this.#mapName, "Starting …", 0, this.#hasPicture);
    this.#overlay.announce(`Loading ${this.#mapName}`);
    this.#label();
    try {
      const viewer = await this.#open();
      if (turn !== this.#turn) throw new CancelledError();
      return await viewer.load(map, { ...options, content: options.content ?? readContent(this) });
    } catch (error) {
      if (turn !== this.#turn) throw new CancelledError();
      this.#overlay.hideProgress();
      if (!(error instanceof CancelledError)) this.#report(error);
      throw error;
    }
  }

  /** Shows nothing and frees the map. */
  unload(): void {
    this.#turn++;
    this.#viewer?.unload();
    this.#overlay.hideProgress();
    this.#overlay.hideError();
    this.#overlay.showFlight(null);
    this.#overlay.showPoster();
  }

  /** See `Viewer.flyTo`; starts the map where it was not. */
  async flyTo(pose: Partial<Camera>, options?: FlyToOptions): Promise<boolean> {
    return (await this.start()).flyTo(pose, options);
  }

  /** See `Viewer.play`; starts the map where it was not. */
  async play(path: PathInput, options?: PlayOptions): Promise<boolean> {
    const viewer = await this.start();
    const isWhole = viewer.play(path, options);
    this.#watchFlight(viewer, isWhole);
    return isWhole;
  }

  /** Ends `flyTo` and `play` where they are. */
  stop(): void {
    this.#viewer?.stop();
  }

  /** See `Viewer.screenshot`; starts the map where it was not. */
  async screenshot(options?: ScreenshotOptions): Promise<Blob> {
    return (await this.start()).screenshot(options);
  }

  override addEventListener<Name extends keyof VisleafMapEventMap>(
    type: Name,
    listener: (this: VisleafMap, event: VisleafMapEventMap[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  override addEventListener<Name extends keyof HTMLElementEventMap>(
    type: Exclude<Name, keyof VisleafMapEventMap>,
    listener: (this: VisleafMap, event: HTMLElementEventMap[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  override addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void;
  override addEventListener(
    type: string,
    listener: unknown,
    options?: boolean | AddEventListenerOptions,
  ): void {
    // An event a frame is made only for who listens.
    if (type === "camerachange") this.#wantsCameraNews = true;
    super.addEventListener(type, listener as EventListener, options);
  }

  // ---- when it starts

  #plan(): void {
    if (!this.isConnected || this.#isStarted) return;
    this.#seen?.disconnect();
    this.#seen = null;
    this.#overlay.hideStart();
    this.#overlay.showPoster();
    this.#label();
    if (this.src === "") return;
    const rule = readStartRule(this);
    if (rule === "now") void this.start().catch(ignore);
    else if (rule === "press") this.#overlay.showStart(mapNameFrom(this.src));
    else this.#startWhenSeen();
  }

  #startWhenSeen(): void {
    const onChange = (entries: IntersectionObserverEntry[]): void => {
      if (entries.some((entry) => entry.isIntersecting)) void this.start().catch(ignore);
    };
    this.#seen = new IntersectionObserver(onChange, { rootMargin: SEEN_MARGIN });
    this.#seen.observe(this);
  }

  #begin(): void {
    this.#isStarted = true;
    this.#seen?.disconnect();
    this.#seen = null;
    this.#overlay.hideStart();
  }

  #close(): void {
    clearTimeout(this.#leaving);
    this.#turn++;
    this.#isStarted = false;
    this.#opening = null;
    this.#viewer?.destroy();
    this.#viewer = null;
    this.#seen?.disconnect();
    this.#seen = null;
    const overlay = this.#overlay;
    overlay.removeCanvas();
    overlay.hideProgress();
    overlay.hideError();
    overlay.showFlight(null);
    overlay.showFullscreen(false);
    if (this.isConnected) this.#plan();
  }

  // ---- the viewer

  #open(): Promise<Viewer> {
    if (this.#opening) return this.#opening;
    if (!this.isConnected) return Promise.reject(new Error("<visleaf-map> is in no page"));
    const canvas = this.#overlay.replaceCanvas();
    this.#label();
    this.#overlay.showHelp(readControls(this));
    const opening = createViewer(canvas, {
      controls: readControls(this),
      side: readSide(this),
      // For browsers that show no WebGPU canvas, as headless ones without a GPU.
      present: this.getAttribute("present") === "readback" ? "readback" : "canvas",
    }).then((viewer) => {
      if (this.#opening !== opening) {
        viewer.destroy();
        throw new CancelledError();
      }
      this.#viewer = viewer;
      this.#listen(viewer);
      for (const name of ["controls", "quality", "side"]) this.#configure(viewer, name);
      this.#dispatch("ready", viewer);
      return viewer;
    });
    this.#opening = opening;
    opening.catch((error: unknown) => {
      if (this.#opening !== opening) return;
      this.#opening = null;
      this.#report(error);
    });
    return opening;
  }

  #configure(viewer: Viewer, name: string): void {
    if (name === "controls") viewer.controls.mode = readControls(this);
    else if (name === "side") void viewer.setLightSide(readSide(this)).catch(this.#reportFault);
    else if (name === "quality" || name === "pixel-ratio") {
      viewer.quality = readQuality(this);
      viewer.pixelRatioLimit = readPositive(this, "pixel-ratio") ?? viewer.pixelRatioLimit;
    }
  }

  #listen(viewer: Viewer): void {
    const overlay = this.#overlay;
    viewer.on("progress", (progress) => {
      const fraction = progressFraction(progress);
      overlay.showProgress(this.#mapName, progressText(progress), fraction, this.#hasPicture);
      this.#dispatch("progress", { ...progress, fraction });
    });
    viewer.on("scene", (map) => {
      overlay.hidePoster();
      this.#showFullscreen();
      if (this.#isPosePending) {
        this.#isPosePending = false;
        this.#applyPose(viewer);
        this.#playPath(viewer);
      }
      this.#dispatch("scene", map);
    });
    viewer.on("load", (summary) => {
      overlay.hideProgress();
      overlay.announce(`${this.#mapName} is open`);
      this.#dispatch("load", summary);
    });
    viewer.on("abort", () => overlay.hideProgress());
    viewer.on("lost", () => overlay.announce("The graphics device was lost and is started again"));
    viewer.on("error", (error) => this.#report(error));
    viewer.on("camerachange", (camera) => {
      if (this.#wantsCameraNews) this.#dispatch("camerachange", { ...camera });
    });
    viewer.on("leafchange", (leaf) => this.#dispatch("leafchange", leaf));
    viewer.on("statschange", (stats) => this.#dispatch("statschange", stats));
  }

  get #hasPicture(): boolean {
    return (this.#viewer?.map ?? null) !== null;
  }

  #applyPose(viewer: Viewer): void {
    const fov = readPositive(this, "fov");
    const pose = readCamera(this);
    if (pose !== null || fov !== null)
      viewer.camera = { ...pose, ...(fov === null ? {} : { fov }) };
  }

  // ---- what is shown

  #scheduleReload(): void {
    if (!this.#isStarted) {
      this.#plan();
      return;
    }
    if (this.#isReloadPending) return;
    this.#isReloadPending = true;
    const turn = this.#turn;
    // Attributes that change together load once; what was asked for since comes first.
    queueMicrotask(() => {
      this.#isReloadPending = false;
      if (this.#isStarted && turn === this.#turn) this.#loadSource();
    });
  }

  #loadSource(): void {
    if (this.src === "") this.unload();
    // What goes wrong is told of by the event.
    else void this.load(this.src).catch(ignore);
  }

  #playPath(viewer: Viewer): void {
    const { path } = this;
    if (path === "" || viewer.map === null) {
      this.#overlay.showFlight(null);
    } else if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.#overlay.showFlight(false);
    } else {
      this.#watchFlight(viewer, viewer.play(path));
    }
  }

  #watchFlight(viewer: Viewer, flown: Promise<boolean>): void {
    this.#overlay.showFlight(true);
    const settle = (): void => {
      if (viewer !== this.#viewer || viewer.isFlying) return;
      this.#overlay.showFlight(this.path === "" ? null : false);
    };
    flown.then(settle, (error: unknown) => {
      settle();
      this.#reportFault(error);
    });
  }

  #toggleFlight(): void {
    const viewer = this.#viewer;
    if (viewer === null) return;
    if (viewer.isFlying) viewer.stop();
    else this.#watchFlight(viewer, viewer.play(this.path));
  }

  #showFullscreen(): void {
    this.#overlay.showFullscreen(document.fullscreenEnabled, document.fullscreenElement === this);
  }

  async #toggleFullscreen(): Promise<void> {
    try {
      if (document.fullscreenElement === this) await document.exitFullscreen();
      else await this.requestFullscreen();
    } catch (error) {
      this.#overlay.announce(error instanceof Error ? error.message : String(error));
    }
  }

  #setPoster(url: string): void {
    this.#overlay.poster = url;
    if (this.#hasPicture) this.#overlay.hidePoster();
    else this.#overlay.showPoster();
  }

  #label(): void {
    const name = this.#mapName || mapNameFrom(this.src);
    const label = this.ariaLabel ?? `3D view of the map ${name}`;
    this.#internals.ariaLabel = label;
    const canvas = this.shadowRoot?.querySelector("canvas");
    if (canvas) canvas.ariaLabel = label;
  }

  readonly #reportFault = (error: unknown): void => {
    if (!(error instanceof CancelledError)) this.#report(error);
  };

  /** One error may come in more than one way, and is told of once. */
  #report(error: unknown): void {
    if (error === this.#reported || error instanceof CancelledError) return;
    this.#reported = error;
    const turn = this.#turn;
    void describeFailure(error, this.#mapName || mapNameFrom(this.src)).then((failure) => {
      if (turn !== this.#turn) return;
      this.#overlay.hideProgress();
      const cause = error instanceof Error ? error : new Error(String(error));
      const isShown = this.#dispatch("error", { ...failure, error: cause });
      if (isShown) this.#overlay.showError(failure);
    });
  }

  /** False if a listener prevented what the element does by itself. */
  #dispatch<Name extends keyof VisleafMapDetails>(
    name: Name,
    detail: VisleafMapDetails[Name],
  ): boolean {
    return this.dispatchEvent(new CustomEvent(name, { detail, cancelable: name === "error" }));
  }
}

if (globalThis.HTMLElement) reflectAttributes(VisleafMap.prototype);

function nameOf(map: MapInput): string {
  if (typeof map === "string" || map instanceof URL) return mapNameFrom(String(map));
  if (map instanceof Blob) return map instanceof File ? mapNameFrom(map.name) : "map";
  return "name" in map ? map.name : "map";
}

/** For promises whose failure was reported already. */
function ignore(): void {}
