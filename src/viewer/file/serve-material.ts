/** Reports on a map's materials in the worker. Loaded with the first request. */

import {
  type MaterialReport,
  readMaterial,
  readMips,
  type TextureMip,
} from "../../analysis/content/read-material.ts";
import { type AskedSources, sourcesOf } from "./served-sources.ts";

export type {
  MaterialReport,
  MaterialTexture,
  TextureMip,
} from "../../analysis/content/read-material.ts";

export interface AskedMaterial extends AskedSources {
  /** Name as in the map. */
  readonly material: string;
}

export interface AskedTexture extends AskedSources {
  /** Content path. */
  readonly path: string;
}

export async function serveMaterial(asked: AskedMaterial): Promise<MaterialReport> {
  return readMaterial(asked.material, await sourcesOf(asked));
}

/** Returns `null` if no source has the file. Rejects with FormatError. */
export async function serveTexture(asked: AskedTexture): Promise<readonly TextureMip[] | null> {
  return readMips(asked.path, await sourcesOf(asked));
}
