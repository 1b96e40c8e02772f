/** Compares the shown map with another version of it, in the file worker. */

import { diffVersions } from "../../analysis/diff/diff-maps.ts";
import { openVersion } from "../../analysis/diff/open-version.ts";
import { listOutlines, type Outlines } from "../../analysis/diff/places/list-outlines.ts";
import { listStops, type StopList } from "../../analysis/diff/places/list-stops.ts";
import { type MapSource, openMapSource } from "../load/map-source.ts";

export type { OutlineKind, Outlines } from "../../analysis/diff/places/list-outlines.ts";
export type { Stop, StopList } from "../../analysis/diff/places/list-stops.ts";

export interface MapComparison {
  readonly isSame: boolean;
  /** Differences in reading order: causes first, then their effects. */
  readonly parts: readonly StopList[];
  /** Outlines drawn over each version. */
  readonly outlines: { readonly a: Outlines; readonly b: Outlines };
}

/** Rejects with FormatError, or with one sentence if a file cannot be read any more. */
export async function compareMaps(a: MapSource, b: MapSource): Promise<MapComparison> {
  const open = async (map: MapSource) => {
    const { bytes } = await openMapSource(map);
    return openVersion(map.name, await bytes.read(0, bytes.byteLength));
  };
  const [versionA, versionB] = [await open(a), await open(b)];
  const diff = await diffVersions(versionA, versionB);
  return {
    isSame: diff.isSame,
    parts: listStops(versionA, versionB, diff),
    outlines: listOutlines(diff),
  };
}
