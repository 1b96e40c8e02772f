/**
 * An element with a viewer: creates and frees the viewer, and starts loads. `autoplay` and
 * `loading` decide when to load; without either, the start button does. The viewer is created at
 * that time and freed when the element leaves the page. An element that is moved within one task
 * keeps its viewer. Attributes may change at any time; the last value wins.
 */

import { CancelledError } from "../../core/errors.ts";
import type { BaseViewer, BaseViewerOptions, ControlsMode } from "../../viewer/viewer.ts";
import { type AttributeTable, takeEarlyProperties } from "./attribute-table.ts";
import { readControls, readPresent, readReveal, readStartRule } from "./attributes.ts";
import {
  type ElementDetails,
  type ElementTraits,
  ignore,
  OverlaidElement,
} from "./overlaid-element.ts";
import { adoptStyle } from "./overlay.ts";

/** Margin around the viewport within which elements load. */
const SEEN_MARGIN = "256px";

/**
 * Calls `act` when an element is in or near the viewport. Returns a function that stops waiting.
 */
function whenSeen(element: Element, act: () => void): () => void {
  const onChange = (entries: IntersectionObserverEntry[]): void => {
    if (entries.some((entry) => entry.isIntersecting)) act();
  };
  const observer = new IntersectionObserver(onChange, { rootMargin: SEEN_MARGIN });
  observer.observe(element);
  return () => observer.disconnect();
}

const HELP_TEXTS = { fly: "helpFly", orbit: "helpOrbit", none: "helpNone" } as const;

/** The part of a viewer that all elements use. */
export interface ElementViewer extends Pick<BaseViewer<never>, "canvas" | "controls" | "destroy"> {
  unload(): void;
  on(name: "lost" | "load", listener: () => void): unknown;
  on(name: "error", listener: (error: Error) => void): unknown;
}

/** Differences between the elements. */
export interface ViewerTraits<Viewer> extends ElementTraits {
  /** Allowed values of `controls`, the default first. */
  readonly controls: readonly ControlsMode[];
  readonly attributes: AttributeTable<Viewer, never>;
}

export abstract class ViewerElement<
  Viewer extends ElementViewer,
  Details extends ElementDetails<Viewer>,
> extends OverlaidElement<Details, ViewerTraits<Viewer>> {
  #viewer: Viewer | null = null;
  /** The viewer, or the one being created; `null` before the start. */
  #opening: Promise<Viewer> | null = null;
  /** Whether a load has started and the element has not left the page since. */
  #isStarted = false;
  #isReloadPending = false;
  /** Whether the poster was dismissed, or need not be. */
  #isRevealed = false;
  /** Stops waiting for the element to scroll into view. */
  #unwatch: () => void = ignore;
  #leaving: ReturnType<typeof setTimeout> | undefined;

  connectedCallback(): void {
    takeEarlyProperties(this, this.traits.attributes);
    adoptStyle(this.shadowRoot!);
    clearTimeout(this.#leaving);
    if (!this.#isStarted) this.#plan();
  }

  disconnectedCallback(): void {
    // Moving an element disconnects it and connects it again in the same task.
    this.#leaving = setTimeout(() => this.#close());
  }

  /** Empty, but needed: with this callback, `moveBefore` does not disconnect the element. */
  connectedMoveCallback(): void {}

  adoptedCallback(): void {
    this.#close();
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (before === now) return;
    if (name === "poster") this.overlay.setPoster(now ?? "", !this.isShown);
    else if (name === "no-ui") this.overlay.isVisible = now === null;
    else if (name === "aria-label" || name === "lang") this.label();
    else if (name === "reveal") this.#followReveal();
    else if (name === "controls") this.#setControls();
    const change = this.traits.attributes[name]?.change;
    if (change === "load") this.#scheduleReload();
    else if (change === "start") this.#plan();
    else this.applyAttributes([name]);
  }

  /** Applies attributes to the viewer. */
  protected applyAttributes(names: readonly string[]): void {
    const viewer = this.#viewer;
    if (viewer === null) return;
    for (const name of names) {
      const change = this.traits.attributes[name]?.change;
      if (typeof change === "function") change(viewer, this as never);
    }
  }

  /** The viewer, or `null` before the start. */
  get viewer(): Viewer | null {
    return this.#viewer;
  }

  /** Starts at once, regardless of `autoplay` and `loading`. Resolves with the viewer. */
  override start(): Promise<Viewer> {
    if (this.#isStarted) return this.#open();
    this.#begin();
    const viewer = this.#open();
    this.loadSource();
    return viewer;
  }

  /** Shows the picture instead of the poster, and starts if needed. Resolves with the viewer. */
  override dismissPoster(): Promise<Viewer> {
    this.#setRevealed(true);
    return this.start();
  }

  /** Hides the picture below the poster until `dismissPoster` or a press of the start button. */
  showPoster(): void {
    this.#setRevealed(false);
    this.#showStart();
  }

  /** Unloads the map or model and shows the poster. */
  unload(): void {
    this.turn++;
    this.#viewer?.unload();
    this.overlay.hideNews();
    this.overlay.showPoster();
  }

  // ---- parts that subclasses define

  protected abstract createViewer(
    canvas: HTMLCanvasElement,
    options: Pick<BaseViewerOptions, "controls" | "present">,
  ): Promise<Viewer>;

  protected listen(viewer: Viewer): void {
    const { overlay } = this;
    viewer.on("lost", () => overlay.announce(this.text("lost")));
    viewer.on("error", (error) => this.report(error));
    viewer.on("load", () => {
      overlay.hideProgress();
      overlay.announce(this.text("opened", { name: this.shownName }));
      void this.#showHelp();
    });
  }

  /** Called when there is a picture, and when the poster is dismissed. */
  protected showPicture(): void {
    if (!this.isShown) return;
    this.overlay.hidePoster();
    this.overlay.showFullscreen();
  }

  /** Whether there is a picture, and no poster hides it. */
  protected get isShown(): boolean {
    return this.#isRevealed && this.hasPicture;
  }

  /** Called before the viewer is destroyed. */
  protected onClose(): void {}

  /** Loads the address in `src`. Errors are reported by the `error` event. */
  protected abstract loadAddress(src: string): Promise<unknown>;

  /** Loads content with a name and shows the progress. */
  protected async loadAs<Summary>(
    name: string,
    load: (viewer: Viewer) => Promise<Summary>,
  ): Promise<Summary> {
    const turn = ++this.turn;
    this.#begin();
    this.shownName = name;
    this.overlay.hideError();
    this.overlay.showProgress(name, this.text("starting"), 0, this.hasPicture);
    this.overlay.announce(this.text("loading", { name }));
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

  // ---- start

  #plan(): void {
    if (!this.isConnected || this.#isStarted) return;
    this.#unwatch();
    this.overlay.hideStart();
    this.overlay.showPoster();
    this.label();
    if (this.src === "") return;
    const rule = readStartRule(this);
    const begin = () => void this.start().catch(ignore);
    if (rule === "press" || readReveal(this) === "interaction") this.#showStart();
    if (rule === "now") begin();
    else if (rule === "seen") this.#unwatch = whenSeen(this, begin);
  }

  #begin(): void {
    this.#isStarted = true;
    this.#unwatch();
    this.#followReveal();
  }

  #followReveal(): void {
    if (!this.#isStarted) this.#plan();
    else if (readReveal(this) === "auto") this.#setRevealed(true);
    else if (!this.#isRevealed) this.showPoster();
  }

  #setRevealed(isRevealed: boolean): void {
    this.#isRevealed = isRevealed;
    this.overlay.isVeiled = !isRevealed;
    if (!isRevealed) {
      this.overlay.showPoster();
      this.overlay.showFullscreen(false);
    } else {
      this.overlay.hideStart();
      this.showPicture();
    }
  }

  #showStart(): void {
    if (readReveal(this) === "manual") this.overlay.hideStart();
    else this.overlay.showStart(this.traits.nameFrom(this.src));
  }

  #close(): void {
    clearTimeout(this.#leaving);
    this.turn++;
    this.#isStarted = this.#isRevealed = false;
    this.#opening = null;
    this.onClose();
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
    if (!this.isConnected) return Promise.reject(new Error(`<${this.localName}> is not in a page`));
    const canvas = this.overlay.replaceCanvas();
    this.overlay.isVeiled = !this.#isRevealed;
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
    // Attributes that change together cause one load. A load requested in the meantime takes
    // precedence.
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
    if (this.#viewer !== null) {
      this.#viewer.controls.mode = mode;
      if (this.hasPicture) void this.#showHelp();
    }
    return mode;
  }

  async #showHelp(): Promise<void> {
    const { lateText } = await import("./late-texts.ts");
    const key = HELP_TEXTS[readControls(this, this.traits.controls)];
    this.overlay.showHelp(lateText(this, key));
  }
}
