/** Decodes run-length coded animations (`mstudioanim_t`). */

import {
  NO_BONE,
  STUDIO_ANIM_ANIMPOS,
  STUDIO_ANIM_ANIMROT,
  STUDIO_ANIM_DELTA,
  STUDIO_ANIM_RAWPOS,
  STUDIO_ANIM_RAWROT,
  STUDIO_ANIM_RAWROT2,
} from "../../animation/animation-flags.ts";
import {
  decodeHalf,
  decodeQuaternion48,
  decodeQuaternion64,
} from "../../animation/compressed-rotation.ts";
import { writeQuaternionFromEuler } from "../../animation/euler.ts";
import type { StudioReader } from "../studio-reader.ts";

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

/**
 * Decodes a chain of `mstudioanim_t` into frames `first` to `first + count - 1` of the poses. Bones
 * without data keep their values in the columns.
 */
export function readAnimationData(
  reader: StudioReader,
  start: number,
  bones: BoneBases,
  poses: PoseColumns,
  first: number,
  count: number,
): void {
  const seen = new Uint8Array(bones.count);
  for (let at = start; ; ) {
    reader.array("mstudioanim_t", at, 1, at, 4);
    const bone = reader.bytes[at];
    const flags = reader.bytes[at + 1];
    const next = reader.view.getInt16(at + 2, true);
    if (bone !== NO_BONE) {
      if (bone >= bones.count || seen[bone] === 1) {
        const expected = `a bone below ${bones.count}, each once`;
        throw reader.error("bad-index", "mstudioanim_t.bone", at, expected, bone);
      }
      seen[bone] = 1;
      readTurn(reader, at + 4, flags, bones, bone, poses.quaternion, first, count);
      readMove(reader, at + 4, flags, bones, bone, poses.position, first, count);
    }
    if (next === 0) return;
    if (next < 4) {
      throw reader.error("bad-offset", "mstudioanim_t.nextoffset", at + 2, "0 or more", next);
    }
    at += next;
  }
}

function readTurn(
  reader: StudioReader,
  data: number,
  flags: number,
  bones: BoneBases,
  bone: number,
  out: Float32Array,
  first: number,
  count: number,
): void {
  const { view } = reader;
  const still = new Float32Array(4);
  if (flags & STUDIO_ANIM_RAWROT) {
    reader.array("Quaternion48", data, 1, data, 6);
    decodeQuaternion48(view, data, still, 0);
  } else if (flags & STUDIO_ANIM_RAWROT2) {
    reader.array("Quaternion64", data, 1, data, 8);
    decodeQuaternion64(view, data, still, 0);
  } else if (flags & STUDIO_ANIM_ANIMROT) {
    const isDelta = (flags & STUDIO_ANIM_DELTA) !== 0;
    const angles = readAxes(
      reader,
      data,
      count,
      bones.rotationScale,
      isDelta ? null : bones.rotation,
      bone,
    );
    for (let i = 0; i < count; i++) {
      const at = ((first + i) * bones.count + bone) * 4;
      writeQuaternionFromEuler(out, at, angles[0][i], angles[1][i], angles[2][i]);
      if (!isDelta) align(out, at, bones.alignment, bone * 4);
    }
    return;
  } else {
    return;
  }
  for (let i = 0; i < count; i++) out.set(still, ((first + i) * bones.count + bone) * 4);
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
  data: number,
  flags: number,
  bones: BoneBases,
  bone: number,
  out: Float32Array,
  first: number,
  count: number,
): void {
  const isDelta = (flags & STUDIO_ANIM_DELTA) !== 0;
  let axes: readonly ArrayLike<number>[];
  if (flags & STUDIO_ANIM_RAWPOS) {
    const turnBytes = flags & STUDIO_ANIM_RAWROT ? 6 : flags & STUDIO_ANIM_RAWROT2 ? 8 : 0;
    const at = reader.array("Vector48", data, 1, data + turnBytes, 6);
    axes = [0, 2, 4].map((i) =>
      new Float32Array(count).fill(decodeHalf(reader.view.getUint16(at + i, true))),
    );
  } else if (flags & STUDIO_ANIM_ANIMPOS) {
    const at = data + (flags & STUDIO_ANIM_ANIMROT ? 6 : 0);
    const base = isDelta ? null : bones.position;
    axes = readAxes(reader, at, count, bones.positionScale, base, bone);
  } else {
    return;
  }
  for (let i = 0; i < count; i++) {
    const at = ((first + i) * bones.count + bone) * 3;
    for (let axis = 0; axis < 3; axis++) out[at + axis] = axes[axis][i];
  }
}

/** Reads `mstudioanim_valueptr_t`: three axes, each with a stream of values or none. */
function readAxes(
  reader: StudioReader,
  at: number,
  count: number,
  scale: Float32Array,
  base: Float32Array | null,
  bone: number,
): Float32Array[] {
  reader.array("mstudioanim_valueptr_t", at, 1, at, 6);
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
    reader.array("mstudioanimvalue_t", at, 1, at, 2);
    const valid = bytes[at];
    const total = bytes[at + 1];
    if (total === 0) return;
    if (valid === 0 || valid > total) {
      const expected = `1 to ${total} values for ${total} frames`;
      throw reader.error("bad-count", "mstudioanimvalue_t", at, expected, valid);
    }
    reader.array("mstudioanimvalue_t", at, valid, at + 2, 2);
    for (let i = 0; i < total && frame < values.length; i++, frame++) {
      values[frame] = view.getInt16(at + 2 * Math.min(i + 1, valid), true);
    }
    at += 2 + valid * 2;
  }
}
