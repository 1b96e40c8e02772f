/** Content of a map in the worker: its own files, those around it, and content beside it. */

import { pakfileSource } from "../../content/archives/pakfile-source.ts";
import { openSource } from "../../content/open-source.ts";
import { LumpFile } from "../../content/report/lump-file.ts";
import type { ContentSource, ContentSpec } from "../../content/types.ts";
import { Ledger } from "../../core/ledger.ts";
import { type MapSource, openMapSource } from "../load/map-source.ts";

export interface AskedSources {
  /** `null` to search content only. */
  readonly map: MapSource | null;
  /** Content besides the map's own files. */
  readonly content: readonly ContentSpec[];
}

/**
 * Sources of the last request, reused if it repeats, so that a pakfile's directory is read once.
 */
let opened: { readonly key: string; readonly sources: Promise<readonly ContentSource[]> } | null =
  null;

export function sourcesOf({ map, content }: AskedSources): Promise<readonly ContentSource[]> {
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
