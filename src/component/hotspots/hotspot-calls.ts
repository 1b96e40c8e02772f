/** Adds, changes, removes and finds hotspots by script. */

import { CameraAxes } from "../../viewer/camera/camera-axes.ts";
import type { Point } from "../../viewer/viewer.ts";
import type { Vector } from "../../viewer/viewer-types.ts";
import type { HotspotLayer } from "./hotspot-layer.ts";
import type { HotspotStage } from "./hotspot-stage.ts";
import { HOTSPOT, readHotspot } from "./read-hotspot.ts";

export interface HotspotOptions {
  /** Slot of the hotspot, which starts with "hotspot"; the first free `hotspot-NUMBER` if omitted. */
  readonly name?: string;
  /** Place in the map or the model, inches. */
  readonly at: Point;
  /** Direction out of the surface that it lies on, if it is hidden from behind. */
  readonly normal?: Point | undefined;
  /** Text of its button. */
  readonly text?: string;
  /** Element to use instead of a button. */
  readonly element?: HTMLElement;
}

export interface HotspotChanges {
  readonly at?: Point;
  /** `null` removes it. */
  readonly normal?: Point | null;
  readonly text?: string;
}

/** A place in the map or the model, and on the element. */
export interface MapPlace {
  /** Inches, in the space of the map or the model. */
  readonly at: Vector;
  /** Unit length; `null` if a hotspot has none. */
  readonly normal: Vector | null;
  /** CSS pixels from the element's top left; `null` outside the picture. */
  readonly x: number | null;
  readonly y: number | null;
  /** Whether it is in the picture, and nothing is before it. */
  readonly isVisible: boolean;
}

const childOf = (map: HTMLElement, name: string): HTMLElement | null => {
  for (const child of map.children) {
    if (child.slot === name && child instanceof HTMLElement) return child;
  }
  return null;
};

/** Throws a TypeError with one sentence. */
export function addHotspot(map: HTMLElement, options: HotspotOptions): HTMLElement {
  const { at, normal, text, element = document.createElement("button") } = options;
  let { name } = options;
  for (let number = 1; name === undefined; number++) {
    if (childOf(map, `${HOTSPOT}-${number}`) === null) name = `${HOTSPOT}-${number}`;
  }
  if (!name.startsWith(HOTSPOT)) {
    throw new TypeError(`The name of a hotspot must start with "${HOTSPOT}", but is "${name}".`);
  }
  if (childOf(map, name) !== null) throw new TypeError(`There is a hotspot "${name}" already.`);
  if (element instanceof HTMLButtonElement && !element.hasAttribute("type"))
    element.type = "button";
  place(element, name, { at, normal });
  if (text !== undefined) element.textContent = text;
  element.slot = name;
  map.append(element);
  return element;
}

/** Throws a TypeError with one sentence. */
export function updateHotspot(
  map: HTMLElement,
  name: string,
  { at, normal, text }: HotspotChanges,
): void {
  const element = childOf(map, name);
  if (element === null || !name.startsWith(HOTSPOT)) {
    throw new TypeError(`There is no hotspot "${name}".`);
  }
  place(element, name, { at, normal });
  if (text !== undefined) element.textContent = text;
}

/** Returns `false` if there is none. */
export function removeHotspot(map: HTMLElement, name: string): boolean {
  const element = name.startsWith(HOTSPOT) ? childOf(map, name) : null;
  element?.remove();
  return element !== null;
}

/** Writes place and normal to the attributes. Invalid ones change nothing and give a warning event. */
function place(
  element: HTMLElement,
  name: string,
  { at, normal }: { at?: Point; normal?: Point | null },
): void {
  const { dataset } = element;
  const before = { at: dataset.at, normal: dataset.normal };
  if (at !== undefined) dataset.at = Array.from(at).join(" ");
  if (normal === null) delete dataset.normal;
  else if (normal !== undefined) dataset.normal = Array.from(normal).join(" ");
  try {
    readHotspot(name, element);
  } catch (error) {
    for (const key of ["at", "normal"] as const) {
      const value = before[key];
      if (value === undefined) delete dataset[key];
      else dataset[key] = value;
    }
    throw error;
  }
}

const axes = new CameraAxes();

/**
 * Returns the surface or model under a point of the element, in CSS pixels from its top left.
 * @returns `null` if nothing is there, or nothing is shown
 */
export async function placeUnder(
  map: HTMLElement,
  stage: HotspotStage,
  x: number,
  y: number,
): Promise<MapPlace | null> {
  if (!Number.isFinite(x) || !Number.isFinite(y)) throw new TypeError("x and y must be numbers");
  // Without its models, the map alone answers.
  await stage.readShapes()?.catch(() => undefined);
  if (!stage.isShown) return null;
  const { clientWidth: width, clientHeight: height } = map;
  const { camera } = stage;
  axes.follow(camera, width / height);
  const direction = axes.rayThrough((2 * x) / width - 1, 1 - (2 * y) / height);
  const hit = stage.cast([camera.x, camera.y, camera.z], direction);
  if (hit === null) return null;
  return { at: hit.point, normal: hit.normal, x, y, isVisible: true };
}

/** Returns a hotspot's place; `null` if there is none of that name. */
export function placeOfHotspot(layer: HotspotLayer | null, name: string): MapPlace | null {
  const found = layer?.find(name) ?? null;
  if (found === null) return null;
  const { x, y } = found;
  return { ...found, x: Number.isNaN(x) ? null : x, y: Number.isNaN(y) ? null : y };
}
