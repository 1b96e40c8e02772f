/** Opens a map in an archive with its content: a zip or a GMA. */

import { Ledger } from "../../core/ledger.ts";
import type { Limits } from "../../core/limits.ts";
import type { ZipEntry } from "../../formats/zip/types.ts";
import { openGmaArchive } from "../archives/gma-archive.ts";
import {
  locateZipEntry,
  openZip,
  openZipArchive,
  type ZipReader,
} from "../archives/zip-archive.ts";
import type { ByteSource } from "../bytes/byte-source.ts";
import { memoryBytes } from "../bytes/memory-bytes.ts";
import { isMapPath, mapName, type UnpackedMap, unpackMap } from "./unpack-map.ts";

const METHOD_STORE = 0;
/** Maximum number of names in an error. */
const MAX_NAMES = 20;

export async function openInZip(
  bytes: ByteSource,
  wanted: string | undefined,
  signal?: AbortSignal,
  limits?: Limits,
): Promise<UnpackedMap> {
  const zip = await openZip(bytes, signal);
  const path = chooseMap(
    bytes.label,
    zip.entries.map((entry) => entry.path),
    wanted,
  );
  const entry = zip.find(path) as ZipEntry;
  const map =
    entry.method === METHOD_STORE
      ? await locateZipEntry(bytes, entry, signal)
      : memoryBytes(entry.name, await unpackEntry(zip, entry, signal, limits));
  return {
    name: mapName(entry.name),
    bytes: await unpackMap(map, signal, limits),
    content: await openZipArchive(bytes, signal),
  };
}

async function unpackEntry(
  zip: ZipReader,
  entry: ZipEntry,
  signal?: AbortSignal,
  limits?: Limits,
): Promise<Uint8Array> {
  const ledger = new Ledger(limits);
  ledger.addInput(entry.compressedByteLength);
  ledger.take("packedBytes", entry.byteLength, entry.path, "ZIP");
  return zip.read(entry, signal);
}

export async function openInGma(
  bytes: ByteSource,
  wanted: string | undefined,
  signal?: AbortSignal,
  limits?: Limits,
): Promise<UnpackedMap> {
  const archive = await openGmaArchive(bytes, signal);
  const paths = [...archive.list()].map((file) => file.path);
  const path = chooseMap(bytes.label, paths, wanted);
  const map = (await archive.read(path, signal)) ?? new Uint8Array(0);
  return {
    name: mapName(path),
    bytes: await unpackMap(memoryBytes(path, map), signal, limits),
    content: archive,
  };
}

/** Returns the path of the only map, or of the wanted one. */
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
