/** Rows of what glows, in the colours of a light. */

import { buildOwner, type Owner } from "../../gpu/resource-group.ts";
import type { RenderContext } from "../context/render-context.ts";

export interface LitRows extends Owner {
  readonly isHdr: boolean;
  readonly buffer: GPUBuffer;
}

/** Rows, and what each one's colour is multiplied by where the map is lit by HDR light. */
export interface ScaledRows {
  readonly count: number;
  readonly rows: Uint32Array;
  readonly hdrScale: Float32Array;
}

/** @param layout bytes: of a row, and up to its colour, three floats */
export function createLitRows(
  { gpu }: RenderContext,
  kind: "sprites" | "beams",
  set: ScaledRows,
  layout: { readonly strideBytes: number; readonly color: number },
  isHdr: boolean,
): LitRows {
  const { VERTEX, STORAGE } = GPUBufferUsage;
  const words = isHdr ? scaleColors(set, layout) : set.rows;
  return buildOwner(gpu, (group) => ({
    isHdr,
    buffer: group.bufferWith(`render/${kind}-rows`, kind, VERTEX | STORAGE, words),
  }));
}

function scaleColors(
  { rows, hdrScale, count }: ScaledRows,
  layout: { readonly strideBytes: number; readonly color: number },
): Uint32Array {
  const words = rows.slice();
  const floats = new Float32Array(words.buffer);
  for (let row = 0; row < count; row++) {
    const color = (row * layout.strideBytes + layout.color) / 4;
    for (let i = 0; i < 3; i++) floats[color + i] *= hdrScale[row];
  }
  return words;
}
