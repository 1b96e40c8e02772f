/** What `visleaf inspect` prints of a VTF. */

import { IMAGE_FORMATS } from "./image-format.ts";
import { summarizeResource } from "./summarize-resources.ts";
import { textureFlagNames } from "./texture-flags.ts";
import type { Vtf } from "./types.ts";

/** Plain JSON: numbers as in the header, formats and flags by name. */
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
