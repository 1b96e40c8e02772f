/** What a map's overview is of, found where its file is read. */

import { type CannotTell, isCannotTell, openCostMap } from "../../analysis/cost/index.ts";
import { fitPicture, type OverviewFrame } from "../../analysis/overview/fit-picture.ts";
import { writeOverviewText } from "../../analysis/overview/overview-text.ts";
import { findPlayableArea } from "../../analysis/overview/playable-area.ts";
import { openSource } from "../../content/open-source.ts";
import type { ContentSpec } from "../../content/types.ts";
import { type MapSource, openMapSource } from "../load/map-source.ts";

export interface AskedOverview {
  readonly map: MapSource;
  /** Where to look besides what the map was packed with. */
  readonly content: readonly ContentSpec[];
}

export interface OverviewPlan {
  /** The map's. */
  readonly name: string;
  readonly frame: OverviewFrame;
  /** Heights between which it is drawn. */
  readonly top: number;
  readonly bottom: number;
  /** Bit set of those that are drawn; null: all. */
  readonly clusters: Uint32Array | null;
  /** The game's text file. */
  readonly text: string;
}

/** Rejects with FormatError, or where the map can no longer be had. */
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
