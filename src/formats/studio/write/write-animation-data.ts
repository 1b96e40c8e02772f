/** Writes run-length coded animations (`mstudioanim_t`). */

import {
  NO_BONE,
  STUDIO_ANIM_ANIMPOS,
  STUDIO_ANIM_ANIMROT,
  STUDIO_ANIM_DELTA,
  STUDIO_ANIM_RAWPOS,
  STUDIO_ANIM_RAWROT2,
} from "../animation/animation-flags.ts";
import { STUDIO_DELTA } from "../animation/animation-types.ts";
import { encodeExactHalf, encodeQuaternion64 } from "../animation/compressed-rotation.ts";
import { writeQuaternionFromEuler } from "../animation/euler.ts";
import { ANIM, ANIM_VALUE, ANIM_VALUE_PTR, QUATERNION64, VECTOR48 } from "../records/motion.ts";
import type { StudioWriter } from "./studio-writer.ts";
import type { StudioAnimationFile, StudioBonesFile } from "./write-types.ts";

const MOST_VALUE = 0x7fff;
const MOST_RUN = 255;

/**
 * Writes the poses of frames `first` to `last` as a chain of `mstudioanim_t`, one for each bone
 * that leaves its bind pose. Returns the chain's offset.
 *
 * A bone that does not move is stored as a constant if that is lossless. Other bones are stored as
 * steps of `positionScale` and `rotationScale` from the bind pose, run-length coded by axis.
 */
export function writeAnimationData(
  out: StudioWriter,
  bones: StudioBonesFile,
  animation: StudioAnimationFile,
  first: number,
  last: number,
): number {
  const start = out.reserve(0);
  let previous = -1;
  for (let bone = 0; bone < bones.count; bone++) {
    const channels = [0, 1, 2, 3, 4, 5].map((i) =>
      readSteps(bones, animation, { bone, channel: i }, first, last),
    );
    if (channels.every((steps) => steps.every((step) => step === 0))) continue;
    const at = out.reserve(ANIM.bytes, 2);
    if (previous >= 0) out.put(previous, ANIM, { nextoffset: at - previous });
    previous = at;
    const flags =
      writeStill(out, animation, channels, first * bones.count + bone) ??
      writeMoving(out, channels);
    out.put(at, ANIM, { bone, flags: isDelta(animation) ? flags | STUDIO_ANIM_DELTA : flags });
  }
  if (previous < 0) out.put(out.reserve(ANIM.bytes, 2), ANIM, { bone: NO_BONE, flags: 0 });
  return start;
}

const isDelta = ({ flags }: StudioAnimationFile): boolean => (flags & STUDIO_DELTA) !== 0;

/** Returns one axis over the frames, in steps: channels 0 to 2 are rotations, 3 to 5 positions. */
function readSteps(
  bones: StudioBonesFile,
  animation: StudioAnimationFile,
  { bone, channel }: { readonly bone: number; readonly channel: number },
  first: number,
  last: number,
): Int16Array {
  const isTurn = channel < 3;
  const axis = channel % 3;
  const column = isTurn ? animation.rotation : animation.position;
  const bind = isTurn ? bones.rotation : bones.position;
  const base = isDelta(animation) ? 0 : bind[bone * 3 + axis];
  const scale = (isTurn ? bones.rotationScale : bones.positionScale)[bone * 3 + axis];
  const steps = new Int16Array(last - first + 1);
  for (let i = 0; i < steps.length; i++) {
    let value = column[((first + i) * bones.count + bone) * 3 + axis] - base;
    if (isTurn) value -= Math.round(value / (2 * Math.PI)) * 2 * Math.PI;
    steps[i] = Math.min(MOST_VALUE, Math.max(-MOST_VALUE, Math.round(value / scale)));
  }
  return steps;
}

/**
 * Writes the data of a bone that does not move. Returns its flags; `null` if it moves or would lose
 * precision.
 */
function writeStill(
  out: StudioWriter,
  animation: StudioAnimationFile,
  channels: readonly Int16Array[],
  pose: number,
): number | null {
  if (channels.some((steps) => steps.some((step) => step !== steps[0]))) return null;
  const isTurned = channels.slice(0, 3).some((steps) => steps[0] !== 0);
  const isMoved = channels.slice(3).some((steps) => steps[0] !== 0);
  const halves: number[] = [];
  if (isMoved) {
    for (let axis = 0; axis < 3; axis++) {
      const half = encodeExactHalf(animation.position[pose * 3 + axis]);
      if (half === null) return null;
      halves.push(half);
    }
  }
  if (isTurned) {
    const [x, y, z] = animation.rotation.subarray(pose * 3, pose * 3 + 3);
    const q = new Float64Array(4);
    writeQuaternionFromEuler(q, 0, x, y, z);
    const words = encodeQuaternion64(q[0], q[1], q[2], q[3]);
    out.put(out.reserve(QUATERNION64.bytes, 2), QUATERNION64, { xyz: words });
  }
  if (isMoved) out.put(out.reserve(VECTOR48.bytes, 2), VECTOR48, { xyz: halves });
  return (isTurned ? STUDIO_ANIM_RAWROT2 : 0) | (isMoved ? STUDIO_ANIM_RAWPOS : 0);
}

/** Writes the data of a bone that moves: offsets by axis, then the values. Returns its flags. */
function writeMoving(out: StudioWriter, channels: readonly Int16Array[]): number {
  const isMoving = (steps: Int16Array) => steps.some((step) => step !== 0);
  let flags = 0;
  const groups: { at: number; axes: readonly Int16Array[] }[] = [];
  for (const [first, flag] of [
    [0, STUDIO_ANIM_ANIMROT],
    [3, STUDIO_ANIM_ANIMPOS],
  ]) {
    const axes = channels.slice(first, first + 3);
    if (!axes.some(isMoving)) continue;
    flags |= flag;
    groups.push({ at: out.reserve(ANIM_VALUE_PTR.bytes, 2), axes });
  }
  for (const { at, axes } of groups) {
    for (let axis = 0; axis < 3; axis++) {
      // Without an offset, the axis stays in the bind pose.
      if (!isMoving(axes[axis])) continue;
      const values = encodeRuns(axes[axis]);
      const valuesAt = out.reserve(values.length * ANIM_VALUE.bytes, 2);
      out.i16(valuesAt, ...values);
      out.i16(at + ANIM_VALUE_PTR.at.offset + axis * 2, valuesAt - at);
    }
  }
  return flags;
}

/**
 * Encodes `mstudioanimvalue_t`: runs of (valid, total) followed by `valid` values. The last value
 * applies to the remaining frames of `total`.
 */
export function encodeRuns(steps: Int16Array): number[] {
  const out: number[] = [];
  let header = -1;
  let valid = 0;
  let total = 0;
  for (let i = 0; i < steps.length; i++) {
    const isSame = header >= 0 && steps[i] === out[header + valid];
    const canRepeat = isSame && total < MOST_RUN;
    const canAdd = header >= 0 && total === valid && valid < MOST_RUN;
    if (canRepeat) {
      total++;
    } else if (canAdd) {
      out.push(steps[i]);
      valid++;
      total++;
    } else {
      header = out.length;
      out.push(0, steps[i]);
      valid = 1;
      total = 1;
    }
    out[header] = valid | (total << 8);
  }
  return out;
}
