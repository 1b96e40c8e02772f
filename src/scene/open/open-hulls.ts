/** Reads a map again for what a box that moves can meet of it: of its files only what is solid. */

import { openPakfile } from "../../content/archives/open-pakfile.ts";
import { pakfileSource } from "../../content/archives/pakfile-source.ts";
import type { ByteSource } from "../../content/bytes/byte-source.ts";
import { sliceBytes } from "../../content/bytes/slice-bytes.ts";
import { MapContent } from "../../content/maps/map-content.ts";
import type { ContentSource } from "../../content/types.ts";
import type { MapHulls } from "../../map/hulls.ts";
import { buildHulls } from "../collision/hulls/build-hulls.ts";
import { openMapHeader, parseWorld, readDamagedWorld, readWorld } from "./read-map.ts";
import { readBrushLumps, readDetailLumps } from "./read-map-details.ts";

/**
 * @param sources where to look for models besides the map's own pakfile, in order
 * @throws FormatError, and rejects as the sources do
 */
export async function openHulls(
  map: ByteSource,
  sources: readonly ContentSource[],
  signal?: AbortSignal,
): Promise<MapHulls> {
  const file = await openMapHeader(map, "ldr", signal);
  const world = parseWorld(file, await readWorld(file, signal));
  const { bsp, diagnostics } = world ?? (await readDamagedWorld(file, signal));
  const [addDetails, parseBrushes] = await Promise.all([
    readDetailLumps(file, null, signal),
    readBrushLumps(file, signal),
  ]);
  const detailed = addDetails(bsp, diagnostics);
  const brushes = parseBrushes(bsp, diagnostics);
  const { ledger, pakfile } = file;
  const all = [...sources];
  if (pakfile !== null) {
    const bytes = sliceBytes(file.source, pakfile.offset, pakfile.byteLength);
    const { zip } = await openPakfile(bytes, signal);
    all.unshift(pakfileSource(zip, ledger));
  }
  const content = new MapContent(all, diagnostics, ledger);
  return buildHulls(detailed, brushes, { content, diagnostics, ledger, signal });
}
