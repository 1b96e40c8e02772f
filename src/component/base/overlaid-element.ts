/** Base of both elements: poster, start button, errors, full screen and label over the picture. */

import { CancelledError } from "../../core/errors.ts";
import type { Failure } from "../describe-failure.ts";
import { describeFailure } from "../failures.ts";
import type { LateTexts } from "./late-texts.ts";
import { Overlay } from "./overlay.ts";
import { defineTexts, type EarlyTexts, findText, type Texts } from "./texts.ts";

// An element with typed events. The events do not bubble.

/** The module may be imported without a DOM, for example during server-side rendering. */
const ElementBase = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/** @template Details type of each event's `detail` */
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

  /** Called when a listener for this type is added. */
  protected onListener(_type: string): void {}

  /** Dispatches an event. `false` if a listener called `preventDefault`. */
  protected dispatch<Name extends keyof Details & string>(
    name: Name,
    detail: Details[Name],
  ): boolean {
    return this.dispatchEvent(new CustomEvent(name, { detail, cancelable: name === "error" }));
  }
}

export interface ElementDetails<Viewer> {
  /** The viewer was created; nothing is loaded yet. */
  ready: Viewer;
  /**
   * Something failed to load or to draw. `detail` has a description and the error. After
   * `preventDefault`, the element does not show the error.
   */
  error: Failure & { readonly error: Error };
}

/** Texts by name; missing ones stay English. `error:CODE` and `advice:CODE` replace a failure's. */
export type ElementStrings = { readonly [Name in keyof EarlyTexts | keyof LateTexts]?: string } & {
  readonly [name: string]: string | undefined;
};

/**
 * Sets the texts of all elements whose `lang`, or that of an element around them, is a language;
 * "de" also serves "de-AT". Call it before the elements show texts.
 */
export function defineStrings(language: string, strings: ElementStrings): void {
  defineTexts(language, strings);
}

export interface ElementTraits {
  /** Kind of content. */
  readonly kind: "map" | "model";
  /** Returns the name of the content at an address. */
  readonly nameFrom: (url: string) => string;
}

/** The part of a viewer that this class uses. */
interface Focusable {
  readonly canvas: HTMLCanvasElement;
}

export abstract class OverlaidElement<
  Details extends ElementDetails<Focusable>,
  Traits extends ElementTraits,
> extends TypedElement<Details> {
  /** Address of the map or model. */
  declare src: string;
  /** Addresses of folders and archives with game content, separated by spaces. */
  declare content: string;
  declare controls: string;
  declare autoplay: boolean;
  declare loading: string;
  declare reveal: string;
  declare poster: string;
  declare noUi: boolean;

  protected readonly overlay: Overlay;
  /** Name of the current or loading content; empty before the first load. */
  protected shownName = "";
  /** Incremented by each load, so that pending work can detect a later one. */
  protected turn = 0;
  protected readonly traits: Traits;
  readonly #internals: ElementInternals;
  /** Returns a text in the element's language. */
  protected readonly text: Texts = (key, values = {}) =>
    findText(this, this.#strings, key, { kind: this.#kind, ...values });
  #strings: ElementStrings = {};
  #reported: unknown = null;

  constructor(traits: Traits) {
    super();
    this.traits = traits;
    this.#internals = this.attachInternals();
    this.#internals.role = "group";
    const root = this.attachShadow({ mode: "open", delegatesFocus: true });
    this.overlay = new Overlay(root, this.text, {
      onStart: () => void this.dismissPoster().then((viewer) => viewer.canvas.focus(), ignore),
      onRetry: () => this.loadSource(),
      onFlight: () => this.toggleFlight(),
    });
  }

  /**
   * Texts of this element, by name, instead of those of its language: see docs/embedding.md.
   * They are used from the next time that a text is shown.
   */
  get strings(): ElementStrings {
    return this.#strings;
  }

  set strings(strings: ElementStrings) {
    this.#strings = strings;
    this.label();
  }

  abstract start(): Promise<Focusable>;
  abstract dismissPoster(): Promise<Focusable>;
  /** Loads the source from the attributes. */
  protected abstract loadSource(): void;
  /** Whether something is visible. */
  protected abstract get hasPicture(): boolean;
  protected toggleFlight(): void {}

  get #kind(): string {
    const { kind } = this.traits;
    return findText(this, this.#strings, kind, {});
  }

  get #name(): string {
    return this.shownName || this.traits.nameFrom(this.src);
  }

  protected label(): void {
    const label = this.ariaLabel ?? this.text("label", { name: this.#name });
    this.#internals.ariaLabel = label;
    const canvas = this.shadowRoot?.querySelector("canvas");
    if (canvas) canvas.ariaLabel = label;
  }

  /** Reports an error. The same error may arrive several times and is reported once. */
  protected report(error: unknown): void {
    if (error === this.#reported || error instanceof CancelledError) return;
    this.#reported = error;
    const turn = this.turn;
    void describeFailure(error, this.#name).then((described) => {
      if (turn !== this.turn) return;
      const failure = this.#translate(described);
      this.overlay.hideProgress();
      const cause = error instanceof Error ? error : new Error(String(error));
      const detail = { ...failure, error: cause } as Details["error"];
      if (this.dispatch("error", detail)) this.overlay.showError(failure);
    });
  }

  /** Replaces the title and the advice of a failure by the texts `error:CODE` and `advice:CODE`. */
  #translate(failure: Failure): Failure {
    const { code, title, advice } = failure;
    const find = (key: string, english: string): string =>
      findText(this, this.#strings, key, { name: this.#name }, { [key]: english });
    const lines = find(`advice:${code}`, advice.join("\n"));
    return {
      ...failure,
      title: find(`error:${code}`, title),
      advice: lines ? lines.split("\n") : [],
    };
  }
}

/** Ignores a rejection that was reported elsewhere. */
export function ignore(): void {}
