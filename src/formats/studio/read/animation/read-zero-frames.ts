/** Reads the poses that an MDL keeps of animations in an `.ani` file. */

import { decodeHalf, decodeQuaternion64 } from "../../animation/pose-encoding.ts";
import { ANIM_DESC, QUATERNION64, VECTOR48 } from "../../records/motion.ts";
import type { AnimationFile } from "./animation-file.ts";
import type { PoseColumns } from "./read-animation-data.ts";

/**
 * `BONE_HAS_SAVEFRAME_POS` and `BONE_HAS_SAVEFRAME_ROT`: whether a bone's position and rotation are
 * stored.
 */
const HAS_POSITION = 0x00200000;
const HAS_TURN = 0x00400000;

/**
 * A few poses of an animation that are stored in the MDL, while the others are in an `.ani` file.
 */
export interface ZeroFrames {
  /** Number of frames from one pose to the next. */
  readonly span: number;
  readonly count: number;
  /** 1 for each bone whose position, or rotation, is stored. */
  readonly hasPosition: Uint8Array;
  readonly hasQuaternion: Uint8Array;
  /** 3 and 4 a bone, all bones in each pose. */
  readonly position: Float32Array;
  readonly quaternion: Float32Array;
}

/**
 * Reads `zeroframeindex` of `mstudioanimdesc_t`. Returns `null` if no poses are stored. @throws
 * FormatError
 */
export function readZeroFrames(file: AnimationFile, animation: number): ZeroFrames | null {
  const { reader, mdl } = file;
  const record = file.placeOf(animation);
  const index = reader.i32(record + ANIM_DESC.at.zeroframeindex);
  if (index === 0) return null;
  const span = reader.view.getInt16(record + ANIM_DESC.at.zeroframespan, true);
  const count = reader.view.getInt16(record + ANIM_DESC.at.zeroframecount, true);
  if (count < 1) return null;
  const { count: boneCount, flags } = mdl.bones;
  const where = "mstudioanimdesc_t.zeroframeindex";
  file.ledger.take("animationPoses", count * boneCount, where, "MDL");
  const frames = {
    span,
    count,
    hasPosition: new Uint8Array(boneCount),
    hasQuaternion: new Uint8Array(boneCount),
    position: new Float32Array(count * boneCount * 3),
    quaternion: new Float32Array(count * boneCount * 4),
  };
  const place = record + ANIM_DESC.at.zeroframeindex;
  let at = record + index;
  for (let bone = 0; bone < boneCount; bone++) {
    if (flags[bone] & HAS_POSITION) {
      reader.array(where, place, count, at, VECTOR48.bytes);
      frames.hasPosition[bone] = 1;
      for (let i = 0; i < count * 3; i++, at += 2) {
        const to = (Math.floor(i / 3) * boneCount + bone) * 3 + (i % 3);
        frames.position[to] = decodeHalf(reader.u16(at));
      }
    }
    if (flags[bone] & HAS_TURN) {
      reader.array(where, place, count, at, QUATERNION64.bytes);
      frames.hasQuaternion[bone] = 1;
      for (let i = 0; i < count; i++, at += QUATERNION64.bytes) {
        decodeQuaternion64(reader.view, at, frames.quaternion, (i * boneCount + bone) * 4);
      }
    }
  }
  return frames;
}

/**
 * Writes the stored poses over the given ones, frame by frame. Between stored poses they follow the
 * spline of the engine's `CalcZeroframeData`.
 */
export function applyZeroFrames(zero: ZeroFrames, poses: PoseColumns, frameCount: number): void {
  const boneCount = zero.hasPosition.length;
  for (let frame = 0; frame < frameCount; frame++) {
    let index = zero.span > 0 ? Math.floor(frame / zero.span) : 0;
    let t = zero.span > 0 ? Math.min(1, (frame - index * zero.span) / zero.span) : 0;
    if (index >= zero.count - 1) [index, t] = [Math.max(0, zero.count - 2), zero.count > 1 ? 1 : 0];
    const [from, to] = [Math.max(0, index - 1), Math.min(index + 1, zero.count - 1)];
    for (let bone = 0; bone < boneCount; bone++) {
      const row = (pose: number) => pose * boneCount + bone;
      const out = frame * boneCount + bone;
      if (zero.hasPosition[bone]) {
        const p = zero.position;
        for (let k = 0; k < 3; k++) {
          const [a, b, c] = [p[row(from) * 3 + k], p[row(index) * 3 + k], p[row(to) * 3 + k]];
          poses.position[out * 3 + k] = hermite(a, b, c, t);
        }
      }
      if (!zero.hasQuaternion[bone]) continue;
      const q = zero.quaternion;
      const [sideA, sideB] = [side(q, row(to), row(from)), side(q, row(to), row(index))];
      let length = 0;
      for (let k = 0; k < 4; k++) {
        const [a, b] = [sideA * q[row(from) * 4 + k], sideB * q[row(index) * 4 + k]];
        const value = hermite(a, b, q[row(to) * 4 + k], t);
        poses.quaternion[out * 4 + k] = value;
        length += value * value;
      }
      const scale = length > 0 ? 1 / Math.sqrt(length) : 0;
      for (let k = 0; k < 4; k++) poses.quaternion[out * 4 + k] *= scale;
    }
  }
}

/** Interpolates from b at 0 to c at 1, with the slopes from a to b and from b to c. */
function hermite(a: number, b: number, c: number, t: number): number {
  const [t2, t3] = [t * t, t * t * t];
  const ease = 2 * t3 - 3 * t2 + 1;
  return b * ease + c * (1 - ease) + (b - a) * (t3 - 2 * t2 + t) + (c - b) * (t3 - t2);
}

function side(q: Float32Array, a: number, b: number): number {
  let dot = 0;
  for (let k = 0; k < 4; k++) dot += q[a * 4 + k] * q[b * 4 + k];
  return dot < 0 ? -1 : 1;
}
