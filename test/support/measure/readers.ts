/** Reads a file of each kind completely, with everything that visleaf makes of it. */

import { FormatError } from "../../../src/core/errors.ts";
import { parseGma } from "../../../src/formats/gma/parse-gma.ts";
import { parsePhy } from "../../../src/formats/phy/parse-phy.ts";
import { parseMdlAnimations } from "../../../src/formats/studio/read/animation/animation-file.ts";
import { parseMdl } from "../../../src/formats/studio/read/parse-mdl.ts";
import { parseMdlParts } from "../../../src/formats/studio/read/parse-mdl-parts.ts";
import { parsePpl } from "../../../src/formats/studio/read/parse-ppl.ts";
import { parseVhv } from "../../../src/formats/studio/read/parse-vhv.ts";
import { parseVtx } from "../../../src/formats/studio/read/parse-vtx.ts";
import { parseVtxDetails } from "../../../src/formats/studio/read/parse-vtx-details.ts";
import { parseVvd } from "../../../src/formats/studio/read/parse-vvd.ts";
import { parseVpk } from "../../../src/formats/vpk/parse-vpk.ts";
import { buildGpuImage } from "../../../src/formats/vtf/build-gpu-image.ts";
import { parseVtf } from "../../../src/formats/vtf/parse-vtf.ts";
import { parseZip } from "../../../src/formats/zip/parse-zip.ts";
import { readEntry } from "../../../src/formats/zip/read-entry.ts";
import { openMap } from "../../../src/scene/open/map-session.ts";

/**
 * Returns the dropped parts as `code subject: message`; throws the reader's errors. `look` is
 * called while the result is alive.
 */
type Read = (bytes: Uint8Array, look: () => void) => Promise<string[]>;

/** Both texture paths. */
const IMAGE_OPTIONS = [
  { bc: true, srgb: true, maxDimension: 8192 },
  { bc: false, srgb: true, maxDimension: 8192 },
];
const MAP_OPTIONS = {
  name: "map",
  side: "ldr",
  textureCompressionBc: false,
  maxTextureDimension: 8192,
  textureBudgetBytes: 2 ** 28,
} as const;

export const READERS = {
  bsp: readMap,
  mdl: async (bytes, look) =>
    keep([parseMdlParts(bytes), parseMdlAnimations(bytes, parseMdl(bytes))], look),
  vvd: async (bytes, look) => keep(parseVvd(bytes), look),
  vtx: async (bytes, look) => keep([parseVtx(bytes), parseVtxDetails(bytes)], look),
  phy: async (bytes, look) => keep(parsePhy(bytes), look),
  ppl: async (bytes, look) => keep(parsePpl(bytes), look),
  vhv: async (bytes, look) => keep(parseVhv(bytes), look),
  vpk: async (bytes, look) => keep(parseVpk(bytes), look),
  gma: async (bytes, look) => keep(parseGma(bytes), look),
  vtf: async (bytes, look) => {
    const vtf = parseVtf(bytes);
    return IMAGE_OPTIONS.flatMap((options) => keep(buildGpuImage(vtf, options), look));
  },
  zip: readZip,
} as const satisfies Readonly<Record<string, Read>>;

export type FileKind = keyof typeof READERS;

/** Calls `look` while a result without dropped parts is alive. */
function keep(made: unknown, look: () => void): string[] {
  look();
  return made === undefined ? ["nothing was made"] : [];
}

/**
 * Loads a map and drops each event at once, as if it had been posted.
 * @param last the event after which loading is abandoned
 */
async function readMap(
  bytes: Uint8Array,
  look: () => void,
  last: "scene" | "done" = "done",
): Promise<string[]> {
  const warnings: string[] = [];
  for await (const event of openMap(bytes, [], MAP_OPTIONS).load()) {
    look();
    if (event.type === "scene") checkNumbers(event.scene, "scene");
    if (event.type === "done") {
      warnings.push(...event.warnings.map((w) => `${w.code} ${w.subject}: ${w.message}`));
    }
    if (event.type === last) break;
  }
  return warnings;
}

/** Throws if any number except the columns is not finite. */
function checkNumbers(value: unknown, path: string): void {
  if (typeof value === "number" && !Number.isFinite(value)) throw new Error(`${path} is ${value}`);
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return;
  for (const [name, field] of Object.entries(value)) checkNumbers(field, `${path}.${name}`);
}

/** Reads all files of an archive; damaged ones are skipped. */
async function readZip(bytes: Uint8Array, look: () => void): Promise<string[]> {
  const warnings: string[] = [];
  for (const entry of parseZip(bytes).entries) {
    try {
      keep(readEntry(bytes, entry), look);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      warnings.push(error.message);
    }
  }
  return warnings;
}
