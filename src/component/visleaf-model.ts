/**
 * `<visleaf-model src="models/props/barrel.mdl">`: a model in a page, in one tag.
 *
 * It loads when `autoplay` and `loading` say, as `<visleaf-map>` does. Attributes may change at any time; the last
 * word wins.
 */

import { CancelledError } from "../core/errors.ts";
import {
  createModelViewer,
  type LoadModelOptions,
  type ModelInput,
  type ModelSummary,
  type ModelViewer,
} from "../viewer/model/index.ts";
import {
  readContent,
  readPositive,
  readQuality,
  readStartRule,
  reflectAttributes,
  takeEarlyProperties,
} from "./attributes.ts";
import { describeFailure } from "./failures.ts";
import type { VisleafModelDetails, VisleafModelEventMap } from "./model-events.ts";
import { Overlay } from "./overlay.ts";
import { adoptOverlayStyle } from "./overlay-style.ts";

/** Properties that are nothing but their attributes' text; empty where there is none. */
const TEXT_ATTRIBUTES = {
  src: "src",
  content: "content",
  sequence: "sequence",
  skin: "skin",
  body: "body",
  lod: "lod",
  rate: "rate",
  controls: "controls",
  poster: "poster",
  quality: "quality",
  loading: "loading",
} as const;
/** Those that say whether there is such an attribute. */
const FLAG_ATTRIBUTES = {
  autoplay: "autoplay",
  noFloor: "no-floor",
  noUi: "no-ui",
  paused: "paused",
} as const;

/** What is about to be scrolled into view is loaded already. */
const SEEN_MARGIN = "256px";

/** The module may be imported where there is no DOM, as a server that writes pages does. */
const ElementBase = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

export class VisleafModel extends ElementBase {
  static readonly observedAttributes: readonly string[] = [
    ...Object.values(TEXT_ATTRIBUTES),
    ...Object.values(FLAG_ATTRIBUTES),
    "aria-label",
  ];

  /** Address of the `.mdl`, or of its source. */
  declare src: string;
  /** Addresses of folders and archives with game content, separated by spaces. */
  declare content: string;
  declare sequence: string;
  declare skin: string;
  /** The model of each body part, separated by spaces. */
  declare body: string;
  declare lod: string;
  declare rate: string;
  declare controls: string;
  declare poster: string;
  declare quality: string;
  declare loading: string;
  declare autoplay: boolean;
  declare noFloor: boolean;
  declare noUi: boolean;
  declare paused: boolean;

  readonly #overlay: Overlay;
  readonly #internals: ElementInternals;
  #viewer: ModelViewer | null = null;
  /** The viewer, also while it is being made. */
  #opening: Promise<ModelViewer> | null = null;
  #isStarted = false;
  /** Another number after each load: who waits for something knows that it was overtaken. */
  #turn = 0;
  #isReloadPending = false;
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
      onFlight: () => undefined,
      onFullscreen: () => void this.#toggleFullscreen(),
    });
    this.addEventListener("fullscreenchange", () => this.#showFullscreen());
  }

  connectedCallback(): void {
    takeEarlyProperties(this, TEXT_ATTRIBUTES, FLAG_ATTRIBUTES);
    adoptOverlayStyle(this.shadowRoot!);
    clearTimeout(this.#leaving);
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
    if (name === "src" || name === "content" || name === "no-floor") this.#scheduleReload();
    else if (name === "autoplay" || name === "loading") this.#plan();
    else if (name === "poster") this.#setPoster(now ?? "");
    else if (name === "no-ui") this.#overlay.isVisible = now === null;
    else if (name === "aria-label") this.#label();
    else if (this.#viewer !== null) this.#apply(this.#viewer, name);
  }

  /** The viewer below; null until the model was started. */
  get viewer(): ModelViewer | null {
    return this.#viewer;
  }

  /** Starts the model now, whatever `autoplay` and `loading` say. Resolves when there is a viewer. */
  start(): Promise<ModelViewer> {
    if (this.#isStarted) return this.#open();
    this.#begin();
    const viewer = this.#open();
    this.#loadSource();
    return viewer;
  }

  /** Loads a model in place of `src`; see `ModelViewer.load`. Content is the attribute's unless it is given. */
  async load(model: ModelInput, options: LoadModelOptions = {}): Promise<ModelSummary> {
    const turn = ++this.#turn;
    this.#begin();
    this.#overlay.hideError();
    this.#overlay.showProgress(nameOf(model), "Loading …", 0.3, this.#viewer?.info != null);
    try {
      const viewer = await this.#open();
      if (turn !== this.#turn) throw new CancelledError();
      return await viewer.load(model, {
        content: readContent(this),
        floor: !this.hasAttribute("no-floor"),
        skin: this.#row("skin") ?? 0,
        sequence: this.getAttribute("sequence") ?? undefined,
        ...options,
      });
    } catch (error) {
      if (turn !== this.#turn) throw new CancelledError();
      this.#overlay.hideProgress();
      if (!(error instanceof CancelledError)) this.#report(error);
      throw error;
    }
  }

  override addEventListener<Name extends keyof VisleafModelEventMap>(
    type: Name,
    listener: (this: VisleafModel, event: VisleafModelEventMap[Name]) => void,
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
    const src = this.getAttribute("src") ?? "";
    if (src === "") return;
    const rule = readStartRule(this);
    if (rule === "now") void this.start().catch(ignore);
    else if (rule === "press") this.#overlay.showStart(nameOf(src));
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
    this.#overlay.removeCanvas();
    this.#overlay.hideProgress();
    this.#overlay.hideError();
    this.#overlay.showFullscreen(false);
    if (this.isConnected) this.#plan();
  }

  // ---- the viewer

  #open(): Promise<ModelViewer> {
    if (this.#opening) return this.#opening;
    if (!this.isConnected) return Promise.reject(new Error("<visleaf-model> is in no page"));
    const canvas = this.#overlay.replaceCanvas();
    this.#label();
    this.#overlay.showHelp("orbit");
    const opening = createModelViewer(canvas, {
      controls: this.#controls,
      quality: readQuality(this),
      // For browsers that show no WebGPU canvas, as headless ones without a GPU.
      present: this.getAttribute("present") === "readback" ? "readback" : "canvas",
    }).then((viewer) => {
      if (this.#opening !== opening) {
        viewer.destroy();
        throw new CancelledError();
      }
      this.#viewer = viewer;
      this.#listen(viewer);
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

  #listen(viewer: ModelViewer): void {
    viewer.on("model", (info) => {
      this.#overlay.hidePoster();
      this.#showFullscreen();
      for (const name of ["body", "lod", "rate", "paused"]) {
        if (this.hasAttribute(name)) this.#apply(viewer, name);
      }
      this.#label();
      this.#dispatch("model", info);
    });
    viewer.on("load", (summary) => {
      this.#overlay.hideProgress();
      this.#overlay.announce(`${nameOf(viewer.info?.name ?? "")} is open`);
      this.#dispatch("load", summary);
    });
  }

  get #controls(): "orbit" | "fly" | "none" {
    const text = this.getAttribute("controls");
    return text === "fly" || text === "none" ? text : "orbit";
  }

  /** A whole number from 0 of an attribute; null: it has none. */
  #row(name: string): number | null {
    const text = this.getAttribute(name);
    return text !== null && /^\d+$/.test(text.trim()) ? Number(text) : null;
  }

  /** What an attribute says is so from now on. */
  #apply(viewer: ModelViewer, name: string): void {
    if (name === "controls") viewer.controls.mode = this.#controls;
    else if (name === "quality") viewer.quality = readQuality(this);
    if (viewer.info === null) return;
    if (name === "skin") viewer.skin = this.#row("skin") ?? 0;
    else if (name === "lod") viewer.lod = this.#row("lod");
    else if (name === "rate") viewer.rate = readPositive(this, "rate") ?? 1;
    else if (name === "paused") viewer.isPlaying = !this.hasAttribute("paused");
    else if (name === "sequence") this.#play(viewer);
    else if (name === "body") {
      const models = (this.getAttribute("body") ?? "").split(/[\s,]+/).map(Number);
      for (let part = 0; part < viewer.bodyGroups.length; part++) {
        viewer.setBodyGroup(part, models[part] || 0);
      }
    }
  }

  #play(viewer: ModelViewer): void {
    const name = this.getAttribute("sequence");
    const has = viewer.info?.sequences.some(
      (sequence) => sequence.name.toLowerCase() === name?.toLowerCase(),
    );
    if (name !== null && has) viewer.play(name);
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
    const src = this.getAttribute("src") ?? "";
    if (src === "") {
      this.#turn++;
      this.#viewer?.unload();
      this.#overlay.showPoster();
    }
    // What goes wrong is told of by the event.
    else void this.load(src).catch(ignore);
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
    if (this.#viewer?.info != null) this.#overlay.hidePoster();
    else this.#overlay.showPoster();
  }

  #label(): void {
    const name = nameOf(this.#viewer?.info?.name ?? this.getAttribute("src") ?? "");
    const label = this.ariaLabel ?? `3D view of the model ${name}`;
    this.#internals.ariaLabel = label;
    const canvas = this.shadowRoot?.querySelector("canvas");
    if (canvas) canvas.ariaLabel = label;
  }

  #report(error: unknown): void {
    if (error instanceof CancelledError) return;
    const turn = this.#turn;
    void describeFailure(error, nameOf(this.getAttribute("src") ?? "")).then((failure) => {
      if (turn !== this.#turn) return;
      this.#overlay.hideProgress();
      const cause = error instanceof Error ? error : new Error(String(error));
      const isShown = this.#dispatch("error", { ...failure, error: cause });
      if (isShown) this.#overlay.showError(failure);
    });
  }

  /** False if a listener prevented what the element does by itself. */
  #dispatch<Name extends keyof VisleafModelDetails>(
    name: Name,
    detail: VisleafModelDetails[Name],
  ): boolean {
    return this.dispatchEvent(new CustomEvent(name, { detail, cancelable: name === "error" }));
  }
}

if (globalThis.HTMLElement) {
  reflectAttributes(VisleafModel.prototype, TEXT_ATTRIBUTES, FLAG_ATTRIBUTES);
}

/** A model's file name, without its extension. */
function nameOf(model: ModelInput): string {
  if (typeof model !== "string" && !(model instanceof URL)) return "model";
  const file = String(model).split(/[?#]/)[0].split(/[\\/]/).at(-1) ?? "";
  return file.replace(/\.mdl$/i, "") || "model";
}

/** For promises whose failure was reported already. */
function ignore(): void {}
