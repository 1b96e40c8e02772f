/** Writes the quads of detail sprites, and bounds them. */

import type { DetailProps } from "../../formats/bsp/types.ts";
import {
  DETAIL_FACING_EYE,
  DETAIL_FACING_FIXED,
  DETAIL_FACING_UPRIGHT,
  DETAIL_SWAY_MAX,
  DETAIL_VERTEX,
} from "../../map/details.ts";
import { type DetailFrame, frameOf, isFacing, isFast, quadsOf } from "./detail-frames.ts";

const SNORM16 = 32767;
const FLOATS = DETAIL_VERTEX.strideBytes / 4;
const BYTES = DETAIL_VERTEX.strideBytes;

/** The same vertices, whatever is written to them. */
export interface DetailVertices {
  readonly bytes: Uint8Array;
  readonly floats: Float32Array;
  readonly words: Uint32Array;
  readonly shorts: Int16Array;
}

export function createDetailVertices(quadCount: number): DetailVertices {
  const floats = new Float32Array(quadCount * 4 * FLOATS);
  const { buffer } = floats;
  return {
    floats,
    bytes: new Uint8Array(buffer),
    words: new Uint32Array(buffer),
    shorts: new Int16Array(buffer),
  };
}

/** What all corners of a prop share. */
interface Prop {
  readonly row: number;
  readonly scale: number;
  readonly facing: number;
  /** By how much the middle of its foot is moved, instead of its corners. */
  readonly shift: number;
  readonly isMirrored: boolean;
}

/**
 * Writes the quads of a prop from `quad` on.
 * @param aspect width by height of a sheet that is wider than high: its lower part was cut off
 */
export function writeDetail(
  out: DetailVertices,
  quad: number,
  props: DetailProps,
  row: number,
  lightCount: number,
  aspect: number,
): void {
  const { objects, sprites } = props;
  const sprite = objects.detailModel[row] * 2;
  const facing = isFacing(props, row) ? objects.orientation[row] : DETAIL_FACING_FIXED;
  const middle = (sprites.upperLeft[sprite] + sprites.lowerRight[sprite]) / 2;
  const isShape = quadsOf(objects.type[row]) > 1;
  const prop: Prop = {
    row,
    scale: objects.scale[row],
    facing,
    shift: isFast(props, row) ? middle : 0,
    // The engine mirrors the picture of every second one, whatever their types, but of no shape.
    isMirrored: isShape || row % 2 === 1,
  };
  for (let side = 0; side < quadsOf(objects.type[row]); side++) {
    const frame = frameOf(props, row, side);
    for (let corner = 0; corner < 4; corner++) {
      const vertex = (quad + side) * 4 + corner;
      writeCorner(out, vertex, props, prop, frame, corner, aspect);
      out.bytes[vertex * BYTES + DETAIL_VERTEX.facing + 1] = lightCount;
      out.words[vertex * FLOATS + DETAIL_VERTEX.firstLight / 4] =
        lightCount > 0 ? objects.lightStyles[row] : 0;
    }
  }
}

function writeCorner(
  { floats, bytes, shorts }: DetailVertices,
  vertex: number,
  { objects, sprites }: DetailProps,
  { row, scale, facing, shift, isMirrored }: Prop,
  { away, right, up, sway, swayPhase }: DetailFrame,
  corner: number,
  aspect: number,
): void {
  const isRight = corner === 1 || corner === 2;
  const isLow = corner >= 2;
  const sprite = objects.detailModel[row] * 2;
  const horizontal = (isRight ? sprites.lowerRight : sprites.upperLeft)[sprite] - shift;
  const vertical = (isLow ? sprites.lowerRight : sprites.upperLeft)[sprite + 1];
  // A sprite is seen from ahead, where its right is on the left.
  const texH = isRight === isMirrored ? sprites.texLowerRight : sprites.texUpperLeft;
  const texV = isLow ? sprites.texLowerRight : sprites.texUpperLeft;
  const amount = isLow ? 0 : (objects.swayAmount[row] / 255) * SNORM16;
  const at = vertex * FLOATS;
  const first = vertex * BYTES;
  const light = lightScale(objects.lighting[row * 4 + 3]);
  for (let axis = 0; axis < 3; axis++) {
    const moved = axis === 0 ? -shift * scale : 0;
    floats[at + DETAIL_VERTEX.origin / 4 + axis] = objects.origin[row * 3 + axis] + moved;
    floats[at + DETAIL_VERTEX.offset / 4 + axis] =
      scale * (away[axis] + right[axis] * horizontal + up[axis] * vertical);
    floats[at + DETAIL_VERTEX.light / 4 + axis] = objects.lighting[row * 4 + axis] * light;
    shorts[(first + DETAIL_VERTEX.sway) / 2 + axis] = Math.round(sway[axis] * amount);
  }
  floats[at + DETAIL_VERTEX.texCoord / 4] = texH[sprite];
  floats[at + DETAIL_VERTEX.texCoord / 4 + 1] = texV[sprite + 1] * aspect;
  bytes[first + DETAIL_VERTEX.facing] = facing;
  bytes[first + DETAIL_VERTEX.facing + 2] = swayPhase;
}

/** What a byte of a ColorRGBExp32 of this exponent is, where 1 is fully lit. */
function lightScale(exponent: number): number {
  return 2 ** ((exponent << 24) >> 24) / 255;
}

/** A box a chunk: what faces the camera may reach as far as its corners, in any direction. */
export function boundDetails(
  { floats, bytes, shorts }: DetailVertices,
  chunkOfQuad: Uint32Array,
  chunkCount: number,
): Float32Array {
  const box = new Float32Array(chunkCount * 6);
  for (let i = 0; i < box.length; i++) {
    box[i] = i % 6 < 3 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  }
  for (let vertex = 0; vertex < chunkOfQuad.length * 4; vertex++) {
    const at = vertex * FLOATS;
    const chunk = chunkOfQuad[vertex >> 2] * 6;
    const facing = bytes[vertex * BYTES + DETAIL_VERTEX.facing];
    const offset = at + DETAIL_VERTEX.offset / 4;
    const firstSway = (vertex * BYTES + DETAIL_VERTEX.sway) / 2;
    const sway = Math.hypot(shorts[firstSway], shorts[firstSway + 1], shorts[firstSway + 2]);
    const more = (sway / SNORM16) * DETAIL_SWAY_MAX;
    const across = Math.abs(floats[offset]);
    const reach = facing === DETAIL_FACING_EYE ? Math.hypot(across, floats[offset + 2]) : across;
    for (let axis = 0; axis < 3; axis++) {
      const origin = floats[at + DETAIL_VERTEX.origin / 4 + axis];
      const isWide = facing === DETAIL_FACING_EYE || (facing === DETAIL_FACING_UPRIGHT && axis < 2);
      const low = isWide ? -reach : floats[offset + axis];
      const high = isWide ? reach : low;
      box[chunk + axis] = Math.min(box[chunk + axis], origin + low - more);
      box[chunk + 3 + axis] = Math.max(box[chunk + 3 + axis], origin + high + more);
    }
  }
  return box;
}
