/** Decodes animations stored frame by frame (`mstudio_frame_anim_t`). */

import {
  FRAME_ANIM_POS,
  FRAME_ANIM_POS2,
  FRAME_ANIM_ROT,
  FRAME_ANIM_ROT2,
  FRAME_CONST_POS,
  FRAME_CONST_POS2,
  FRAME_CONST_ROT,
  FRAME_CONST_ROT2,
} from "../../animation/animation-flags.ts";
import {
  decodeHalf,
  decodeQuaternion48,
  decodeQuaternion48S,
} from "../../animation/compressed-rotation.ts";
import type { StudioReader } from "../studio-reader.ts";
import type { BoneBases, PoseColumns } from "./read-animation-data.ts";

const HEADER_BYTES = 24;
const TURN_BYTES = 6;
const HALF_BYTES = 6;
const FLOAT_BYTES = 12;

/** Place of a bone's value: none, in a frame's row, or among the constants. */
const NOWHERE = 0;
const IN_ROW = 1;
const CONSTANT = 2;

/**
 * Decodes a `mstudio_frame_anim_t` into frames `first` to `first + count - 1` of the poses. The
 * header is followed by a byte of flags for each bone. The constant values are at
 * `constantsoffset`. The values that change are at `frameoffset`, in a row of `framelength` bytes
 * for each frame. The rotation of a bone precedes its position. Bones without data keep their
 * values in the columns. If the flags name two forms, the engine's order decides.
 * @throws FormatError if the data is outside its file or contains NaN or infinity
 */
export function readFrameAnimation(
  reader: StudioReader,
  start: number,
  bones: BoneBases,
  poses: PoseColumns,
  first: number,
  count: number,
): void {
  const where = "mstudio_frame_anim_t";
  reader.array(where, start, 1, start, HEADER_BYTES);
  const flagsAt = reader.array(where, start, bones.count, start + HEADER_BYTES, 1);
  const flags = reader.bytes.subarray(flagsAt, flagsAt + bones.count);
  let rowBytes = 0;
  let constantBytes = 0;
  for (const flag of flags) {
    const [turn, position] = [turnPlace(flag), positionPlace(flag)];
    if (turn !== NOWHERE) {
      if (turn === IN_ROW) rowBytes += TURN_BYTES;
      else constantBytes += TURN_BYTES;
    }
    if (position === NOWHERE) continue;
    const size = isHalf(flag, position) ? HALF_BYTES : FLOAT_BYTES;
    if (position === IN_ROW) rowBytes += size;
    else constantBytes += size;
  }
  const stride = reader.i32(start + 8);
  if (stride < rowBytes) {
    throw reader.error(
      "bad-count",
      `${where}.framelength`,
      start + 8,
      `${rowBytes} or more`,
      stride,
    );
  }
  const constants = start + reader.i32(start);
  const rows = start + reader.i32(start + 4);
  reader.array(`${where}.constantsoffset`, start, constantBytes, constants, 1);
  if (rowBytes > 0) {
    const byteLength = (count - 1) * stride + rowBytes;
    reader.array(`${where}.frameoffset`, start + 4, byteLength, rows, 1);
  }
  let [constantAt, rowAt] = [constants, rows];
  for (let bone = 0; bone < bones.count; bone++) {
    const flag = flags[bone];
    const turn = turnPlace(flag);
    if (turn !== NOWHERE) {
      const at = turn === IN_ROW ? rowAt : constantAt;
      const isSorted = (flag & (turn === IN_ROW ? FRAME_ANIM_ROT : FRAME_CONST_ROT)) === 0;
      const decode = isSorted ? decodeQuaternion48S : decodeQuaternion48;
      for (let i = 0; i < count; i++) {
        const to = ((first + i) * bones.count + bone) * 4;
        decode(reader.view, turn === IN_ROW ? at + i * stride : at, poses.quaternion, to);
      }
      if (turn === IN_ROW) rowAt += TURN_BYTES;
      else constantAt += TURN_BYTES;
    }
    const position = positionPlace(flag);
    if (position === NOWHERE) continue;
    const at = position === IN_ROW ? rowAt : constantAt;
    const isShort = isHalf(flag, position);
    for (let i = 0; i < count; i++) {
      const from = position === IN_ROW ? at + i * stride : at;
      const to = ((first + i) * bones.count + bone) * 3;
      for (let k = 0; k < 3; k++) {
        poses.position[to + k] = isShort
          ? decodeHalf(reader.u16(from + k * 2))
          : readNumber(reader, from + k * 4);
      }
    }
    const size = isShort ? HALF_BYTES : FLOAT_BYTES;
    if (position === IN_ROW) rowAt += size;
    else constantAt += size;
  }
}

/** Returns the place of a rotation. Like the engine, checks the row first, then the constants. */
function turnPlace(flag: number): number {
  if (flag & (FRAME_ANIM_ROT | FRAME_ANIM_ROT2)) return IN_ROW;
  return flag & (FRAME_CONST_ROT | FRAME_CONST_ROT2) ? CONSTANT : NOWHERE;
}

/**
 * Returns the place of a position. Like the engine, checks for a short one in the row, a short
 * constant, a long one in the row, then a long constant.
 */
function positionPlace(flag: number): number {
  if (flag & FRAME_ANIM_POS) return IN_ROW;
  if (flag & FRAME_CONST_POS) return CONSTANT;
  if (flag & FRAME_ANIM_POS2) return IN_ROW;
  return flag & FRAME_CONST_POS2 ? CONSTANT : NOWHERE;
}

function isHalf(flag: number, place: number): boolean {
  return (flag & (place === IN_ROW ? FRAME_ANIM_POS : FRAME_CONST_POS)) !== 0;
}

function readNumber(reader: StudioReader, at: number): number {
  const value = reader.f32(at);
  if (Number.isFinite(value)) return value;
  throw reader.error("bad-value", "mstudio_frame_anim_t", at, "a finite position", value);
}
