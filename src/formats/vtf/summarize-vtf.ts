/** Summarises a VTF for `visleaf inspect`. */

import { IMAGE_FORMATS } from "./image-format.ts";
import { parseSheet } from "./parse-sheet.ts";
import { textureFlagNames } from "./texture-flags.ts";
import type { Vtf, VtfResource } from "./types.ts";

// Names and values of a VTF's resources for `visleaf inspect`.
//
// Sources: LOD, TS0, CRC and STR are structures of Valve's public `vtf/vtf.h`. The particle sheet,
// KVD, AXC and the hotspots are as in sourcepp (vtfpp) and vtf-js.

export interface ResourceSummary {
  /** Descriptive name, or the three letters of its tag. */
  readonly name: string;
  /**
   * Value; the raw bytes if there is no reader for them; `null` for images and if the bytes are not
   * in the file.
   */
  readonly value: string | number | object | null;
}

/** Reads the value of a resource; returns `null` if there are too few bytes. */
type Reader = (view: DataView, data: Uint8Array) => ResourceSummary["value"];

const READERS: Readonly<Record<string, Reader>> = {
  sheet: readSheet,
  hotspots: (view) => ({ version: view.getUint8(0), rectangles: view.getUint16(2, true) }),
  CRC: (view) => `0x${view.getUint32(0, true).toString(16).padStart(8, "0")}`,
  // Logarithm of the maximum edge length; 0 for no limit.
  LOD: (view) => ({
    ...{ clampX: view.getUint8(0), clampY: view.getUint8(1) },
    ...{ clampX360: view.getUint8(2), clampY360: view.getUint8(3) },
  }),
  TS0: (view) => ({ flags: view.getUint32(0, true) }),
  STR: (view) => ({ firstMip: view.getUint8(0), lastMip: view.getUint8(1) }),
  AXC: (view) => ({
    strength: view.getInt16(0, true),
    method: METHODS[view.getUint16(2, true)] ?? view.getUint16(2, true),
  }),
  KVD: (_, data) => new TextDecoder().decode(data).replace(/\0+$/, ""),
};

const METHODS: Readonly<Record<number, string>> = { 0: "deflate", 8: "deflate", 93: "zstd" };

const NAMES: Readonly<Record<number, string>> = {
  1: "low-res image",
  16: "sheet",
  43: "hotspots",
  48: "image",
};

export function summarizeResource({ tag, data }: VtfResource): ResourceSummary {
  const name = resourceName(tag);
  if (data === null) return { name, value: null };
  const read = READERS[name];
  if (!read) return { name, value: `${data.length} bytes` };
  try {
    return { name, value: read(new DataView(data.buffer, data.byteOffset, data.length), data) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { name, value: `broken: ${data.length} bytes` };
  }
}

function resourceName(tag: number): string {
  const known = NAMES[tag & 0xffffff];
  if (known) return known;
  const letters = [0, 8, 16].map((shift) => String.fromCharCode((tag >>> shift) & 0xff)).join("");
  return /^[\x21-\x7e]{3}$/.test(letters) ? letters : `0x${(tag >>> 0).toString(16)}`;
}

function readSheet(view: DataView, data: Uint8Array): ResourceSummary["value"] {
  const version = view.getUint32(0, true);
  const sequences = parseSheet(data);
  if (sequences === null) return `version ${version}, which is not read`;
  const frames = sequences.reduce((sum, { rects }) => sum + rects.length, 0);
  return { version, sequences: sequences.length, frames };
}

/** Returns plain JSON: numbers as in the header, formats and flags by name. */
export function summarizeVtf(vtf: Vtf) {
  return {
    format: "VTF" as const,
    version: vtf.console ? "0x360.8" : `7.${vtf.minorVersion}`,
    kind: kindOf(vtf),
    byteLength: vtf.byteLength,
    width: vtf.width,
    height: vtf.height,
    depth: vtf.depth,
    frames: vtf.frameCount,
    firstFrame: vtf.firstFrame,
    faces: vtf.faceCount,
    hasSpheremap: vtf.faceCount === 7,
    mips: vtf.mipCount,
    pixelFormat: vtf.formatName,
    flags: textureFlagNames(vtf.flags),
    reflectivity: [...vtf.reflectivity],
    bumpScale: vtf.bumpScale,
    lowRes: vtf.lowRes && {
      width: vtf.lowRes.width,
      height: vtf.lowRes.height,
      pixelFormat: IMAGE_FORMATS[vtf.lowRes.format].name,
    },
    resources: vtf.resources.map(summarizeResource),
    ...(vtf.console && { console: { ...vtf.console, platform: "Xbox 360" } }),
  };
}

function kindOf(vtf: Vtf): "2D" | "volume" | "cubemap" {
  if (vtf.faceCount > 1) return "cubemap";
  return vtf.depth > 1 ? "volume" : "2D";
}
