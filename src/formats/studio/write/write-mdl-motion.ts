/** Writes the animations and sequences of an MDL. */

import { STUDIO_DELTA } from "../animation/animation-types.ts";
import {
  encodeExactHalf,
  encodeQuaternion64,
  NO_BONE,
  STUDIO_ANIM_ANIMPOS,
  STUDIO_ANIM_ANIMROT,
  STUDIO_ANIM_DELTA,
  STUDIO_ANIM_RAWPOS,
  STUDIO_ANIM_RAWROT2,
  writeQuaternionFromEuler,
} from "../animation/pose-encoding.ts";
import { NODE_NAME, STUDIOHDR } from "../records/header.ts";
import {
  ACTIVITY_MODIFIER,
  ANIM,
  ANIM_DESC,
  ANIM_SECTION,
  ANIM_VALUE,
  ANIM_VALUE_PTR,
  AUTO_LAYER,
  EVENT,
  IK_ERROR,
  IK_RULE,
  MOVEMENT,
  QUATERNION64,
  SEQ_DESC,
  VECTOR48,
} from "../records/motion.ts";
import type { StudioWriter } from "./studio-writer.ts";
import { writeIkLocks } from "./write-mdl-rig.ts";
import type {
  StudioAnimationFile,
  StudioBonesFile,
  StudioIkRuleFile,
  StudioModelFile,
  StudioMovementFile,
  StudioNodesFile,
  StudioSequenceExtras,
  StudioSequenceFile,
} from "./write-types.ts";

/**
 * Long animations are split into sections, so that a frame can be read without decoding many
 * others.
 */
const SECTION_FRAMES = 30;
const MIN_SECTIONED_FRAMES = 120;
/** `NEW_EVENT_STYLE`: the event is identified by its name. */
const NAMED_EVENT = 0x400;

/** Writes `mstudioanimdesc_t` and `mstudioseqdesc_t` and the data they reference. */
export function writeMdlSequences(out: StudioWriter, model: StudioModelFile): void {
  const { animations, sequences, bones } = model;
  const animationAt = out.table(STUDIOHDR.tables.localanimindex, animations.length);
  const sequenceAt = out.table(STUDIOHDR.tables.localseqindex, sequences.length);
  for (let i = 0; i < animations.length; i++) {
    const animation = animations[i];
    const { name, fps, flags, frameCount } = animation;
    const at = animationAt + i * ANIM_DESC.bytes;
    out.put(at, ANIM_DESC, { baseptr: -at, sznameindex: name, fps, flags, numframes: frameCount });
    if (frameCount < MIN_SECTIONED_FRAMES) {
      const data = writeAnimationData(out, bones, animation, 0, frameCount - 1);
      out.put(at, ANIM_DESC, { animindex: data - at });
    } else {
      writeSections(out, model, animation, at);
    }
    writeMovements(out, at, animation.movements ?? []);
    writeIkRules(out, at, animation.ikRules ?? []);
  }
  for (let i = 0; i < sequences.length; i++) {
    writeSequence(out, model, i, sequenceAt + i * SEQ_DESC.bytes);
  }
}

/**
 * Writes sections. Each one also holds the first frame of the next; the very last frame has a
 * separate section.
 */
function writeSections(
  out: StudioWriter,
  { bones }: StudioModelFile,
  animation: StudioAnimationFile,
  at: number,
): void {
  const { frameCount } = animation;
  const count = Math.floor(frameCount / SECTION_FRAMES) + 2;
  const sections = out.reserve(count * ANIM_SECTION.bytes);
  out.put(at, ANIM_DESC, { sectionindex: sections - at, sectionframes: SECTION_FRAMES });
  for (let i = 0; i < count; i++) {
    const first = Math.min(i * SECTION_FRAMES, frameCount - 1);
    const last = Math.min(first + SECTION_FRAMES, frameCount - 1);
    const data = writeAnimationData(out, bones, animation, first, last);
    out.put(sections + i * ANIM_SECTION.bytes, ANIM_SECTION, { animindex: data - at });
  }
}

function writeSequence(
  out: StudioWriter,
  { sequences, bones }: StudioModelFile,
  row: number,
  at: number,
): void {
  const sequence = sequences[row];
  const { animations, blendWidth, blendAxes, activity } = sequence;
  out.put(at, SEQ_DESC, {
    baseptr: -at,
    szlabelindex: sequence.name,
    szactivitynameindex: activity,
    flags: sequence.flags,
    activity: -1,
    actweight: activity === "" ? 0 : sequence.activityWeight,
    bbmin: sequence.mins,
    bbmax: sequence.maxs,
  });
  const blends = out.reserve(animations.length * 2);
  out.i16(blends, ...animations);
  // A declared sequence has no grid and no pose parameter.
  const parameter = animations.length === 0 ? 0 : -1;
  const axisOf = (axis: number) =>
    blendAxes[axis] ?? { poseParameter: parameter, start: 0, end: 0 };
  const axes = [axisOf(0), axisOf(1)];
  out.put(at, SEQ_DESC, {
    numblends: animations.length,
    animindexindex: blends - at,
    groupsize: [blendWidth, animations.length / Math.max(1, blendWidth)],
    paramindex: axes.map(({ poseParameter }) => poseParameter),
    paramstart: axes.map(({ start }) => start),
    paramend: axes.map(({ end }) => end),
    fadeintime: sequence.fadeIn,
    fadeouttime: sequence.fadeOut,
  });
  const weights = out.reserve(bones.count * 4);
  out.f32(weights, Array.from(sequence.boneWeights));
  const keys = writePoseKeys(out, sequence);
  out.put(at, SEQ_DESC, { weightlistindex: weights - at, posekeyindex: keys - at });
  if (sequence.extras) writeSequenceExtras(out, at, sequence.extras);
}

/**
 * Writes the value of a blend's parameter at each of its animations: of the first axis, then of the
 * second.
 */
function writePoseKeys(
  out: StudioWriter,
  { animations, blendWidth, blendAxes }: StudioSequenceFile,
) {
  const counts = [blendWidth, animations.length / Math.max(1, blendWidth)];
  const keys = counts.flatMap((count, axis) => {
    const { start, end } = blendAxes[axis] ?? { start: 0, end: 0 };
    return Array.from(
      { length: count },
      (_, i) => start + ((end - start) * i) / Math.max(1, count - 1),
    );
  });
  const at = out.reserve(keys.length * 4);
  out.f32(at, keys);
  return at;
}

/** Writes the movements of the `mstudioanimdesc_t` at `at`. */
function writeMovements(
  out: StudioWriter,
  at: number,
  movements: readonly StudioMovementFile[],
): void {
  if (movements.length === 0) return;
  const first = out.table(ANIM_DESC.tables.movementindex, movements.length, at);
  movements.forEach(({ endFrame, motionFlags, speed, yaw, vector, position }, i) => {
    out.put(first + i * MOVEMENT.bytes, MOVEMENT, {
      endframe: endFrame,
      motionflags: motionFlags,
      v0: speed[0],
      v1: speed[1],
      angle: yaw,
      vector,
      position,
    });
  });
}

/** Writes the IK rules of the `mstudioanimdesc_t` at `at`. */
function writeIkRules(out: StudioWriter, at: number, rules: readonly StudioIkRuleFile[]): void {
  if (rules.length === 0) return;
  const first = out.table(ANIM_DESC.tables.ikruleindex, rules.length, at);
  rules.forEach((rule, i) => {
    const record = first + i * IK_RULE.bytes;
    const { type, chain, bone, slot, height, radius, floor, contact, track } = rule;
    const [start, peak, tail, end] = rule.span;
    out.put(record, IK_RULE, { index: i, type, chain, bone, slot, height, radius, floor, contact });
    out.put(record, IK_RULE, { pos: rule.position, q: rule.quaternion, start, peak, tail, end });
    if (rule.attachment !== "") out.put(record, IK_RULE, { szattachmentindex: rule.attachment });
    if (track === null) return;
    const count = track.position.length / 3;
    const rows = out.reserve(count * IK_ERROR.bytes);
    out.put(record, IK_RULE, { iStart: track.firstFrame, ikerrorindex: rows - record });
    for (let frame = 0; frame < count; frame++) {
      out.put(rows + frame * IK_ERROR.bytes, IK_ERROR, {
        pos: track.position.subarray(frame * 3, frame * 3 + 3),
        q: track.quaternion.subarray(frame * 4, frame * 4 + 4),
      });
    }
  });
}

/** Writes the extras of the `mstudioseqdesc_t` at `at`. */
function writeSequenceExtras(out: StudioWriter, at: number, extras: StudioSequenceExtras): void {
  const { events, layers, ikLocks, activityModifiers, keyValues } = extras;
  if (events.length > 0) {
    const first = out.table(SEQ_DESC.tables.eventindex, events.length, at);
    events.forEach(({ cycle, event, name, options }, i) => {
      const record = first + i * EVENT.bytes;
      out.put(record, EVENT, { cycle, event, type: name === "" ? 0 : NAMED_EVENT, options });
      if (name !== "") out.put(record, EVENT, { szeventindex: name });
    });
  }
  if (layers.length > 0) {
    const first = out.table(SEQ_DESC.tables.autolayerindex, layers.length, at);
    layers.forEach(({ sequence, poseParameter, flags, span: [start, peak, tail, end] }, i) => {
      const values = { iSequence: sequence, iPose: poseParameter, flags, start, peak, tail, end };
      out.put(first + i * AUTO_LAYER.bytes, AUTO_LAYER, values);
    });
  }
  if (ikLocks.length > 0) writeIkLocks(out, ikLocks, SEQ_DESC.tables.iklockindex, at);
  if (keyValues !== "") {
    const bytes = new TextEncoder().encode(`${keyValues}\0`);
    const first = out.reserve(bytes.length);
    out.bytes(first, bytes);
    out.put(at, SEQ_DESC, { keyvalueindex: first - at, keyvaluesize: bytes.length });
  }
  out.put(at, SEQ_DESC, {
    localentrynode: extras.entryNode,
    localexitnode: extras.exitNode,
    nodeflags: extras.isReversible ? 1 : 0,
    cycleposeindex: extras.cyclePose,
  });
  if (activityModifiers.length === 0) return;
  const modifierTable = SEQ_DESC.tables.activitymodifierindex;
  const modifiers = out.table(modifierTable, activityModifiers.length, at);
  activityModifiers.forEach((name, i) => {
    const record = modifiers + i * ACTIVITY_MODIFIER.bytes;
    out.put(record, ACTIVITY_MODIFIER, { sznameindex: name });
  });
}

export function writeNodes(out: StudioWriter, { names, next }: StudioNodesFile): void {
  if (names.length === 0) return;
  const table = out.reserve(next.length);
  out.bytes(table, next);
  out.put(0, STUDIOHDR, { localnodeindex: table });
  const first = out.table(STUDIOHDR.tables.localnodenameindex, names.length);
  names.forEach((name, i) => {
    out.put(first + i * NODE_NAME.bytes, NODE_NAME, { name });
  });
}

const MOST_VALUE = 0x7fff;
const MOST_RUN = 255;

/**
 * Writes the poses of frames `first` to `last` as a chain of `mstudioanim_t`, one for each bone
 * that leaves its bind pose. Returns the chain's offset.
 *
 * A bone that does not move is stored as a constant if that is lossless. Other bones are stored as
 * steps of `positionScale` and `rotationScale` from the bind pose, run-length coded by axis.
 */
function writeAnimationData(
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
