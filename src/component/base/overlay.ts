/**
 * The overlay of the picture: poster, start button, progress, errors and buttons. Each part is
 * exposed by `::part()`. Names are set as text, never as markup.
 */

import type { Failure } from "../describe-failure.ts";
import css from "./overlay.css?inline";
import type { Texts } from "./texts.ts";

export interface OverlayActions {
  onStart(): void;
  onRetry(): void;
  onFlight(): void;
}

export class Overlay {
  readonly #root: ShadowRoot;
  readonly #texts: Texts;
  readonly #poster: HTMLImageElement;
  /** Holds the poster, or the page's own. */
  readonly #posters: HTMLElement;
  readonly #start: HTMLButtonElement;
  readonly #startName: HTMLElement;
  readonly #progress: HTMLElement;
  readonly #progressSlot: HTMLSlotElement;
  readonly #track: HTMLElement;
  readonly #bar: HTMLElement;
  readonly #mapName: HTMLElement;
  readonly #stage: HTMLElement;
  readonly #errorSlot: HTMLSlotElement;
  readonly #errorTitle: HTMLElement;
  readonly #errorDetail: HTMLElement;
  readonly #errorAdvice: HTMLElement;
  readonly #retry: HTMLButtonElement;
  readonly #dismiss: HTMLButtonElement;
  readonly #flight: HTMLButtonElement;
  readonly #fullscreen: HTMLButtonElement;
  readonly #status: HTMLElement;
  readonly #help: HTMLElement;
  readonly #about: HTMLElement;
  /** Layers of the start button, the progress, the toolbar and the error; hidden by `no-ui`. */
  readonly #layers: HTMLElement[];

  constructor(root: ShadowRoot, texts: Texts, actions: OverlayActions) {
    this.#root = root;
    this.#texts = texts;
    this.#poster = make("img", "poster");
    this.#poster.alt = "";
    // Hides an image that cannot be loaded, instead of showing a broken image.
    this.#poster.addEventListener("error", () => {
      this.#poster.hidden = true;
    });
    this.#posters = make("div", "posters");
    this.#posters.removeAttribute("part");
    this.#posters.append(makeSlot("poster", this.#poster));
    this.#start = makeButton("start", "", actions.onStart);
    this.#startName = make("span", "name");
    this.#start.append(this.#startName);

    this.#mapName = make("span", "map-name");
    this.#stage = make("span", "stage");
    const text = make("div", "progress-text");
    text.append(this.#mapName, this.#stage);
    this.#bar = make("div", "bar");
    this.#track = make("div", "track");
    this.#track.append(this.#bar);
    this.#track.role = "progressbar";
    this.#track.ariaValueMin = "0";
    this.#track.ariaValueMax = "100";
    this.#progress = make("div", "progress");
    this.#progress.append(text, this.#track);
    this.#progressSlot = makeSlot("progress", this.#progress);

    this.#errorTitle = make("p", "error-title");
    this.#errorDetail = make("p", "error-detail");
    this.#errorAdvice = make("ul", "error-advice");
    this.#retry = makeButton("retry", "", actions.onRetry);
    this.#dismiss = makeButton("dismiss", "", () => this.hideError());
    const row = make("div", "actions");
    row.append(this.#retry, this.#dismiss);
    const error = make("div", "error");
    error.role = "alert";
    error.append(this.#errorTitle, this.#errorDetail, this.#errorAdvice, row);
    this.#errorSlot = makeSlot("error", error);

    this.#flight = makeButton("flight", "", actions.onFlight);
    this.#fullscreen = makeButton("fullscreen", "", () => void this.#toggleFullscreen());
    const toolbar = make("div", "toolbar");
    toolbar.append(this.#flight, this.#fullscreen);

    this.#status = make("p", "quiet");
    this.#status.role = "status";
    this.#help = make("p", "quiet");
    this.#help.id = "help";
    this.#about = make("p", "quiet");
    this.#about.id = "about";
    const controls = makeSlot("controls", toolbar);
    this.#layers = [this.#start, this.#progressSlot, controls, this.#errorSlot].map((each) => {
      const layer = make("div", "layer");
      layer.append(each);
      return layer;
    });
    this.#start.hidden = this.#poster.hidden = true;
    this.hideNews();
    this.showFullscreen(false);
    root.host.addEventListener("fullscreenchange", () => this.showFullscreen());
    root.append(
      this.#posters,
      make("div", "frame"),
      ...this.#layers,
      this.#status,
      this.#about,
      this.#help,
    );
  }

  /** Replaces the canvas by a new one, because a canvas with a context cannot be reused. */
  replaceCanvas(): HTMLCanvasElement {
    this.#root.querySelector("canvas")?.remove();
    const canvas = make("canvas", "canvas");
    // The role passes keys to the canvas, where they move the camera.
    canvas.role = "application";
    canvas.setAttribute("aria-roledescription", this.#texts("view"));
    canvas.setAttribute("aria-describedby", "about help");
    // A press also focuses the canvas, but needs no focus ring.
    canvas.addEventListener("pointerdown", () => canvas.classList.add("pressed"));
    canvas.addEventListener("blur", () => canvas.classList.remove("pressed"));
    this.#root.prepend(canvas);
    return canvas;
  }

  removeCanvas(): void {
    this.#root.querySelector("canvas")?.remove();
  }

  set isVisible(isVisible: boolean) {
    for (const layer of this.#layers) layer.hidden = !isVisible;
  }

  setPoster(url: string, isShown: boolean): void {
    if (url === "") this.#poster.removeAttribute("src");
    else this.#poster.src = url;
    if (isShown) this.showPoster();
    else this.hidePoster();
  }

  showPoster(): void {
    this.#posters.classList.remove("gone");
    this.#poster.hidden = !this.#poster.hasAttribute("src");
  }

  hidePoster(): void {
    this.#posters.classList.add("gone");
  }

  /** Hides the picture, without stopping its frames. */
  set isVeiled(isVeiled: boolean) {
    this.#root.querySelector("canvas")?.classList.toggle("veiled", isVeiled);
  }

  showStart(name: string): void {
    this.#startName.textContent = name;
    this.#start.ariaLabel = this.#texts("open", { name });
    this.#start.hidden = false;
  }

  hideStart(): void {
    this.#start.hidden = true;
  }

  /** Shows the progress. `isThin`: as a line along the edge of a visible map. */
  showProgress(mapName: string, stage: string, fraction: number, isThin: boolean): void {
    this.#mapName.textContent = mapName;
    this.#stage.textContent = stage;
    this.#bar.style.transform = `scaleX(${fraction.toFixed(4)})`;
    this.#track.ariaLabel = this.#texts("loading", { name: mapName });
    this.#track.ariaValueNow = String(Math.round(fraction * 100));
    this.#progress.classList.toggle("thin", isThin);
    // A page's own progress inherits it.
    this.#progressSlot.style.setProperty("--visleaf-progress", fraction.toFixed(4));
    this.#progressSlot.hidden = false;
  }

  hideProgress(): void {
    this.#progressSlot.hidden = true;
  }

  showError({ title, detail, advice, canRetry }: Failure): void {
    this.#errorTitle.textContent = title;
    this.#errorDetail.textContent = detail;
    this.#errorAdvice.replaceChildren(
      ...advice.map((line) => {
        const item = make("li", "error-line");
        item.textContent = line;
        return item;
      }),
    );
    this.#retry.textContent = this.#texts("retry");
    this.#retry.hidden = !canRetry;
    this.#dismiss.textContent = this.#texts("close");
    this.#errorSlot.hidden = false;
  }

  hideError(): void {
    this.#errorSlot.hidden = true;
  }

  /** Shows the flight button; `null` hides it. */
  showFlight(isFlying: boolean | null): void {
    this.#flight.hidden = isFlying === null;
    this.#flight.textContent = this.#texts(isFlying ? "stopFlight" : "playFlight");
  }

  /** Shows the full screen button if the browser supports full screen. */
  showFullscreen(isShown = true): void {
    const isEntered = document.fullscreenElement === this.#root.host;
    this.#fullscreen.hidden = !isShown || !document.fullscreenEnabled;
    this.#fullscreen.textContent = this.#texts(isEntered ? "leaveFullscreen" : "fullscreen");
  }

  async #toggleFullscreen(): Promise<void> {
    const { host } = this.#root;
    try {
      if (document.fullscreenElement === host) await document.exitFullscreen();
      else await host.requestFullscreen();
    } catch (error) {
      this.announce(error instanceof Error ? error.message : String(error));
    }
  }

  /** Hides the progress, the error and the flight button. */
  hideNews(): void {
    this.hideProgress();
    this.hideError();
    this.showFlight(null);
  }

  /** Announces a text to screen readers. */
  announce(text: string): void {
    this.#status.textContent = text;
  }

  /** Describes the content to screen readers. */
  showAbout(text: string): void {
    this.#about.textContent = text;
  }

  /** Describes the keys to screen readers. */
  showHelp(text: string): void {
    this.#help.textContent = text;
  }

  /** Adds a part over the picture and below the buttons, or below the poster's. */
  addPart(part: HTMLElement): void {
    this.#layers[0].before(part);
  }
}

function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  name: string,
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.className = name;
  element.setAttribute("part", name);
  return element;
}

/** Returns a slot with a fallback for pages that fill it with nothing. */
function makeSlot(name: string, fallback: HTMLElement): HTMLSlotElement {
  const slot = document.createElement("slot");
  slot.name = name;
  slot.append(fallback);
  return slot;
}

function makeButton(name: string, text: string, onClick: () => void): HTMLButtonElement {
  const button = make("button", name);
  button.type = "button";
  button.textContent = text;
  button.addEventListener("click", onClick);
  return button;
}

// The style of the element and its overlay. A constructed sheet, because a page's Content Security
// Policy may forbid inline styles.

/** Sheets by document, then by text; a constructed sheet cannot be shared between documents. */
const sheets = new WeakMap<Document, Map<string, CSSStyleSheet>>();

/** Adds a style to an element, once. */
export function adoptStyle(root: ShadowRoot, text = css): void {
  const { ownerDocument } = root.host;
  const { defaultView } = ownerDocument;
  if (defaultView === null) return;
  const own = sheets.get(ownerDocument) ?? new Map<string, CSSStyleSheet>();
  sheets.set(ownerDocument, own);
  let sheet = own.get(text);
  if (sheet === undefined) {
    sheet = new defaultView.CSSStyleSheet();
    sheet.replaceSync(text);
    own.set(text, sheet);
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
}
