/**
 * An element with a viewer in it: when that is made and freed, and when it loads.
 *
 * It loads when `autoplay` and `loading` say: with neither, when its start button is pressed. The viewer
 * is made at that moment and freed when the element leaves the page; an element that is only moved
 * within a task keeps it. Attributes may change at any time; the last word wins.
 */

import { CancelledError } from "../../core/errors.ts";
import type { BaseViewer, BaseViewerOptions, ControlsMode } from "../../viewer/viewer.ts";
import { adoptOverlayStyle } from "../overlay/overlay-style.ts";
import { type AttributeTable, takeEarlyProperties } from "./attribute-table.ts";
import { readControls, readPresent, readStartRule } from "./attributes.ts";
import {
  type ElementDetails,
  type ElementTraits,
  ignore,
  OverlaidElement,
} from "./overlaid-element.ts";

/** What is about to be scrolled into view is loaded already. */
const SEEN_MARGIN = "256px";

/** Calls when an element is in view, or nearly. Returns what ends that. */
function whenSeen(element: Element, act: () => void): () => void {
  const onChange = (entries: IntersectionObserverEntry[]): void => {
    if (entries.some((entry) => entry.isIntersecting)) act();
  };
  const observer = new IntersectionObserver(onChange, { rootMargin: SEEN_MARGIN });
  observer.observe(element);
  return () => observer.disconnect();
}

/** The part of a viewer that all elements use. */
export interface ElementViewer extends Pick<BaseViewer<never>, "canvas" | "controls" | "destroy"> {
  unload(): void;
  on(name: "lost" | "load", listener: () => void): unknown;
  on(name: "error", listener: (error: Error) => void): unknown;
}

/** What elements differ in. */
export interface ViewerTraits<Viewer> extends ElementTraits {
  /** The first being the default. */
  readonly controls: readonly ControlsMode[];
  readonly attributes: AttributeTable<Viewer, never>;
}

export abstract class ViewerElement<
  Viewer extends ElementViewer,
  Details extends ElementDetails<Viewer>,
> extends OverlaidElement<Details, ViewerTraits<Viewer>> {
  #viewer: Viewer | null = null;
  /** The viewer, also while it is being made. */
  #opening: Promise<Viewer> | null = null;
  /** Whether there is something to show: it was started and the element is in a page. */
  #isStarted = false;
  #isReloadPending = false;
  /** Ends that it is waited for until it is in view. */
  #unwatch: () => void = ignore;
  #leaving: ReturnType<typeof setTimeout> | undefined;

  connectedCallback(): void {
    takeEarlyProperties(this, this.traits.attributes);
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
    if (name === "poster") this.overlay.setPoster(now ?? "", !this.hasPicture);
    else if (name === "no-ui") this.overlay.isVisible = now === null;
    else if (name === "aria-label") this.label();
    else if (name === "controls") this.#setControls();
    const change = this.traits.attributes[name]?.change;
    if (change === "load") this.#scheduleReload();
    else if (change === "start") this.#plan();
    else this.applyAttributes([name]);
  }

  /** Tells the viewer what attributes say. */
  protected applyAttributes(names: readonly string[]): void {
    const viewer = this.#viewer;
    if (viewer === null) return;
    for (const name of names) {
      const change = this.traits.attributes[name]?.change;
      if (typeof change === "function") change(viewer, this as never);
    }
  }

  /** The viewer below; null until it was started. */
  get viewer(): Viewer | null {
    return this.#viewer;
  }

  /** Starts now, whatever `autoplay` and `loading` say. Resolves when there is a viewer. */
  override start(): Promise<Viewer> {
    if (this.#isStarted) return this.#open();
    this.#begin();
    const viewer = this.#open();
    this.loadSource();
    return viewer;
  }

  /** Shows nothing, and frees what was shown. */
  unload(): void {
    this.turn++;
    this.#viewer?.unload();
    this.overlay.hideNews();
    this.overlay.showPoster();
  }

  // ---- what an element says of itself

  protected abstract createViewer(
    canvas: HTMLCanvasElement,
    options: Pick<BaseViewerOptions, "controls" | "present">,
  ): Promise<Viewer>;

  protected listen(viewer: Viewer): void {
    const { overlay } = this;
    viewer.on("lost", () => overlay.announce("The graphics device starts again"));
    viewer.on("error", (error) => this.report(error));
    viewer.on("load", () => {
      overlay.hideProgress();
      overlay.announce(`${this.shownName} is open`);
    });
  }

  /** Loads what `src` says; what goes wrong is told of by the event. */
  protected abstract loadAddress(src: string): Promise<unknown>;

  /** Loads something that is called so, and says how that goes. */
  protected async loadAs<Summary>(
    name: string,
    load: (viewer: Viewer) => Promise<Summary>,
  ): Promise<Summary> {
    const turn = ++this.turn;
    this.#begin();
    this.shownName = name;
    this.overlay.hideError();
    this.overlay.showProgress(name, "Starting …", 0, this.hasPicture);
    this.overlay.announce(`Loading ${name}`);
    this.label();
    try {
      const viewer = await this.#open();
      if (turn !== this.turn) throw new CancelledError();
      return await load(viewer);
    } catch (error) {
      if (turn !== this.turn) throw new CancelledError();
      this.overlay.hideProgress();
      this.report(error);
      throw error;
    }
  }

  // ---- when it starts

  #plan(): void {
    if (!this.isConnected || this.#isStarted) return;
    this.#unwatch();
    this.overlay.hideStart();
    this.overlay.showPoster();
    this.label();
    if (this.src === "") return;
    const rule = readStartRule(this);
    if (rule === "now") void this.start().catch(ignore);
    else if (rule === "press")
      this.overlay.showStart(this.traits.nameFrom(this.src), this.traits.kind);
    else this.#unwatch = whenSeen(this, () => void this.start().catch(ignore));
  }

  #begin(): void {
    this.#isStarted = true;
    this.#unwatch();
    this.overlay.hideStart();
  }

  #close(): void {
    clearTimeout(this.#leaving);
    this.turn++;
    this.#isStarted = false;
    this.#opening = null;
    this.#viewer?.destroy();
    this.#viewer = null;
    this.#unwatch();
    const { overlay } = this;
    overlay.removeCanvas();
    overlay.hideNews();
    overlay.showFullscreen(false);
    if (this.isConnected) this.#plan();
  }

  #open(): Promise<Viewer> {
    if (this.#opening) return this.#opening;
    if (!this.isConnected) return Promise.reject(new Error(`<${this.localName}> is in no page`));
    const canvas = this.overlay.replaceCanvas();
    this.label();
    const controls = this.#setControls();
    const present = readPresent(this);
    const opening = this.createViewer(canvas, { controls, present }).then((viewer) => {
      if (this.#opening !== opening) {
        viewer.destroy();
        throw new CancelledError();
      }
      this.#viewer = viewer;
      this.listen(viewer);
      this.#setControls();
      this.applyAttributes(Object.keys(this.traits.attributes));
      this.dispatch("ready", viewer as Details["ready"]);
      return viewer;
    });
    this.#opening = opening;
    opening.catch((error: unknown) => {
      if (this.#opening !== opening) return;
      this.#opening = null;
      this.report(error);
    });
    return opening;
  }

  #scheduleReload(): void {
    if (!this.#isStarted) {
      this.#plan();
      return;
    }
    if (this.#isReloadPending) return;
    this.#isReloadPending = true;
    const turn = this.turn;
    // Attributes that change together load once; what was asked for since comes first.
    queueMicrotask(() => {
      this.#isReloadPending = false;
      if (this.#isStarted && turn === this.turn) this.loadSource();
    });
  }

  protected override loadSource(): void {
    if (this.src === "") this.unload();
    else void this.loadAddress(this.src).catch(ignore);
  }

  #setControls(): ControlsMode {
    const mode = readControls(this, this.traits.controls);
    this.overlay.showHelp(mode);
    if (this.#viewer !== null) this.#viewer.controls.mode = mode;
    return mode;
  }
}
