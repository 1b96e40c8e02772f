/** Plans a map's overview in the worker. */

import { type CannotTell, isCannotTell, openCostMap } from "../../analysis/cost/index.ts";
import { fitPicture, type OverviewFrame } from "../../analysis/overview/fit-picture.ts";
import { writeOverviewText } from "../../analysis/overview/overview-text.ts";
import { findPlayableArea } from "../../analysis/overview/playable-area.ts";
import { openSource } from "../../content/open-source.ts";
import type { ContentSpec } from "../../content/types.ts";
import { type MapSource, openMapSource } from "../load/map-source.ts";

export interface AskedOverview {
  readonly map: MapSource;
  /** Content besides the map's own files. */
  readonly content: readonly ContentSpec[];
}

export interface OverviewPlan {
  /** Name of the map. */
  readonly name: string;
  readonly frame: OverviewFrame;
  /** Heights between which the map is drawn. */
  readonly top: number;
  readonly bottom: number;
  /** Bit set of drawn clusters; `null` for all. */
  readonly clusters: Uint32Array | null;
  /** The game's overview text file. */
  readonly text: string;
}

/** Rejects with FormatError, or if the map cannot be read any more. */
export async function serveOverview(
  { map: posted, content }: AskedOverview,
  onProgress: (done: number, total: number) => void,
): Promise<OverviewPlan | CannotTell> {
  const file = await openMapSource(posted);
  const sources = content.map((spec) => openSource(spec));
  const name = file.name ?? posted.name;
  const map = await openCostMap({
    name,
    bytes: await file.bytes.read(0, file.bytes.byteLength),
    sources: file.content === null ? sources : [file.content, ...sources],
  });
  const area = await findPlayableArea(map, (done) => onProgress(done, 1));
  if (isCannotTell(area)) return area;
  const frame = fitPicture(area.box);
  const text = writeOverviewText(name, frame, []);
  const { cut, bottom, clusters } = area;
  return { name, frame, top: cut, bottom: bottom - 1, clusters, text };
}
