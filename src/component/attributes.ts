/** The element's attributes as values: what cannot be read counts as not given. */

import type { CameraPose, LightSideName } from "../map/types.ts";
import type { ControlsMode, Quality } from "../viewer/viewer.ts";

/** When a map is loaded. */
export type StartRule =
  /** As soon as the element is in the page. */
  | "now"
  /** When it is scrolled into view, or nearly. */
  | "seen"
  /** When its start button is pressed. */
  | "press";

/** As an attribute is written, with the values that it may have, the first being the default. */
const CONTROLS: readonly ControlsMode[] = ["fly", "orbit", "none"];
const QUALITIES: readonly Quality[] = ["auto", "high", "low"];
const SIDES: readonly LightSideName[] = ["hdr", "ldr"];

export function readStartRule(element: Element): StartRule {
  const loading = element.getAttribute("loading")?.toLowerCase();
  if (loading === "lazy") return "seen";
  return loading === "eager" || element.hasAttribute("autoplay") ? "now" : "press";
}

/** `x y z pitch yaw`, separated by spaces or commas; the angles may be left out. */
export function readCamera(element: Element): Partial<CameraPose> | null {
  const words = readWords(element, "camera", /[\s,]+/);
  if (words.length !== 3 && words.length !== 5) return null;
  const numbers = words.map(Number);
  if (!numbers.every(Number.isFinite)) return null;
  const [x, y, z, pitch, yaw] = numbers;
  return words.length === 3 ? { x, y, z } : { x, y, z, pitch, yaw };
}

/** URLs of folders and archives. */
export function readContent(element: Element): string[] {
  return readWords(element, "content", /\s+/);
}

export function readControls(element: Element): ControlsMode {
  return readEnum(element, "controls", CONTROLS);
}

export function readQuality(element: Element): Quality {
  return readEnum(element, "quality", QUALITIES);
}

export function readSide(element: Element): LightSideName {
  return readEnum(element, "side", SIDES);
}

/** null: not given, or no number above 0. */
export function readPositive(
  element: Element,
  name: "fov" | "pixel-ratio" | "rate",
): number | null {
  const value = Number.parseFloat(element.getAttribute(name) ?? "");
  return Number.isFinite(value) && value > 0 ? value : null;
}

function readWords(element: Element, name: string, separator: RegExp): string[] {
  return (element.getAttribute(name) ?? "").split(separator).filter((word) => word !== "");
}

function readEnum<Value extends string>(
  element: Element,
  name: string,
  values: readonly Value[],
): Value {
  const text = element.getAttribute(name)?.trim().toLowerCase();
  return values.find((value) => value === text) ?? values[0];
}

/** Names of properties, and of the attributes that they are. */
type Reflected = Readonly<Record<string, string>>;

/** Properties of a map's element that are nothing but their attributes' text; empty where there is none. */
export const TEXT_ATTRIBUTES = {
  src: "src",
  content: "content",
  camera: "camera",
  fov: "fov",
  path: "path",
  poster: "poster",
  loading: "loading",
  controls: "controls",
  quality: "quality",
  side: "side",
  pixelRatio: "pixel-ratio",
} as const;

/** Properties that say whether there is such an attribute. */
export const FLAG_ATTRIBUTES = { autoplay: "autoplay", noUi: "no-ui" } as const;

/** Gives a class its properties. */
export function reflectAttributes(
  prototype: HTMLElement,
  texts: Reflected = TEXT_ATTRIBUTES,
  flags: Reflected = FLAG_ATTRIBUTES,
): void {
  for (const [property, attribute] of Object.entries(texts)) {
    Object.defineProperty(prototype, property, {
      configurable: true,
      enumerable: true,
      get(this: HTMLElement) {
        return this.getAttribute(attribute) ?? "";
      },
      set(this: HTMLElement, value: unknown) {
        if (value === null || value === undefined) this.removeAttribute(attribute);
        else this.setAttribute(attribute, String(value));
      },
    });
  }
  for (const [property, attribute] of Object.entries(flags)) {
    Object.defineProperty(prototype, property, {
      configurable: true,
      enumerable: true,
      get(this: HTMLElement) {
        return this.hasAttribute(attribute);
      },
      set(this: HTMLElement, value: unknown) {
        this.toggleAttribute(attribute, Boolean(value));
      },
    });
  }
}

/** What was written to an element before its class was known goes through the class's properties. */
export function takeEarlyProperties(
  element: HTMLElement,
  texts: Reflected = TEXT_ATTRIBUTES,
  flags: Reflected = FLAG_ATTRIBUTES,
): void {
  const own = element as unknown as Record<string, unknown>;
  for (const name of [...Object.keys(texts), ...Object.keys(flags)]) {
    if (!Object.hasOwn(own, name)) continue;
    const value = own[name];
    delete own[name];
    own[name] = value;
  }
}
