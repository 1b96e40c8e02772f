/** `visleaf diff --report`: draws the places, and writes the page. */

import { listOutlines } from "../../analysis/diff/places/list-outlines.ts";
import type { MapDiff } from "../../analysis/diff/types.ts";
import type { Limits } from "../../core/limits.ts";
import { writeWhole } from "../files/write-whole.ts";
import type { DiffedFiles } from "./diff-files.ts";
import { formatDiffPage } from "./diff-page.ts";
import { drawPlaces } from "./draw-places.ts";

export interface DiffReport {
  readonly out: string;
  readonly content: readonly string[];
  /** Places that are drawn at most. */
  readonly pictureCount: number;
  readonly limits: Limits;
}

export async function writeDiffReport(
  diff: MapDiff,
  [a, b]: DiffedFiles["files"],
  { out, content, pictureCount, limits }: DiffReport,
): Promise<void> {
  const drawn = diff.places.slice(0, pictureCount);
  const pictures = await drawPlaces(
    ...([[a.path, b.path], content, drawn, listOutlines(diff), limits] as const),
  );
  await writeWhole(out, formatDiffPage(diff, pictures));
}
