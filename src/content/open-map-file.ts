/** A map in whatever clothes it comes: by itself, packed, or in an archive with its content. */

import { findEntryData, LOCAL_HEADER_BYTES } from "../formats/zip/read-entry.ts";
import type { ZipEntry } from "../formats/zip/types.ts";
import type { ByteSource } from "./byte-source.ts";
import { memoryBytes } from "./memory-bytes.ts";
import { sliceBytes } from "./slice-bytes.ts";
import type { ContentSource } from "./types.ts";
import { isMapPath, mapName, unpackMap } from "./unpack-map.ts";
import { openZip, openZipArchive } from "./zip-archive.ts";

export interface OpenMapFile {
  /** The map's own name where it lay in an archive: `de_office`. */
  readonly name: string | null;
  /** The .bsp itself; of an archive that stores it as it is, a part of that. */
  readonly bytes: ByteSource;
  /** The archive it lay in: maps are handed out with what they need. */
  readonly content: ContentSource | null;
}

const ZIP_MAGICS = ["PK\x03\x04", "PK\x05\x06"];
const GMA_MAGIC = "GMAD";
const METHOD_STORE = 0;
/** Names told in an error: of a hundred maps, enough to see what to ask for. */
const MAX_NAMES = 20;

/**
 * Finds the map in a file: what the file is, its first bytes tell. Archives with several maps need
 * `wanted`, the name of one (`de_office`, with or without folder and extension); the error lists them.
 * @throws FormatError of the archive's format, or one plain sentence
 */
export async function openMapFile(
  bytes: ByteSource,
  wanted?: string,
  signal?: AbortSignal,
): Promise<OpenMapFile> {
  const start = await bytes.read(0, Math.min(4, bytes.byteLength), signal);
  const magic = String.fromCharCode(...start);
  if (ZIP_MAGICS.includes(magic)) return openInZip(bytes, wanted, signal);
  if (magic === GMA_MAGIC) return openInGma(bytes, wanted, signal);
  return { name: null, bytes: await unpackMap(bytes, signal), content: null };
}

async function openInZip(
  bytes: ByteSource,
  wanted: string | undefined,
  signal?: AbortSignal,
): Promise<OpenMapFile> {
  const zip = await openZip(bytes, signal);
  const path = chooseMap(
    bytes.label,
    zip.entries.map((entry) => entry.path),
    wanted,
  );
  const entry = zip.find(path) as ZipEntry;
  const map =
    entry.method === METHOD_STORE
      ? await sliceEntry(bytes, entry, signal)
      : memoryBytes(entry.name, await zip.read(entry, signal));
  return {
    name: mapName(entry.name),
    bytes: await unpackMap(map, signal),
    content: await openZipArchive(bytes, signal),
  };
}

/** A stored entry in its place: nothing of it is read but its local header. */
async function sliceEntry(
  bytes: ByteSource,
  entry: ZipEntry,
  signal?: AbortSignal,
): Promise<ByteSource> {
  const room = Math.min(LOCAL_HEADER_BYTES, bytes.byteLength - entry.headerOffset);
  const header = await bytes.read(entry.headerOffset, room, signal);
  const start = findEntryData(header, entry);
  const length = Math.min(entry.byteLength, entry.compressedByteLength);
  // What the archive's end cuts off, the map's own reader misses.
  return sliceBytes(bytes, start, Math.min(length, bytes.byteLength - start), entry.name);
}

async function openInGma(
  bytes: ByteSource,
  wanted: string | undefined,
  signal?: AbortSignal,
): Promise<OpenMapFile> {
  const { openGmaArchive } = await import("./gma-archive.ts");
  const archive = await openGmaArchive(bytes, signal);
  const paths = [...archive.list()].map((file) => file.path);
  const path = chooseMap(bytes.label, paths, wanted);
  const map = (await archive.read(path, signal)) ?? new Uint8Array(0);
  return {
    name: mapName(path),
    bytes: await unpackMap(memoryBytes(path, map), signal),
    content: archive,
  };
}

/** The path of the one map, or of the one that is wanted. */
function chooseMap(label: string, paths: readonly string[], wanted: string | undefined): string {
  const maps = [...new Set(paths.filter(isMapPath))];
  if (maps.length === 0) throw new Error(`there is no map (.bsp) in ${label}`);
  const names = maps.map(mapName);
  const list = `${names.slice(0, MAX_NAMES).join(", ")}${names.length > MAX_NAMES ? ", …" : ""}`;
  if (wanted === undefined) {
    if (maps.length === 1) return maps[0];
    throw new Error(`there are ${maps.length} maps in ${label}, and none was named: ${list}`);
  }
  const at = names.indexOf(mapName(wanted).toLowerCase());
  if (at < 0) throw new Error(`there is no map "${wanted}" in ${label}; there is ${list}`);
  return maps[at];
}
