/** Reads the place of a hotspot. A bad one throws a TypeError with one sentence. */

import type { Vector } from "../../viewer/viewer-types.ts";

export interface HotspotPlace {
  /** Inches, in the map's space. */
  readonly at: Vector;
  /** Unit length, or `null` if the hotspot is seen from all sides. */
  readonly normal: Vector | null;
}

/** Slots of hotspots start with it. */
export const HOTSPOT = "hotspot";

/** Largest coordinate, inches: four times the engine's largest map. */
const MAX_COORDINATE = 131_072;
/** Most characters of a bad value that a message repeats. */
const MAX_QUOTED = 60;

/** @param name slot of the hotspot */
export function readHotspot(name: string, { dataset }: HTMLElement): HotspotPlace {
  const { at, normal } = dataset;
  const owner = `hotspot ${quote(name)}`;
  if (at === undefined || at.trim() === "") {
    throw new TypeError(`The ${owner} has no data-at: write its place, as in data-at="0 128 64".`);
  }
  return {
    at: readPoint(at, `The data-at of ${owner}`),
    normal: normal === undefined ? null : readNormal(normal, `The data-normal of ${owner}`),
  };
}

function readPoint(text: string, subject: string): Vector {
  const point = readNumbers(text);
  if (point === null) {
    throw new TypeError(`${subject} must be three numbers in inches, but is ${quote(text)}.`);
  }
  if (point.some((value) => Math.abs(value) > MAX_COORDINATE)) {
    throw new TypeError(`${subject} is farther out than a map can be: ${quote(text)}.`);
  }
  return point;
}

function readNormal(text: string, subject: string): Vector {
  const normal = readNumbers(text);
  const length = normal === null ? 0 : Math.hypot(...normal);
  if (normal === null || length === 0 || !Number.isFinite(length)) {
    const rule = "must be three numbers that are not all 0";
    throw new TypeError(`${subject} ${rule}, but is ${quote(text)}.`);
  }
  return [normal[0] / length, normal[1] / length, normal[2] / length];
}

/** Reads three numbers separated by spaces or commas. `null` if there are others. */
function readNumbers(text: string): [number, number, number] | null {
  const words = text.split(/[\s,]+/).filter((word) => word !== "");
  const [x, y, z] = words.map(Number);
  return words.length === 3 && [x, y, z].every(Number.isFinite) ? [x, y, z] : null;
}

function quote(text: string): string {
  return JSON.stringify(text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text);
}
