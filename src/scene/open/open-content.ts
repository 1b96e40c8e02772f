/** Opens the content of a map: its own files, then those of its sources. */

import { type OpenPakfile, openPakfile } from "../../content/archives/open-pakfile.ts";
import { pakfileSource } from "../../content/archives/pakfile-source.ts";
import type { ByteSource } from "../../content/bytes/byte-source.ts";
import { sliceBytes } from "../../content/bytes/slice-bytes.ts";
import { MapContent } from "../../content/maps/map-content.ts";
import type { ContentSource } from "../../content/types.ts";
import type { Diagnostics } from "../../core/diagnostics.ts";
import type { OpenedContent } from "./map-state.ts";
import {
  type OpenedBsp,
  openBsp,
  parseWorld,
  type ReadPart,
  readDamagedWorld,
  readWorldRanges,
} from "./read-map.ts";
import { readDetailRanges } from "./read-map-details.ts";
import { throwIfAborted } from "./throw-if-aborted.ts";

/** @param opening the map's pakfile, if it was opened before */
export async function openMapContent(
  file: OpenedBsp,
  sources: readonly ContentSource[],
  diagnostics: Diagnostics,
  signal?: AbortSignal,
  opening = readPakfile(file, signal),
): Promise<OpenedContent> {
  const { ledger } = file;
  const pak = usePakfile(file, await opening, diagnostics);
  const all = pak === null ? sources : [pak, ...sources];
  const content = new MapContent(all, diagnostics, ledger);
  return { access: { content, diagnostics, ledger, signal }, pak };
}

/**
 * Reads the directory of the map's pakfile; `null` if it has none.
 * @param end end of the pakfile, if it was read before
 */
export async function readPakfile(
  { source, pakfile }: OpenedBsp,
  signal?: AbortSignal,
  end: ReadPart | null = null,
): Promise<OpenPakfile | null> {
  if (pakfile === null) return null;
  const bytes = sliceBytes(source, pakfile.offset, pakfile.byteLength);
  return openPakfile(end === null ? bytes : withPart(bytes, end), signal);
}

/** Returns a file whose given part is read from memory. */
function withPart(source: ByteSource, { offset, bytes }: ReadPart): ByteSource {
  return {
    ...source,
    async read(from, byteLength, signal) {
      const start = from - offset;
      const isPart = start >= 0 && start + byteLength <= bytes.length;
      if (!isPart) return source.read(from, byteLength, signal);
      throwIfAborted(signal);
      return bytes.slice(start, start + byteLength);
    },
  };
}

/**
 * Opens the map's pakfile; `null` if it has none. Of a damaged pakfile, only intact files are
 * found.
 */
export async function openMapPakfile(
  file: OpenedBsp,
  diagnostics: Diagnostics,
  signal?: AbortSignal,
): Promise<ContentSource | null> {
  return usePakfile(file, await readPakfile(file, signal), diagnostics);
}

function usePakfile(
  { ledger }: OpenedBsp,
  opened: OpenPakfile | null,
  diagnostics: Diagnostics,
): ContentSource | null {
  if (opened === null) return null;
  const { zip, damage } = opened;
  if (damage !== null) diagnostics.amend("damaged-section", "LUMP_PAKFILE", damage.message);
  return pakfileSource(zip, ledger);
}

/**
 * Reads a map again, and opens its content, for queries that need more of it than is drawn.
 * @param sources content besides the map's own pakfile, in search order
 * @throws FormatError, and rejects as the sources do
 */
export async function openDetailed(
  map: ByteSource,
  sources: readonly ContentSource[],
  signal?: AbortSignal,
) {
  const file = await openBsp(map, "ldr", signal);
  const world = parseWorld(file, await readWorldRanges(file, signal));
  const { bsp, diagnostics } = world ?? (await readDamagedWorld(file, signal));
  const addDetails = await readDetailRanges(file, null, signal);
  const detailed = addDetails(bsp, diagnostics);
  const { access } = await openMapContent(file, sources, diagnostics, signal);
  return { file, bsp: detailed, access };
}
