/**
 * Reads a map's colour corrections with their lookup tables: `.raw` files of 32 x 32 x 32 RGB
 * texels.
 */

import type { BspWorld, Entity } from "../../formats/bsp/types.ts";
import {
  CORRECTION_BOX,
  CORRECTION_SPHERE,
  type ColorCorrections,
  LOOKUP_BYTES,
  LOOKUP_EDGE,
} from "../../map/color-correction.ts";
import { parseVector } from "../brushes/brush-models.ts";
import { parseInteger } from "../brushes/render-properties.ts";
import { type ContentAccess, readOrWarn } from "../open/read-content.ts";

// Colour corrections at the map's start: `color_correction` around a point,
// `color_correction_volume` inside a brush model. Follows `game/server/colorcorrection.cpp` and
// `game/client/c_colorcorrection.cpp` of Source SDK 2013. `maxweight` counts only after an input
// enables the entity later.

export interface CorrectionPlace {
  /** Row of the entity lump. */
  readonly entity: number;
  /** 1, or 0 if the entity starts off. */
  readonly weight: number;
  readonly kind: number;
  /** Path of the lookup table as the map gives it, normalized in case and slashes. */
  readonly path: string;
  /** See `ColorCorrections.bounds`. */
  readonly bounds: readonly number[];
}

/** Defaults of the engine's constructor, inches. */
const MIN_FALLOFF = 0;
const MAX_FALLOFF = 1000;
/** Distance larger than any in a map, inches. */
const EVERYWHERE = 1e9;

function numberOf(entity: Entity, key: string, otherwise: number): number {
  const value = Number.parseFloat(entity.get(key) ?? "");
  return Number.isFinite(value) ? value : otherwise;
}

function boundsOfPoint(entity: Entity): number[] {
  const [min, max] = [
    numberOf(entity, "minfalloff", MIN_FALLOFF),
    numberOf(entity, "maxfalloff", MAX_FALLOFF),
  ];
  const isEverywhere = min === -1 || max === -1 || min === max;
  const fade = isEverywhere ? [EVERYWHERE, 2 * EVERYWHERE] : [min, max];
  return [...parseVector(entity.get("origin")), ...fade, 0];
}

/** Returns `null` if the entity has no brush model. */
function boundsOfModel(entity: Entity, { models }: Pick<BspWorld, "models">): number[] | null {
  const model = Number.parseInt((entity.get("model") ?? "").replace(/^\*/, ""), 10);
  if (!(model > 0 && model < models.count)) return null;
  const origin = parseVector(entity.get("origin"));
  const corner = (corners: Float32Array) => origin.map((at, i) => at + corners[model * 3 + i]);
  return [...corner(models.mins), ...corner(models.maxs)];
}

function findCorrectionPlaces(bsp: Pick<BspWorld, "entities" | "models">): CorrectionPlace[] {
  const places: CorrectionPlace[] = [];
  for (const [row, entity] of bsp.entities.entries()) {
    const name = (entity.get("classname") ?? "").toLowerCase();
    const isPoint = name === "color_correction";
    if (!isPoint && name !== "color_correction_volume") continue;
    const isOn = parseInteger(entity.get("startdisabled")) === 0;
    // Only inputs to its name switch it on.
    if (!isOn && (entity.get("targetname") ?? "") === "") continue;
    const path = (entity.get("filename") ?? "").trim().toLowerCase().replaceAll("\\", "/");
    const bounds = isPoint ? boundsOfPoint(entity) : boundsOfModel(entity, bsp);
    if (path === "" || bounds === null) continue;
    const kind = isPoint ? CORRECTION_SPHERE : CORRECTION_BOX;
    places.push({ entity: row, weight: isOn ? 1 : 0, kind, path, bounds });
  }
  return places;
}

const FILE_BYTES = LOOKUP_EDGE ** 3 * 3;

/**
 * Most lookup tables: they are stacked in one texture, and every device supports an edge of 2048.
 */
const MOST_LOOKUPS = 2048 / LOOKUP_EDGE;

/** Reads a table as RGBA; `null`, with a warning, if the file is missing or invalid. */
async function readLookup(access: ContentAccess, path: string): Promise<Uint8Array | null> {
  // Reads a texel more than the table has, to detect files that are too long.
  const limit = { format: "VTF", byteLength: FILE_BYTES + 3 } as const;
  const bytes = await readOrWarn(access, path, "unreadable-texture", limit);
  if (bytes === undefined) return null;
  if (bytes === null) {
    access.diagnostics.warn("missing-texture", path, `No colour correction ${path}.`);
    return null;
  }
  if (bytes.length !== FILE_BYTES) {
    const message = `${path} is left out: ${bytes.length} bytes, where 32 x 32 x 32 colours are ${FILE_BYTES}.`;
    access.diagnostics.warn("unreadable-texture", path, message);
    return null;
  }
  const texels = new Uint8Array(LOOKUP_BYTES).fill(255);
  for (let i = 0; i < LOOKUP_EDGE ** 3; i++) {
    for (let k = 0; k < 3; k++) texels[i * 4 + k] = bytes[i * 3 + k];
  }
  return texels;
}

/** Returns `null` if the map has no valid colour correction. */
export async function readColorCorrections(
  bsp: Pick<BspWorld, "entities" | "models">,
  access: ContentAccess,
): Promise<ColorCorrections | null> {
  const places = findCorrectionPlaces(bsp);
  const paths = [...new Set(places.map(({ path }) => path))];
  if (paths.length > MOST_LOOKUPS) {
    const message = `Only the first ${MOST_LOOKUPS} of ${paths.length} colour corrections are shown.`;
    access.diagnostics.warn("over-budget", "color_correction", message);
  }
  const numbers = new Map<string, number>();
  const tables: Uint8Array[] = [];
  for (const path of paths.slice(0, MOST_LOOKUPS)) {
    const table = await readLookup(access, path);
    if (table !== null) numbers.set(path, tables.push(table) - 1);
  }
  const shown = places.filter(({ path }) => numbers.has(path));
  if (shown.length === 0) return null;
  const texels = new Uint8Array(tables.length * LOOKUP_BYTES);
  tables.forEach((table, i) => {
    texels.set(table, i * LOOKUP_BYTES);
  });
  return {
    count: shown.length,
    entity: Int32Array.from(shown, ({ entity }) => entity),
    kind: Uint8Array.from(shown, ({ kind }) => kind),
    lookup: Uint8Array.from(shown, ({ path }) => numbers.get(path) ?? 0),
    weight: Float32Array.from(shown, ({ weight }) => weight),
    bounds: Float32Array.from(shown.flatMap(({ bounds }) => bounds)),
    lookupCount: tables.length,
    texels,
  };
}
