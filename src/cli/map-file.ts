/** A map on disk, with the folders that its content may come from. */

import { blobBytes } from "../content/blob-bytes.ts";
import { type OpenMapFile, openMapFile } from "../content/open-map-file.ts";
import type { ContentSource } from "../content/types.ts";
import { mapName } from "../content/unpack-map.ts";
import type { Gpu } from "../gpu/gpu.ts";
import type { LightSideName } from "../map/types.ts";
import type { LoadOptions } from "../scene/events.ts";
import { openDirectory } from "./directory-source.ts";
import { openDiskFile } from "./disk-file.ts";
import { CliError, UsageError } from "./errors.ts";

export interface MapFile {
  readonly path: string;
  /** Without folder and extension. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly sources: readonly ContentSource[];
}

export async function readMapFile(path: string, contentFolders: string[]): Promise<MapFile> {
  const { name, bytes, content } = await openMapPath(path);
  const folders = await Promise.all(contentFolders.map((folder) => openDirectory(folder)));
  return {
    path,
    name,
    bytes: await bytes.read(0, bytes.byteLength),
    sources: content === null ? folders : [content, ...folders],
  };
}

/** A map in whatever it is stored in: by itself, packed, or in an archive with its content. */
export async function openMapPath(path: string): Promise<OpenMapFile & { readonly name: string }> {
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
