/** The element's attributes as values: what cannot be read counts as not given. */

import type { CameraPose, LightSideName } from "../../map/types.ts";
import type { ControlsMode, Quality } from "../../viewer/viewer.ts";

/** When a map, or a model, is loaded. */
export type StartRule =
  /** As soon as the element is in the page. */
  | "now"
  /** When it is scrolled into view, or nearly. */
  | "seen"
  /** When its start button is pressed. */
  | "press";

/** As an attribute is written, with the values that it may have, the first being the default. */
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

/** @param modes the first being the default */
export function readControls(element: Element, modes: readonly ControlsMode[]): ControlsMode {
  return readEnum(element, "controls", modes);
}

export function readQuality(element: Element): Quality {
  return readEnum(element, "quality", QUALITIES);
}

export function readSide(element: Element): LightSideName {
  return readEnum(element, "side", SIDES);
}

/** null: not given, or no number above 0. */
export function readPositive(element: Element, name: "fov" | "pixel-ratio"): number | null {
  const value = Number.parseFloat(element.getAttribute(name) ?? "");
  return Number.isFinite(value) && value > 0 ? value : null;
}

/** How fast something plays: below 0 backwards, 1 if it says nothing. */
export function readRate(element: Element): number {
  const value = Number.parseFloat(element.getAttribute("rate") ?? "");
  return Number.isFinite(value) ? value : 1;
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

/** A whole number from 0; null: it has none. */
export function readRow(element: Element, name: "skin" | "lod"): number | null {
  const text = element.getAttribute(name)?.trim() ?? "";
  return /^\d+$/.test(text) ? Number(text) : null;
}

/** "readback" is for browsers that show no WebGPU canvas, as headless ones without a GPU. */
export function readPresent(element: Element): "canvas" | "readback" {
  return element.getAttribute("present") === "readback" ? "readback" : "canvas";
}
