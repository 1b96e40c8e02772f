/** Sources of maps: places that they are read from, with their names. */

import { blobBytes } from "../../content/bytes/blob-bytes.ts";
import { memoryBytes } from "../../content/bytes/memory-bytes.ts";
import { openHttpBytes } from "../../content/http/http-bytes.ts";
import { openMapFile } from "../../content/maps/open-map-file.ts";
import type { UnpackedMap } from "../../content/maps/unpack-map.ts";
import type { Limits } from "../../core/limits.ts";

/**
 * A .bsp, a .bsp.bz2, or a zip or GMA with a map in it. Each can be read again, which happens after
 * the GPU device was lost. It is plain data that can be posted to a worker: see `absoluteSource`.
 */
export type MapSource = MapLocation & {
  readonly name: string;
  /** Name of the map, in an archive of several. */
  readonly entry?: string;
};

export type MapLocation =
  | { readonly blob: Blob }
  | { readonly url: string }
  /** Copied to the worker that loads the map: the caller keeps them. */
  | { readonly bytes: Uint8Array | ArrayBuffer };

/** Returns the name of a map from its path or address, without folder, query and extension. */
export function mapNameFrom(path: string): string {
  const file = path.split(/[?#]/)[0].split(/[\\/]/).at(-1) ?? "";
  const name = decodeName(file).replace(/\.(bsp(\.bz2)?|zip|gma)$/i, "");
  return name.replace(/\.visleaf$/i, "") || "map";
}

/**
 * Returns a copy with an absolute address: a worker resolves relative ones against its own script.
 */
export function absoluteSource(source: MapSource, baseUrl: string): MapSource {
  const { name, entry } = source;
  if ("url" in source) return { name, entry, url: new URL(source.url, baseUrl).href };
  if ("blob" in source) return { name, entry, blob: source.blob };
  return { name, entry, bytes: source.bytes };
}

export interface MapOpenOptions {
  readonly signal?: AbortSignal;
  /** Called with the bytes that were received over the network so far. */
  readonly onBytes?: (received: number) => void;
  /** Limits for packed maps; they override `LIMITS`. */
  readonly limits?: Limits;
}

/**
 * Opens a map for reading in parts. Rejects with `CancelledError`, FormatError, or one plain
 * sentence if it cannot be read. Its address, if it has one, must be absolute.
 */
export async function openMapSource(
  source: MapSource,
  { signal, onBytes, limits }: MapOpenOptions = {},
): Promise<UnpackedMap> {
  const bytes =
    "url" in source
      ? await openHttpBytes(source.url, { signal, onBytes })
      : "blob" in source
        ? blobBytes(source.blob, source.name)
        : memoryBytes(source.name, asBytes(source.bytes));
  return openMapFile(bytes, source.entry, signal, limits);
}

/** Reads the whole .bsp of a source. Rejects as `openMapSource` does. */
export async function readMapSource(
  source: MapSource,
  baseUrl: string,
  options: MapOpenOptions = {},
): Promise<Uint8Array> {
  const { bytes } = await openMapSource(absoluteSource(source, baseUrl), options);
  return bytes.read(0, bytes.byteLength, options.signal);
}

function decodeName(file: string): string {
  try {
    return decodeURIComponent(file);
  } catch {
    return file;
  }
}

function asBytes(bytes: Uint8Array | ArrayBuffer): Uint8Array {
  return bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
}
