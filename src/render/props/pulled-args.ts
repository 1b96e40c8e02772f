/** A draw of pulled vertices as the GPU reads it: an indirect draw's words, then how many meshes it holds. */

import type { FrameStats } from "../types.ts";

export const PULLED_ARGS = {
  vertexCount: 0,
  instanceCount: 1,
  firstVertex: 2,
  firstInstance: 3,
  rowCount: 4,
  strideWords: 5,
} as const;

/** @param end of the list: the first vertex, of which the least is kept */
export function packEmptyPulledArgs(rows: number, end: number): Uint32Array<ArrayBuffer> {
  const args = new Uint32Array(rows * PULLED_ARGS.strideWords);
  for (let at = 0; at < args.length; at += PULLED_ARGS.strideWords) {
    args[at + PULLED_ARGS.instanceCount] = 1;
    args[at + PULLED_ARGS.firstVertex] = end;
  }
  return args;
}

/** Adds up what rows drew, and returns how many drew anything. */
export function countPulledRows(
  stats: FrameStats,
  words: Uint32Array,
  start: number,
  rows: number,
): number {
  let draws = 0;
  for (let row = 0; row < rows; row++) {
    const at = start + row * PULLED_ARGS.strideWords;
    const vertices = words[at + PULLED_ARGS.vertexCount];
    if (vertices === 0) continue;
    draws++;
    stats.props += words[at + PULLED_ARGS.rowCount];
    stats.triangles += vertices / 3;
  }
  stats.propDraws += draws;
  return draws;
}
