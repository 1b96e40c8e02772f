/** Reads an element's attributes as values. Unreadable values count as absent. */

import type { CameraPose, LightSideName } from "../../map/types.ts";
import type { ControlsMode, Quality, SimulationMode } from "../../viewer/viewer.ts";

/** When the map or model is loaded. */
export type StartRule =
  /** Once the element is connected. */
  | "now"
  /** When the element is in or near the viewport. */
  | "seen"
  /** When the start button is pressed. */
  | "press";

/** When the poster gives way to the picture. */
export type Reveal =
  /** When there is a picture. */
  | "auto"
  /** When the start button was pressed, even if the map was loaded before. */
  | "interaction"
  /** When the page calls `dismissPoster`. */
  | "manual";

/** Values of an attribute; the first is the default. */
const REVEALS: readonly Reveal[] = ["auto", "interaction", "manual"];
const QUALITIES: readonly Quality[] = ["auto", "high", "low"];
const SIMULATIONS: readonly SimulationMode[] = ["auto", "paused", "off"];
const SIDES: readonly LightSideName[] = ["hdr", "ldr"];

export function readStartRule(element: Element): StartRule {
  const loading = element.getAttribute("loading")?.toLowerCase();
  if (loading === "lazy") return "seen";
  return loading === "eager" || element.hasAttribute("autoplay") ? "now" : "press";
}

/**
 * Parses `x y z pitch yaw`, separated by spaces or commas. The angles are optional. `null` if
 * unreadable.
 */
export function readCamera(element: Element): Partial<CameraPose> | null {
  const words = readWords(element, "camera", /[\s,]+/);
  if (words.length !== 3 && words.length !== 5) return null;
  const numbers = words.map(Number);
  if (!numbers.every(Number.isFinite)) return null;
  const [x, y, z, pitch, yaw] = numbers;
  return words.length === 3 ? { x, y, z } : { x, y, z, pitch, yaw };
}

/** Returns the addresses of folders and archives. */
export function readContent(element: Element): string[] {
  return readWords(element, "content", /\s+/);
}

/** @param modes allowed values, the default first */
export function readControls(element: Element, modes: readonly ControlsMode[]): ControlsMode {
  return readEnum(element, "controls", modes);
}

export function readQuality(element: Element): Quality {
  return readEnum(element, "quality", QUALITIES);
}

export function readReveal(element: Element): Reveal {
  return readEnum(element, "reveal", REVEALS);
}

export function readSimulation(element: Element): SimulationMode {
  return readEnum(element, "simulation", SIMULATIONS);
}

export function readSide(element: Element): LightSideName {
  return readEnum(element, "side", SIDES);
}

/** Returns the number, or `null` unless it is above 0. */
export function readPositive(element: Element, name: "fov" | "pixel-ratio"): number | null {
  const value = Number.parseFloat(element.getAttribute(name) ?? "");
  return Number.isFinite(value) && value > 0 ? value : null;
}

/** Returns the playback rate: 1 by default, negative for backwards. */
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

/** Returns a whole number from 0, or `null`. */
export function readRow(element: Element, name: "skin" | "lod"): number | null {
  const text = element.getAttribute(name)?.trim() ?? "";
  return /^\d+$/.test(text) ? Number(text) : null;
}

/**
 * Returns how frames reach the page. "readback" is for browsers that cannot display a WebGPU
 * canvas, such as headless ones without a GPU.
 */
export function readPresent(element: Element): "canvas" | "readback" {
  return element.getAttribute("present") === "readback" ? "readback" : "canvas";
}
