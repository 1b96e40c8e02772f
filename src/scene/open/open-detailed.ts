/** Reads a map again, and where its models lie, for who asks more of it than is drawn. */

import { openPakfile } from "../../content/archives/open-pakfile.ts";
import { pakfileSource } from "../../content/archives/pakfile-source.ts";
import type { ByteSource } from "../../content/bytes/byte-source.ts";
import { sliceBytes } from "../../content/bytes/slice-bytes.ts";
import { MapContent } from "../../content/maps/map-content.ts";
import type { ContentSource } from "../../content/types.ts";
import { openMapHeader, parseWorld, readDamagedWorld, readWorld } from "./read-map.ts";
import { readDetailLumps } from "./read-map-details.ts";

/**
 * @param sources where to look for models besides the map's own pakfile, in order
 * @throws FormatError, and rejects as the sources do
 */
export async function openDetailed(
  map: ByteSource,
  sources: readonly ContentSource[],
  signal?: AbortSignal,
) {
  const file = await openMapHeader(map, "ldr", signal);
  const world = parseWorld(file, await readWorld(file, signal));
  const { bsp, diagnostics } = world ?? (await readDamagedWorld(file, signal));
  const addDetails = await readDetailLumps(file, null, signal);
  const detailed = addDetails(bsp, diagnostics);
  const { ledger, pakfile } = file;
  const all = [...sources];
  if (pakfile !== null) {
    const bytes = sliceBytes(file.source, pakfile.offset, pakfile.byteLength);
    const { zip } = await openPakfile(bytes, signal);
    all.unshift(pakfileSource(zip, ledger));
  }
  const content = new MapContent(all, diagnostics, ledger);
  return { file, bsp: detailed, access: { content, diagnostics, ledger, signal } };
}
