/** A map on disk, with the folders that its content may come from. */

import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { ContentSource } from "../content/types.ts";
import type { Gpu } from "../gpu/gpu.ts";
import type { LightSideName } from "../map/types.ts";
import type { LoadOptions } from "../scene/events.ts";
import { openDirectory } from "./directory-source.ts";
import { UsageError } from "./errors.ts";

export interface MapFile {
  readonly path: string;
  /** Without folder and extension. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly sources: readonly ContentSource[];
}

export async function readMapFile(path: string, contentFolders: string[]): Promise<MapFile> {
  return {
    path,
    name: basename(path).replace(/\.bsp$/i, ""),
    bytes: new Uint8Array(await readFile(path)),
    sources: await Promise.all(contentFolders.map((folder) => openDirectory(folder))),
  };
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
