/** Reports on a map's materials in the worker. Loaded with the first request. */

import {
  type MaterialReport,
  readMaterial,
  readMips,
  type TextureMip,
} from "../../analysis/content/read-material.ts";
import { pakfileSource } from "../../content/archives/pakfile-source.ts";
import { openSource } from "../../content/open-source.ts";
import { LumpFile } from "../../content/report/lump-file.ts";
import type { ContentSource, ContentSpec } from "../../content/types.ts";
import { Ledger } from "../../core/ledger.ts";
import { type MapSource, openMapSource } from "../load/map-source.ts";

export type {
  MaterialReport,
  MaterialTexture,
  TextureMip,
} from "../../analysis/content/read-material.ts";

interface Asked {
  /** `null` to search content only. */
  readonly map: MapSource | null;
  /** Content besides the map's own files. */
  readonly content: readonly ContentSpec[];
}

export interface AskedMaterial extends Asked {
  /** Name as in the map. */
  readonly material: string;
}

export interface AskedTexture extends Asked {
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

/**
 * Sources of the last request, reused if it repeats, so that a pakfile's directory is read once.
 */
let opened: { readonly key: string; readonly sources: Promise<readonly ContentSource[]> } | null =
  null;

function sourcesOf({ map, content }: Asked): Promise<readonly ContentSource[]> {
  const key = `${map?.name ?? ""} ${content.length}`;
  if (opened?.key === key) return opened.sources;
  const open = async () => {
    if (map === null) return content.map((spec) => openSource(spec));
    const { bytes, content: around } = await openMapSource(map);
    const pakfile = await (await LumpFile.open(bytes)).openPakfile();
    const ledger = new Ledger();
    ledger.addInput(bytes.byteLength);
    return [
      ...(pakfile === null ? [] : [pakfileSource(pakfile.zip, ledger)]),
      ...(around === null ? [] : [around]),
      ...content.map((spec) => openSource(spec)),
    ];
  };
  const sources = open();
  opened = { key, sources };
  sources.catch(() => {
    opened = null;
  });
  return sources;
}
