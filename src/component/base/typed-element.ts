/** An element that tells of what happens to it, by events whose details are known. None of them bubbles. */

/** The module may be imported where there is no DOM, as a server that writes pages does. */
const ElementBase = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/** @template Details of each event, its `detail` */
export abstract class TypedElement<Details> extends ElementBase {
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
