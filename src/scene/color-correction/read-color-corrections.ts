/** A map's colour corrections with their lookup tables: `.raw` files of 32 x 32 x 32 RGB texels. */

import type { BspWorld } from "../../formats/bsp/types.ts";
import { type ColorCorrections, LOOKUP_BYTES, LOOKUP_EDGE } from "../../map/color-correction.ts";
import { type ContentAccess, readOrWarn } from "../open/read-content.ts";
import { findCorrectionPlaces } from "./correction-places.ts";

const FILE_BYTES = LOOKUP_EDGE ** 3 * 3;

/** Tables lie above each other in one texture, whose edges may be 2048 on every device. */
const MOST_LOOKUPS = 2048 / LOOKUP_EDGE;

/** RGBA; null, with a warning, where the file is not there or is none. */
async function readLookup(access: ContentAccess, path: string): Promise<Uint8Array | null> {
  // A texel more is enough to tell that it is too long.
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

/** null: the map has none that can be shown. */
export async function readColorCorrections(
  bsp: Pick<BspWorld, "entities" | "models">,
  access: ContentAccess,
): Promise<ColorCorrections | null> {
  const places = findCorrectionPlaces(bsp);
  const paths = [...new Set(places.map(({ path }) => path))];
  if (paths.length > MOST_LOOKUPS) {
    const message = `Of ${paths.length} colour corrections the first ${MOST_LOOKUPS} are shown.`;
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
    kind: Uint8Array.from(shown, ({ kind }) => kind),
    lookup: Uint8Array.from(shown, ({ path }) => numbers.get(path) ?? 0),
    weight: new Float32Array(shown.length).fill(1),
    bounds: Float32Array.from(shown.flatMap(({ bounds }) => bounds)),
    lookupCount: tables.length,
    texels,
  };
}
