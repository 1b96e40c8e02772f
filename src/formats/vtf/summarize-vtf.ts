/** What `visleaf inspect` prints of a VTF. */

import { IMAGE_FORMATS } from "./image-format.ts";
import { textureFlagNames } from "./texture-flags.ts";
import type { Vtf } from "./types.ts";

const RESOURCE_NAMES: Readonly<Record<number, string>> = {
  1: "low-res image",
  16: "sheet",
  48: "image",
};

/** Plain JSON: numbers as in the header, formats and flags by name. */
export function summarizeVtf(vtf: Vtf) {
  return {
    format: "VTF" as const,
    version: `7.${vtf.minorVersion}`,
    byteLength: vtf.byteLength,
    width: vtf.width,
    height: vtf.height,
    depth: vtf.depth,
    frames: vtf.frameCount,
    firstFrame: vtf.firstFrame,
    faces: vtf.faceCount,
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
    resources: vtf.resources.map(resourceName),
  };
}

/** A stock resource's name, or the three letters of its tag: `CRC`, `LOD`, `TS0`. */
function resourceName(tag: number): string {
  const known = RESOURCE_NAMES[tag & 0xffffff];
  if (known) return known;
  const letters = [0, 8, 16].map((shift) => String.fromCharCode((tag >>> shift) & 0xff)).join("");
  return /^[\x21-\x7e]{3}$/.test(letters) ? letters : `0x${(tag >>> 0).toString(16)}`;
}
