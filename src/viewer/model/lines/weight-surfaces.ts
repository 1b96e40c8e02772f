/** What is drawn of a model, filled with the colours of the bones that move it, or with how much one of them does. */

import type { StudioVertices } from "../../../formats/studio/types.ts";
import type { PropSet } from "../../../map/props.ts";
import { lineColor } from "../../../render/lines/line-rows.ts";
import type { SolidRows } from "../../../render/marks/solid-rows.ts";
import { boneColor, heatColor } from "./bone-color.ts";

/** A packed colour a vertex. @param bone of which the weights are shown; -1: all, each by its bone's colour */
export function colorWeights(
  { count, boneIndex, boneWeight }: StudioVertices,
  bone: number,
): Uint32Array {
  const colors = new Uint32Array(count);
  const color = [0, 0, 0];
  for (let vertex = 0; vertex < count; vertex++) {
    let weight = 0;
    color.fill(0);
    for (let k = vertex * 3; k < vertex * 3 + 3; k++) {
      if (boneIndex[k] === bone) weight += boneWeight[k];
      for (let c = 0; c < 3; c++) color[c] += boneWeight[k] * boneColor(boneIndex[k], c);
    }
    if (bone >= 0) for (let c = 0; c < 3; c++) color[c] = heatColor(weight, c);
    colors[vertex] = lineColor(color[0], color[1], color[2]);
  }
  return colors;
}

/**
 * Allocates nothing where there is room.
 * @param position 3 a vertex, in its pose
 * @param colors as `colorWeights` makes them
 */
export function addWeights(
  rows: SolidRows,
  { drawCount, drawFirstIndex, drawIndexCount, indices }: PropSet,
  position: Float32Array,
  colors: Uint32Array,
): void {
  for (let draw = 0; draw < drawCount; draw++) {
    const first = drawFirstIndex[draw];
    for (let i = 0; i < drawIndexCount[draw]; i++) {
      // Volumes are seen from the front the other way round: each triangle's corners are taken from its last.
      const corner = i % 3;
      const vertex = indices[first + i + 2 - 2 * corner];
      const at = vertex * 3;
      rows.add(position[at], position[at + 1], position[at + 2], colors[vertex]);
    }
  }
}
