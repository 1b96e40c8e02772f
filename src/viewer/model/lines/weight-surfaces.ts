/** What is drawn of a model, filled with the colours of the bones that move it, or with how much one of them does. */

import type { StudioVertices } from "../../../formats/studio/types.ts";
import type { PropSet } from "../../../map/props.ts";
import { lineColor } from "../../../render/lines/line-rows.ts";
import type { SolidRows } from "../../../render/marks/solid-rows.ts";
import { boneColor, heatColor } from "./bone-color.ts";

/** Bones that a vertex may name. */
const BONES = 256;
/** 3 a bone. */
const BONE_COLORS = Float64Array.from({ length: BONES * 3 }, (_, i) =>
  boneColor(Math.floor(i / 3), i % 3),
);

/** A packed colour a vertex. @param bone of which the weights are shown; -1: all, each by its bone's colour */
export function colorWeights(vertices: StudioVertices, bone: number): Uint32Array {
  const colors = new Uint32Array(vertices.count);
  if (bone < 0) writeBones(colors, vertices);
  else writeHeat(colors, vertices, bone);
  return colors;
}

function writeBones(colors: Uint32Array, { boneIndex, boneWeight }: StudioVertices): void {
  for (let vertex = 0; vertex < colors.length; vertex++) {
    let [red, green, blue] = [0, 0, 0];
    for (let k = vertex * 3; k < vertex * 3 + 3; k++) {
      const weight = boneWeight[k];
      const at = boneIndex[k] * 3;
      red += weight * BONE_COLORS[at];
      green += weight * BONE_COLORS[at + 1];
      blue += weight * BONE_COLORS[at + 2];
    }
    colors[vertex] = lineColor(red, green, blue);
  }
}

/** Most vertices are wholly the bone's, or not at all: these two colours are made once. */
function writeHeat(
  colors: Uint32Array,
  { boneIndex, boneWeight }: StudioVertices,
  bone: number,
): void {
  const none = packHeat(0);
  const all = packHeat(1);
  for (let vertex = 0; vertex < colors.length; vertex++) {
    let weight = 0;
    for (let k = vertex * 3; k < vertex * 3 + 3; k++) {
      if (boneIndex[k] === bone) weight += boneWeight[k];
    }
    colors[vertex] = weight === 0 ? none : weight === 1 ? all : packHeat(weight);
  }
}

function packHeat(weight: number): number {
  return lineColor(heatColor(weight, 0), heatColor(weight, 1), heatColor(weight, 2));
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
