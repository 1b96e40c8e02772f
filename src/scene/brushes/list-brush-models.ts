/** Lists the models of brush entities with the chunks of the world's geometry that show them. */

import type { BrushModels } from "../../map/motion/brush-models.ts";
import type { ModelPlacement } from "./brush-models.ts";

const IDENTITY_3X4 = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);

/**
 * Returns `null` if no chunk shows a brush entity.
 * @param chunkPlacement row of `placements` of each chunk; 0 is the world
 */
export function listBrushModels(
  placements: readonly ModelPlacement[],
  chunkPlacement: Uint32Array,
): BrushModels | null {
  const chunkCountOf = new Uint32Array(placements.length);
  for (const placement of chunkPlacement) chunkCountOf[placement]++;
  const rows: number[] = [];
  const next = new Uint32Array(placements.length);
  let chunkTotal = 0;
  for (let placement = 1; placement < placements.length; placement++) {
    if (chunkCountOf[placement] === 0) continue;
    rows.push(placement);
    next[placement] = chunkTotal;
    chunkTotal += chunkCountOf[placement];
  }
  const count = rows.length;
  if (count === 0) return null;
  const firstChunk = Uint32Array.from(rows, (placement) => next[placement]);
  const chunks = new Uint32Array(chunkTotal);
  chunkPlacement.forEach((placement, chunk) => {
    if (placement > 0) chunks[next[placement]++] = chunk;
  });
  const worldFromModel = new Float32Array(count * 12);
  rows.forEach((placement, row) => {
    worldFromModel.set(placements[placement].matrix ?? IDENTITY_3X4, row * 12);
  });
  return {
    count,
    entity: Int32Array.from(rows, (placement) => placements[placement].entity),
    model: Int32Array.from(rows, (placement) => placements[placement].model),
    worldFromModel,
    isHidden: Uint8Array.from(rows, (placement) => (placements[placement].isHidden ? 1 : 0)),
    firstChunk,
    chunkCount: Uint32Array.from(rows, (placement) => chunkCountOf[placement]),
    chunks,
  };
}
