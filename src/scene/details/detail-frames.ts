/**
 * Where the corners of a detail sprite's quads lie about the place that it stands at. How sprites and their
 * shapes are built is the engine's `detailobjectsystem.cpp` (source-sdk-2013).
 */

import {
  DETAIL_PROP_ORIENT_SCREEN_ALIGNED_VERTICAL,
  DETAIL_PROP_TYPE_SHAPE_CROSS,
  DETAIL_PROP_TYPE_SHAPE_TRI,
  DETAIL_PROP_TYPE_SPRITE,
} from "../../formats/bsp/records/detail-props.ts";
import type { DetailProps } from "../../formats/bsp/types.ts";
import { writeMatrix3x4 } from "../../math/angles.ts";

export type DetailVector = readonly [number, number, number];

/** From the middle of a sprite's foot to its picture's plane, and the picture's axes. */
export interface DetailFrame {
  readonly away: DetailVector;
  readonly right: DetailVector;
  readonly up: DetailVector;
  /** Where a whole `swayAmount` moves its upper edge to, as a part of the farthest. */
  readonly sway: DetailVector;
  /** How much later than others of its place it sways, radians. */
  readonly swayPhase: number;
}

/** In the view's axes: a sprite that faces the eye has its right on the eye's left. */
const FACING: DetailFrame = {
  ...{ away: [0, 0, 0], right: [-1, 0, 0], up: [0, 0, 1] },
  ...{ sway: [-1, 0, 0], swayPhase: 0 },
};
const matrix = new Float32Array(12);

export function quadsOf(type: number): number {
  if (type === DETAIL_PROP_TYPE_SHAPE_TRI) return 3;
  return type === DETAIL_PROP_TYPE_SHAPE_CROSS ? 2 : 1;
}

/** Whether it turns to the camera: shapes never do. */
export function isFacing({ objects }: DetailProps, row: number): boolean {
  return objects.type[row] === DETAIL_PROP_TYPE_SPRITE && objects.orientation[row] !== 0;
}

/**
 * Whether the engine draws it by its shorter way, of most of them: there the middle of its foot lies as
 * much off its place as if the camera looked north, wherever that looks.
 */
export function isFast({ objects }: DetailProps, row: number): boolean {
  return (
    objects.type[row] === DETAIL_PROP_TYPE_SPRITE &&
    objects.orientation[row] === DETAIL_PROP_ORIENT_SCREEN_ALIGNED_VERTICAL &&
    objects.lightStyleCount[row] === 0 &&
    objects.shapeAngle[row] === 0 &&
    objects.shapeSize[row] === 0 &&
    objects.swayAmount[row] === 0
  );
}

/** @param side which of the quads of a cross or a triangle */
export function frameOf(props: DetailProps, row: number, side: number): DetailFrame {
  const { objects, sprites } = props;
  if (isFacing(props, row)) return FACING;
  const [pitch, yaw, roll] = objects.angles.subarray(row * 3, row * 3 + 3);
  writeMatrix3x4(matrix, 0, pitch, yaw, roll, 0, 0, 0);
  const forward: DetailVector = [matrix[0], matrix[4], matrix[8]];
  const right: DetailVector = [-matrix[1], -matrix[5], -matrix[9]];
  const up: DetailVector = [matrix[2], matrix[6], matrix[10]];
  const sprite = objects.detailModel[row] * 2;
  const left = sprites.upperLeft[sprite];
  const width = sprites.lowerRight[sprite] - left;
  if (objects.type[row] === DETAIL_PROP_TYPE_SPRITE) {
    return { away: [0, 0, 0], right, up, sway: right, swayPhase: 0 };
  }
  const sway = swayOf(row);
  if (objects.type[row] === DETAIL_PROP_TYPE_SHAPE_CROSS) {
    // Both stand in the middle, wherever the sprite's own is.
    const along = side === 0 ? right : mix(forward, -1, up, 0);
    const away = mix(along, -left - width / 2, up, 0);
    return { away, right: along, up, sway, swayPhase: 0 };
  }
  // Three sides around the middle, counter-clockwise, each leaning outwards and moved along its normal.
  const turn = (side * 2 * Math.PI) / 3;
  const lean = (objects.shapeAngle[row] * Math.PI) / 180;
  const out = mix(forward, Math.cos(turn), right, -Math.sin(turn));
  const normal = mix(out, Math.cos(lean), up, -Math.sin(lean));
  return {
    away: mix(normal, (objects.shapeSize[row] / 255) * width, up, 0),
    right: mix(right, Math.cos(turn), forward, Math.sin(turn)),
    up: mix(up, Math.cos(lean), out, Math.sin(lean)),
    sway,
    swayPhase: side,
  };
}

/** Shapes sway along a line of their own, which the engine chooses at random, in half a turn. */
function swayOf(row: number): DetailVector {
  const random = (Math.imul(row + 1, 0x9e3779b1) >>> 0) / 2 ** 32;
  return [Math.cos(random * Math.PI), Math.sin(random * Math.PI), 0];
}

function mix(a: DetailVector, s: number, b: DetailVector, t: number): DetailVector {
  return [a[0] * s + b[0] * t, a[1] * s + b[1] * t, a[2] * s + b[2] * t];
}
