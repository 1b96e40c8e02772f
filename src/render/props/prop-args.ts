/** A prop draw's arguments as the GPU reads and writes them: an indexed indirect draw's own. */

import type { PropSet } from "../../map/props.ts";
import type { FrameStats } from "../types.ts";
import type { PropBatches } from "./prop-batches.ts";

export const PROP_ARGS_WORDS = 5;

/** Arguments of the draws with no instances yet. */
export function packPropArgs(set: PropSet, batches: PropBatches): Uint32Array<ArrayBuffer> {
  const args = new Uint32Array(batches.drawCount * PROP_ARGS_WORDS);
  batches.draw.forEach((draw, row) => {
    args.set([set.drawIndexCount[draw], 0, set.drawFirstIndex[draw]], row * PROP_ARGS_WORDS);
  });
  return args;
}

/** Adds up what the draws showed, and returns how many showed anything. */
export function countPropRows(
  stats: FrameStats,
  words: Uint32Array,
  start: number,
  { drawCount, isBucketFirst }: PropBatches,
  phases: number,
): number {
  let draws = 0;
  for (let row = 0; row < drawCount * phases; row++) {
    const at = start + row * PROP_ARGS_WORDS;
    const instances = words[at + 1];
    if (instances === 0) continue;
    draws++;
    // All meshes of a bucket show the same instances.
    if (isBucketFirst[row % drawCount] === 1) stats.props += instances;
    stats.triangles += (instances * words[at]) / 3;
  }
  stats.propDraws += draws;
  return draws;
}
