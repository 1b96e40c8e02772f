/** Checks a map in the worker. Loaded with the first check. */

import { type CheckReport, checkMap } from "../../analysis/check/check-map.ts";
import { openSource } from "../../content/open-source.ts";
import type { ContentSpec } from "../../content/types.ts";
import { type MapSource, openMapSource } from "../load/map-source.ts";

export interface AskedCheck {
  readonly map: MapSource;
  /** Content besides the map's own files. */
  readonly content: readonly ContentSpec[];
}

/** Rejects with FormatError, or if the map cannot be read any more. */
export async function serveCheck(
  { map, content }: AskedCheck,
  onProgress: (done: number, total: number) => void,
): Promise<CheckReport> {
  const opened = await openMapSource(map);
  const sources = content.map((spec) => openSource(spec));
  return checkMap(
    {
      name: opened.name ?? map.name,
      bytes: await opened.bytes.read(0, opened.bytes.byteLength),
      content: opened.content === null ? sources : [opened.content, ...sources],
    },
    { onProgress },
  );
}
