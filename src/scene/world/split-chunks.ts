/** Splits chunks so that none has more triangles than a mask has bits. */

import { MAX_CHUNK_TRIANGLES, WORLD_VERTEX } from "../../map/world.ts";

const MAX_INDICES = MAX_CHUNK_TRIANGLES * 3;
const STRIDE_FLOATS = WORLD_VERTEX.strideBytes / 4;

/** Runs of an index list, each with the row it was cut from. */
export interface ChunkRuns {
  readonly count: number;
  readonly source: Uint32Array;
  readonly firstIndex: Uint32Array;
  readonly indexCount: Uint32Array;
  /** 6 a run: mins, maxs. */
  readonly box: Float32Array;
}

/**
 * Cuts runs of triangles into runs of at most `MAX_CHUNK_TRIANGLES`, each with its box.
 * @param box 6 a run; runs that are not cut keep theirs
 * @param vertices world vertices, as floats
 */
export function splitChunks(
  firstIndex: Uint32Array,
  indexCount: Uint32Array,
  box: Float32Array,
  indices: Uint32Array,
  vertices: Float32Array,
): ChunkRuns {
  let count = 0;
  for (const indexTotal of indexCount) count += partsOf(indexTotal);
  const runs = {
    count,
    source: new Uint32Array(count),
    firstIndex: new Uint32Array(count),
    indexCount: new Uint32Array(count),
    box: new Float32Array(count * 6),
  };
  let run = 0;
  for (let row = 0; row < indexCount.length; row++) {
    const parts = partsOf(indexCount[row]);
    for (let part = 0; part < parts; part++, run++) {
      const first = part * MAX_INDICES;
      runs.source[run] = row;
      runs.firstIndex[run] = firstIndex[row] + first;
      runs.indexCount[run] = Math.min(MAX_INDICES, indexCount[row] - first);
      if (parts === 1) runs.box.set(box.subarray(row * 6, row * 6 + 6), run * 6);
      else writeBox(runs, run, indices, vertices);
    }
  }
  return runs;
}

function partsOf(indexCount: number): number {
  return Math.max(1, Math.ceil(indexCount / MAX_INDICES));
}

function writeBox(runs: ChunkRuns, run: number, indices: Uint32Array, vertices: Float32Array) {
  const box = runs.box.subarray(run * 6, run * 6 + 6);
  box.fill(Number.POSITIVE_INFINITY, 0, 3);
  box.fill(Number.NEGATIVE_INFINITY, 3, 6);
  const end = runs.firstIndex[run] + runs.indexCount[run];
  for (let i = runs.firstIndex[run]; i < end; i++) {
    const at = indices[i] * STRIDE_FLOATS + WORLD_VERTEX.position / 4;
    for (let axis = 0; axis < 3; axis++) {
      box[axis] = Math.min(box[axis], vertices[at + axis]);
      box[3 + axis] = Math.max(box[3 + axis], vertices[at + axis]);
    }
  }
}
