/** What lies over an element's picture, whatever it shows: poster, start button, errors, full screen, its label. */

import { CancelledError } from "../../core/errors.ts";
import type { Failure } from "../describe-failure.ts";
import { describeFailure } from "../failures.ts";
import { Overlay } from "../overlay/overlay.ts";

// An element that tells of what happens to it, by events whose details are known. None of them bubbles.

/** The module may be imported where there is no DOM, as a server that writes pages does. */
const ElementBase = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/** @template Details of each event, its `detail` */
abstract class TypedElement<Details> extends ElementBase {
  override addEventListener<Name extends keyof Details & string>(
    type: Name,
    listener: (this: this, event: CustomEvent<Details[Name]>) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  override addEventListener<Name extends keyof HTMLElementEventMap>(
    type: Exclude<Name, keyof Details>,
    listener: (this: this, event: HTMLElementEventMap[Name]) => void,
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
    this.onListener(type);
    super.addEventListener(type, listener as EventListener, options);
  }

  /** Somebody listens to events of this type from now on. */
  protected onListener(_type: string): void {}

  /** False if a listener prevented what the element does by itself. */
  protected dispatch<Name extends keyof Details & string>(
    name: Name,
    detail: Details[Name],
  ): boolean {
    return this.dispatchEvent(new CustomEvent(name, { detail, cancelable: name === "error" }));
  }
}

export interface ElementDetails<Viewer> {
  /** There is a viewer now, which nothing was loaded into yet. */
  ready: Viewer;
  /**
   * Something could not be had or shown: what to say about it, and the error itself. Cancelled with
   * `preventDefault`, the element shows nothing of it.
   */
  error: Failure & { readonly error: Error };
}

export interface ElementTraits {
  /** What is shown, in a word. */
  readonly kind: "map" | "model";
  /** What that is called which lies at an address. */
  readonly nameFrom: (url: string) => string;
}

/** The part of a viewer that is used here. */
interface Focusable {
  readonly canvas: HTMLCanvasElement;
}

export abstract class OverlaidElement<
  Details extends ElementDetails<Focusable>,
  Traits extends ElementTraits,
> extends TypedElement<Details> {
  /** Address of what is shown. */
  declare src: string;
  /** Addresses of folders and archives with game content, separated by spaces. */
  declare content: string;
  declare controls: string;
  declare autoplay: boolean;
  declare loading: string;
  declare poster: string;
  declare noUi: boolean;

  protected readonly overlay: Overlay;
  /** Of what is shown or on its way; empty before the first. */
  protected shownName = "";
  /** Another number after each load: who waits for something knows that it was overtaken. */
  protected turn = 0;
  protected readonly traits: Traits;
  readonly #internals: ElementInternals;
  #reported: unknown = null;

  constructor(traits: Traits) {
    super();
    this.traits = traits;
    this.#internals = this.attachInternals();
    this.#internals.role = "group";
    const root = this.attachShadow({ mode: "open", delegatesFocus: true });
    this.overlay = new Overlay(root, {
      onStart: () => void this.start().then((viewer) => viewer.canvas.focus(), ignore),
      onRetry: () => this.loadSource(),
      onFlight: () => this.toggleFlight(),
    });
  }

  abstract start(): Promise<Focusable>;
  /** Loads what the attributes say. */
  protected abstract loadSource(): void;
  /** Whether something is shown. */
  protected abstract get hasPicture(): boolean;
  protected toggleFlight(): void {}

  get #name(): string {
    return this.shownName || this.traits.nameFrom(this.src);
  }

  protected label(): void {
    const label = this.ariaLabel ?? `3D view of the ${this.traits.kind} ${this.#name}`;
    this.#internals.ariaLabel = label;
    const canvas = this.shadowRoot?.querySelector("canvas");
    if (canvas) canvas.ariaLabel = label;
  }

  /** One error may come in more than one way, and is told of once. */
  protected report(error: unknown): void {
    if (error === this.#reported || error instanceof CancelledError) return;
    this.#reported = error;
    const turn = this.turn;
    void describeFailure(error, this.#name).then((failure) => {
      if (turn !== this.turn) return;
      this.overlay.hideProgress();
      const cause = error instanceof Error ? error : new Error(String(error));
      const detail = { ...failure, error: cause } as Details["error"];
      if (this.dispatch("error", detail)) this.overlay.showError(failure);
    });
  }
}

/** For promises whose failure was reported already. */
export function ignore(): void {}
