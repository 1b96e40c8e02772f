/**
 * The overlay of the picture: poster, start button, progress, errors and buttons. Each part is
 * exposed by `::part()`. Names are set as text, never as markup.
 */

import type { Failure } from "../describe-failure.ts";
import css from "./overlay.css?inline";

export interface OverlayActions {
  onStart(): void;
  onRetry(): void;
  onFlight(): void;
}

const HELP = {
  fly: "Keys W, A, S, D fly, E and Q go up and down, arrow keys look around, Shift is fast. Or drag to look; on a touch screen the left thumb flies and the right thumb looks.",
  orbit:
    "Drag or use the arrow keys to turn, the wheel or pinch to go nearer. Plus and minus work too.",
  none: "",
};

export class Overlay {
  readonly #root: ShadowRoot;
  readonly #poster: HTMLImageElement;
  readonly #start: HTMLButtonElement;
  readonly #startName: HTMLElement;
  readonly #progress: HTMLElement;
  readonly #track: HTMLElement;
  readonly #bar: HTMLElement;
  readonly #mapName: HTMLElement;
  readonly #stage: HTMLElement;
  readonly #error: HTMLElement;
  readonly #errorTitle: HTMLElement;
  readonly #errorDetail: HTMLElement;
  readonly #errorAdvice: HTMLElement;
  readonly #retry: HTMLButtonElement;
  readonly #flight: HTMLButtonElement;
  readonly #fullscreen: HTMLButtonElement;
  readonly #status: HTMLElement;
  readonly #help: HTMLElement;
  /** Layers of the start button, the progress, the toolbar and the error; hidden by `no-ui`. */
  readonly #layers: HTMLElement[];

  constructor(root: ShadowRoot, actions: OverlayActions) {
    this.#root = root;
    this.#poster = make("img", "poster");
    this.#poster.alt = "";
    // Hides an image that cannot be loaded, instead of showing a broken image.
    this.#poster.addEventListener("error", () => {
      this.#poster.hidden = true;
    });
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

    this.#errorTitle = make("p", "error-title");
    this.#errorDetail = make("p", "error-detail");
    this.#errorAdvice = make("ul", "error-advice");
    this.#retry = makeButton("retry", "Try again", actions.onRetry);
    const dismiss = makeButton("dismiss", "Close", () => this.hideError());
    const row = make("div", "actions");
    row.append(this.#retry, dismiss);
    this.#error = make("div", "error");
    this.#error.role = "alert";
    this.#error.append(this.#errorTitle, this.#errorDetail, this.#errorAdvice, row);

    this.#flight = makeButton("flight", "", actions.onFlight);
    this.#fullscreen = makeButton("fullscreen", "", () => void this.#toggleFullscreen());
    const toolbar = make("div", "toolbar");
    toolbar.append(this.#flight, this.#fullscreen);

    this.#status = make("p", "quiet");
    this.#status.role = "status";
    this.#help = make("p", "quiet");
    this.#help.id = "help";
    this.#layers = [this.#start, this.#progress, toolbar, this.#error].map((each) => {
      const layer = make("div", "layer");
      layer.append(each);
      return layer;
    });
    for (const each of [this.#start, this.#progress, this.#error, this.#flight]) each.hidden = true;
    this.#fullscreen.hidden = true;
    this.#poster.hidden = true;
    root.host.addEventListener("fullscreenchange", () => this.showFullscreen());
    root.append(this.#poster, make("div", "frame"), ...this.#layers, this.#status, this.#help);
  }

  /** Replaces the canvas by a new one, because a canvas with a context cannot be reused. */
  replaceCanvas(): HTMLCanvasElement {
    this.#root.querySelector("canvas")?.remove();
    const canvas = make("canvas", "canvas");
    // The role passes keys to the canvas, where they move the camera.
    canvas.role = "application";
    canvas.setAttribute("aria-roledescription", "3D view");
    canvas.setAttribute("aria-describedby", "help");
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
    this.#poster.classList.remove("gone");
    this.#poster.hidden = !this.#poster.hasAttribute("src");
  }

  hidePoster(): void {
    this.#poster.classList.add("gone");
  }

  /** @param kind kind of the content, such as "map" */
  showStart(name: string, kind: string): void {
    this.#startName.textContent = name;
    this.#start.ariaLabel = `Open the ${kind} ${name}`;
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
    this.#track.ariaLabel = `Loading ${mapName}`;
    this.#track.ariaValueNow = String(Math.round(fraction * 100));
    this.#progress.classList.toggle("thin", isThin);
    this.#progress.hidden = false;
  }

  hideProgress(): void {
    this.#progress.hidden = true;
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
    this.#retry.hidden = !canRetry;
    this.#error.hidden = false;
  }

  hideError(): void {
    this.#error.hidden = true;
  }

  /** Shows the flight button; `null` hides it. */
  showFlight(isFlying: boolean | null): void {
    this.#flight.hidden = isFlying === null;
    this.#flight.textContent = isFlying ? "Stop flight" : "Play flight";
  }

  /** Shows the full screen button if the browser supports full screen. */
  showFullscreen(isShown = true): void {
    const isEntered = document.fullscreenElement === this.#root.host;
    this.#fullscreen.hidden = !isShown || !document.fullscreenEnabled;
    this.#fullscreen.textContent = isEntered ? "Leave full screen" : "Full screen";
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

  showHelp(controls: keyof typeof HELP): void {
    this.#help.textContent = HELP[controls];
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

function makeButton(name: string, text: string, onClick: () => void): HTMLButtonElement {
  const button = make("button", name);
  button.type = "button";
  button.textContent = text;
  button.addEventListener("click", onClick);
  return button;
}

// The style of the element and its overlay. A constructed sheet, because a page's Content Security
// Policy may forbid inline styles.

/** Sheets by document; a constructed sheet cannot be shared between documents. */
const sheets = new WeakMap<Document, CSSStyleSheet>();

export function adoptOverlayStyle(root: ShadowRoot): void {
  const { ownerDocument } = root.host;
  const { defaultView } = ownerDocument;
  if (defaultView === null) return;
  let sheet = sheets.get(ownerDocument);
  if (sheet === undefined) {
    sheet = new defaultView.CSSStyleSheet();
    sheet.replaceSync(css);
    sheets.set(ownerDocument, sheet);
  }
  root.adoptedStyleSheets = [sheet];
}
