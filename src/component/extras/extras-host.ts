/** The part of a map's element that its optional features use. */

import type { Viewer } from "../../viewer/viewer.ts";
import type { ElementStrings } from "../base/overlaid-element.ts";

export interface ExtrasHost {
  readonly element: HTMLElement & { readonly strings: ElementStrings };
  readonly root: ShadowRoot;
  readonly viewer: Viewer;
  /** Name of the shown map. */
  readonly name: string;
  /** Whether there is a picture, and no poster hides it. */
  readonly isShown: boolean;
  /** Whether the visitor ended the flight by its button. */
  readonly isFlightRefused: boolean;
  startFlight(): void;
  /** Adds a part over the picture. */
  addPart(part: HTMLElement): void;
  /** Announces a text to screen readers. */
  announce(text: string): void;
  /** Describes the map to screen readers. */
  describe(text: string): void;
  /** Reports one sentence by the event `warning`, and logs it unless that is prevented. */
  warn(message: string): void;
}

/** A feature of an element, which an attribute or a child turns on. */
export interface Feature {
  /** Reads the attributes again. */
  readonly update?: () => void;
  readonly destroy: () => void;
}
