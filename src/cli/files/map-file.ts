/** A map on disk, with what its content may come from. */

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
  /** Without folder and extension. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** In search order: what the map was packed with goes before all else. */
  readonly sources: readonly ContentSource[];
}

/** A map with what is named as its content, as `--content` does. */
export async function readMapFile(path: string, content: readonly string[]): Promise<MapFile> {
  return readMapWith(path, (await openContent(content)).sources);
}

/** The same with content that is open already. */
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

/** A map in whatever it is stored in: by itself, packed, or in an archive with its content. */
export async function openMapPath(path: string): Promise<UnpackedMap & { readonly name: string }> {
  const file = await openDiskFile(path);
  try {
    const opened = await openMapFile(blobBytes(file));
    return { ...opened, name: opened.name ?? mapName(path) };
  } catch (error) {
    // An archive with no map in it, or with several, is said in a plain sentence.
    if (error instanceof Error && error.constructor === Error) throw new CliError(error.message);
    throw error;
  }
}

export function parseSide(verb: string, text: string): LightSideName {
  if (text === "hdr" || text === "ldr") return text;
  throw new UsageError(`--side is hdr or ldr, not "${text}"`, verb);
}

/** What a map is loaded with for a device. */
export function loadOptionsFor(gpu: Gpu, name: string, side: LightSideName): LoadOptions {
  return {
    name,
    side,
    textureCompressionBc: gpu.features.textureCompressionBc,
    maxTextureDimension: gpu.device.limits.maxTextureDimension2D,
  };
}
