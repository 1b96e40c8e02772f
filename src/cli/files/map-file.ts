/** Reads a map on disk, with its content sources. */

import { blobBytes } from "../../content/bytes/blob-bytes.ts";
import { openMapFile } from "../../content/maps/open-map-file.ts";
import type { UnpackedMap } from "../../content/maps/unpack-map.ts";
import { mapName } from "../../content/maps/unpack-map.ts";
import type { ContentSource } from "../../content/types.ts";
import type { Gpu } from "../../gpu/gpu.ts";
import type { LightSideName } from "../../map/types.ts";
import type { LoadOptions } from "../../scene/open/events.ts";
import { openContent } from "../content/open-content.ts";
import { CliError, UsageError } from "../errors.ts";
import { openDiskFile } from "./disk-folder.ts";

export interface MapFile {
  readonly path: string;
  /** Name without folder and extension. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Content in search order: the archive that has the map comes first. */
  readonly sources: readonly ContentSource[];
}

/** Reads a map, with content paths as for `--content`. */
export async function readMapFile(path: string, content: readonly string[]): Promise<MapFile> {
  return readMapWith(path, (await openContent(content)).sources);
}

/** Reads a map with content that is open already. */
export async function readMapWith(
  path: string,
  sources: readonly ContentSource[],
): Promise<MapFile> {
  const { name, bytes, content } = await openMapPath(path);
  return {
    path,
    name,
    bytes: await bytes.read(0, bytes.byteLength),
    sources: content === null ? sources : [content, ...sources],
  };
}

/** Opens a map stored by itself, packed, or in an archive with its content. */
export async function openMapPath(path: string): Promise<UnpackedMap & { readonly name: string }> {
  const file = await openDiskFile(path);
  try {
    const opened = await openMapFile(blobBytes(file));
    return { ...opened, name: opened.name ?? mapName(path) };
  } catch (error) {
    // An archive without maps, or with several, throws a plain Error.
    if (error instanceof Error && error.constructor === Error) throw new CliError(error.message);
    throw error;
  }
}

export function parseSide(verb: string, text: string): LightSideName {
  if (text === "hdr" || text === "ldr") return text;
  throw new UsageError(`--side is hdr or ldr, not "${text}"`, verb);
}

/** Returns the load options of a map for a device. */
export function loadOptionsFor(gpu: Gpu, name: string, side: LightSideName): LoadOptions {
  return {
    name,
    side,
    textureCompressionBc: gpu.features.textureCompressionBc,
    maxTextureDimension: gpu.device.limits.maxTextureDimension2D,
  };
}
