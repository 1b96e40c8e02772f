/** Decodes animations: run-length coded (`mstudioanim_t`), or stored frame by frame. */

import {
  decodeHalf,
  decodeQuaternion48,
  decodeQuaternion48S,
  decodeQuaternion64,
  FRAME_ANIM_POS,
  FRAME_ANIM_POS2,
  FRAME_ANIM_ROT,
  FRAME_ANIM_ROT2,
  FRAME_CONST_POS,
  FRAME_CONST_POS2,
  FRAME_CONST_ROT,
  FRAME_CONST_ROT2,
  NO_BONE,
  STUDIO_ANIM_ANIMPOS,
  STUDIO_ANIM_ANIMROT,
  STUDIO_ANIM_DELTA,
  STUDIO_ANIM_RAWPOS,
  STUDIO_ANIM_RAWROT,
  STUDIO_ANIM_RAWROT2,
  writeQuaternionFromEuler,
} from "../../animation/pose-encoding.ts";
import {
  ANIM,
  ANIM_VALUE,
  ANIM_VALUE_PTR,
  FRAME_ANIM,
  QUATERNION48,
  QUATERNION64,
  VECTOR48,
} from "../../records/motion.ts";
import { readFinite, type StudioReader } from "../studio-reader.ts";

/** Step sizes and base values of animation values. */
export interface BoneBases {
  readonly count: number;
  readonly position: Float32Array;
  readonly rotation: Float32Array;
  readonly positionScale: Float32Array;
  readonly rotationScale: Float32Array;
  /** 4 a bone: rotation whose side its rotations stay on; zeros if there is none. */
  readonly alignment: Float32Array;
}

/** Poses being decoded: all bones in each frame. */
export interface PoseColumns {
  readonly position: Float32Array;
  readonly quaternion: Float32Array;
}

/** Frames of the poses that a piece of data decodes to. */
export interface PoseRun {
  readonly poses: PoseColumns;
  readonly first: number;
  readonly count: number;
}

/** The data of a bone in a run-length coded animation. */
interface BoneData {
  readonly bone: number;
  /** `STUDIO_ANIM_*` */
  readonly flags: number;
  readonly at: number;
}

/**
 * Decodes a chain of `mstudioanim_t` into a run of frames. Bones without data keep their values in
 * the columns.
 */
export function readAnimationData(
  reader: StudioReader,
  start: number,
  bones: BoneBases,
  run: PoseRun,
): void {
  const seen = new Uint8Array(bones.count);
  for (let at = start; ; ) {
    reader.array(ANIM.name, at, 1, at, ANIM.bytes);
    const bone = reader.bytes[at + ANIM.at.bone];
    const place = at + ANIM.at.nextoffset;
    const next = reader.view.getInt16(place, true);
    if (bone !== NO_BONE) {
      if (bone >= bones.count || seen[bone] === 1) {
        const expected = `a bone below ${bones.count}, each once`;
        throw reader.error("bad-index", "mstudioanim_t.bone", at, expected, bone);
      }
      seen[bone] = 1;
      const data = { bone, flags: reader.bytes[at + ANIM.at.flags], at: at + ANIM.bytes };
      readTurn(reader, data, bones, run);
      readMove(reader, data, bones, run);
    }
    if (next === 0) return;
    if (next < ANIM.bytes) {
      throw reader.error("bad-offset", "mstudioanim_t.nextoffset", place, "0 or more", next);
    }
    at += next;
  }
}

function readTurn(
  reader: StudioReader,
  { bone, flags, at: data }: BoneData,
  bones: BoneBases,
  { poses: { quaternion }, first, count }: PoseRun,
): void {
  const { view } = reader;
  const still = new Float32Array(4);
  if (flags & STUDIO_ANIM_RAWROT) {
    reader.array(QUATERNION48.name, data, 1, data, QUATERNION48.bytes);
    decodeQuaternion48(view, data, still, 0);
  } else if (flags & STUDIO_ANIM_RAWROT2) {
    reader.array(QUATERNION64.name, data, 1, data, QUATERNION64.bytes);
    decodeQuaternion64(view, data, still, 0);
  } else if (flags & STUDIO_ANIM_ANIMROT) {
    const isDelta = (flags & STUDIO_ANIM_DELTA) !== 0;
    const angles = readAxes(reader, data, count, {
      scale: bones.rotationScale,
      base: isDelta ? null : bones.rotation,
      bone,
    });
    for (let i = 0; i < count; i++) {
      const at = ((first + i) * bones.count + bone) * 4;
      writeQuaternionFromEuler(quaternion, at, angles[0][i], angles[1][i], angles[2][i]);
      if (!isDelta) align(quaternion, at, bones.alignment, bone * 4);
    }
    return;
  } else {
    return;
  }
  for (let i = 0; i < count; i++) quaternion.set(still, ((first + i) * bones.count + bone) * 4);
}

/**
 * Negates a quaternion if needed, so that it is on the side of another. A zero reference has no
 * side.
 */
function align(q: Float32Array, at: number, to: Float32Array, toAt: number): void {
  let dot = 0;
  for (let k = 0; k < 4; k++) dot += q[at + k] * to[toAt + k];
  if (dot >= 0) return;
  for (let k = 0; k < 4; k++) q[at + k] = -q[at + k];
}

function readMove(
  reader: StudioReader,
  { bone, flags, at: data }: BoneData,
  bones: BoneBases,
  { poses: { position }, first, count }: PoseRun,
): void {
  const isDelta = (flags & STUDIO_ANIM_DELTA) !== 0;
  let axes: readonly ArrayLike<number>[];
  if (flags & STUDIO_ANIM_RAWPOS) {
    const rest = flags & STUDIO_ANIM_RAWROT2 ? QUATERNION64.bytes : 0;
    const place = data + (flags & STUDIO_ANIM_RAWROT ? QUATERNION48.bytes : rest);
    const at = reader.array(VECTOR48.name, data, 1, place, VECTOR48.bytes);
    axes = [0, 2, 4].map((i) =>
      new Float32Array(count).fill(decodeHalf(reader.view.getUint16(at + i, true))),
    );
  } else if (flags & STUDIO_ANIM_ANIMPOS) {
    const at = data + (flags & STUDIO_ANIM_ANIMROT ? ANIM_VALUE_PTR.bytes : 0);
    const base = isDelta ? null : bones.position;
    axes = readAxes(reader, at, count, { scale: bones.positionScale, base, bone });
  } else {
    return;
  }
  for (let i = 0; i < count; i++) {
    const at = ((first + i) * bones.count + bone) * 3;
    for (let axis = 0; axis < 3; axis++) position[at + axis] = axes[axis][i];
  }
}

/** Size of a step, and the value that steps are added to: 3 a bone. */
interface AxisSteps {
  readonly scale: Float32Array;
  /** `null` for 0. */
  readonly base: Float32Array | null;
  readonly bone: number;
}

/** Reads `mstudioanim_valueptr_t`: three axes, each with a stream of values or none. */
function readAxes(
  reader: StudioReader,
  at: number,
  count: number,
  { scale, base, bone }: AxisSteps,
): Float32Array[] {
  reader.array(ANIM_VALUE_PTR.name, at, 1, at, ANIM_VALUE_PTR.bytes);
  return [0, 1, 2].map((axis) => {
    const values = new Float32Array(count);
    const offset = reader.view.getInt16(at + axis * 2, true);
    if (offset > 0) readRuns(reader, at + offset, values);
    const step = scale[bone * 3 + axis];
    const start = base === null ? 0 : base[bone * 3 + axis];
    for (let i = 0; i < count; i++) values[i] = values[i] * step + start;
    return values;
  });
}

/** Reads `mstudioanimvalue_t`. A stream that ends early leaves zeros, like in the engine. */
export function readRuns(reader: StudioReader, start: number, values: Float32Array): void {
  const { view, bytes } = reader;
  let at = start;
  for (let frame = 0; frame < values.length; ) {
    reader.array(ANIM_VALUE.name, at, 1, at, ANIM_VALUE.bytes);
    const valid = bytes[at + ANIM_VALUE.at.valid];
    const total = bytes[at + ANIM_VALUE.at.total];
    if (total === 0) return;
    if (valid === 0 || valid > total) {
      const expected = `1 to ${total} values for ${total} frames`;
      throw reader.error("bad-count", ANIM_VALUE.name, at, expected, valid);
    }
    reader.array(ANIM_VALUE.name, at, valid, at + ANIM_VALUE.bytes, ANIM_VALUE.bytes);
    for (let i = 0; i < total && frame < values.length; i++, frame++) {
      values[frame] = view.getInt16(at + ANIM_VALUE.bytes * Math.min(i + 1, valid), true);
    }
    at += ANIM_VALUE.bytes * (1 + valid);
  }
}

/** Size of a position of three floats. */
const FLOAT_BYTES = 12;

/** Place of a bone's value: none, in a frame's row, or among the constants. */
const NOWHERE = 0;
const IN_ROW = 1;
const CONSTANT = 2;

/**
 * Decodes a `mstudio_frame_anim_t` into a run of frames. The header is followed by a byte of flags for each bone. The constant values are at
 * `constantsoffset`. The values that change are at `frameoffset`, in a row of `framelength` bytes
 * for each frame. The rotation of a bone precedes its position. Bones without data keep their
 * values in the columns. If the flags name two forms, the engine's order decides.
 * @throws FormatError if the data is outside its file or contains NaN or infinity
 */
export function readFrameAnimation(
  reader: StudioReader,
  start: number,
  bones: BoneBases,
  { poses, first, count }: PoseRun,
): void {
  const where = FRAME_ANIM.name;
  reader.array(where, start, 1, start, FRAME_ANIM.bytes);
  const flagsAt = reader.array(where, start, bones.count, start + FRAME_ANIM.bytes, 1);
  const flags = reader.bytes.subarray(flagsAt, flagsAt + bones.count);
  let rowBytes = 0;
  let constantBytes = 0;
  for (const flag of flags) {
    const [turn, position] = [turnPlace(flag), positionPlace(flag)];
    if (turn !== NOWHERE) {
      if (turn === IN_ROW) rowBytes += QUATERNION48.bytes;
      else constantBytes += QUATERNION48.bytes;
    }
    if (position === NOWHERE) continue;
    const size = isHalf(flag, position) ? VECTOR48.bytes : FLOAT_BYTES;
    if (position === IN_ROW) rowBytes += size;
    else constantBytes += size;
  }
  const lengthAt = start + FRAME_ANIM.at.framelength;
  const stride = reader.i32(lengthAt);
  if (stride < rowBytes) {
    const expected = `${rowBytes} or more`;
    throw reader.error("bad-count", `${where}.framelength`, lengthAt, expected, stride);
  }
  const constants = start + reader.i32(start + FRAME_ANIM.at.constantsoffset);
  const rowsAt = start + FRAME_ANIM.at.frameoffset;
  const rows = start + reader.i32(rowsAt);
  reader.array(`${where}.constantsoffset`, start, constantBytes, constants, 1);
  if (rowBytes > 0) {
    const byteLength = (count - 1) * stride + rowBytes;
    reader.array(`${where}.frameoffset`, rowsAt, byteLength, rows, 1);
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
      if (turn === IN_ROW) rowAt += QUATERNION48.bytes;
      else constantAt += QUATERNION48.bytes;
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
          : readFinite(reader, where, from + k * 4, "a finite position");
      }
    }
    const size = isShort ? VECTOR48.bytes : FLOAT_BYTES;
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
