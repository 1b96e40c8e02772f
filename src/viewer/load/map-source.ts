/** Where a map comes from, and what it is called. */

import { blobBytes } from "../../content/bytes/blob-bytes.ts";
import { memoryBytes } from "../../content/bytes/memory-bytes.ts";
import { openHttpBytes } from "../../content/http/http-bytes.ts";
import { openMapFile } from "../../content/maps/open-map-file.ts";
import type { OpenMapFile } from "../../content/maps/unpack-map.ts";
import type { Limits } from "../../core/limits.ts";

/**
 * A .bsp, one packed as .bsp.bz2, or a zip or GMA with a map in it. All can be read again: after a
 * lost device, the map is.
 */
export type MapSource = MapLocation & {
  readonly name: string;
  /** Which map, in an archive of several. */
  readonly entry?: string;
};

export type MapLocation =
  | { readonly blob: Blob }
  | { readonly url: string }
  /** Copied to where the map is loaded; they stay the caller's. */
  | { readonly bytes: Uint8Array | ArrayBuffer };

/** A source as it can be posted to a worker, where a relative address would mean something else. */
export interface PostedMap {
  readonly name: string;
  readonly location: MapLocation;
  readonly entry?: string;
}

/** The map's name from a path or an address: no folder, query, or extension. */
export function mapNameFrom(path: string): string {
  const file = path.split(/[?#]/)[0].split(/[\\/]/).at(-1) ?? "";
  const name = decodeName(file).replace(/\.(bsp(\.bz2)?|zip|gma)$/i, "");
  return name.replace(/\.visleaf$/i, "") || "map";
}

export function postedMap(source: MapSource, baseUrl: string): PostedMap {
  const { name, entry } = source;
  const location =
    "url" in source
      ? { url: new URL(source.url, baseUrl).href }
      : "blob" in source
        ? { blob: source.blob }
        : { bytes: source.bytes };
  return { name, location, entry };
}

export interface MapOpenOptions {
  readonly signal?: AbortSignal;
  /** Called with the bytes that have come over the wire. */
  readonly onBytes?: (received: number) => void;
  /** In place of those of `LIMITS`, for a map that is packed. */
  readonly limits?: Limits;
}

/**
 * Opens a map for reading in parts. Rejects with `CancelledError`, FormatError, or one plain sentence
 * when it cannot be had.
 */
export async function openPostedMap(
  { name, location, entry }: PostedMap,
  { signal, onBytes, limits }: MapOpenOptions = {},
): Promise<OpenMapFile> {
  if ("url" in location) {
    const bytes = await openHttpBytes(location.url, { signal, onBytes });
    return openMapFile(bytes, entry, signal, limits);
  }
  const bytes =
    "blob" in location
      ? blobBytes(location.blob, name)
      : memoryBytes(name, asBytes(location.bytes));
  return openMapFile(bytes, entry, signal, limits);
}

/** All of a source's .bsp, for who must know every byte of it. Rejects as `openPostedMap` does. */
export async function readMapSource(
  source: MapSource,
  baseUrl: string,
  options: MapOpenOptions = {},
): Promise<Uint8Array> {
  const { bytes } = await openPostedMap(postedMap(source, baseUrl), options);
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
