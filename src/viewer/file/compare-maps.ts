/** Compares the map that is shown with another version of it, in the worker of the file. */

import { openVersion } from "../../analysis/diff/diff-ambient.ts";
import { diffVersions } from "../../analysis/diff/diff-maps.ts";
import { listOutlines, type Outlines } from "../../analysis/diff/places/list-outlines.ts";
import { listStops, type StopList } from "../../analysis/diff/places/list-stops.ts";
import { type MapSource, openMapSource } from "../load/map-source.ts";

export type { OutlineKind, Outlines } from "../../analysis/diff/places/list-outlines.ts";
export type { Stop, StopList } from "../../analysis/diff/places/list-stops.ts";

export interface MapComparison {
  readonly isSame: boolean;
  /** In the order in which they are read: what was done first, then what came of it. */
  readonly parts: readonly StopList[];
  /** What is drawn over each version's picture. */
  readonly outlines: { readonly a: Outlines; readonly b: Outlines };
}

/** Rejects with FormatError, or with one plain sentence where a file can no longer be had. */
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
