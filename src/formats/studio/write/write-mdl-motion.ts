/** Writes the animations and sequences of an MDL. */

import { NODE_NAME, STUDIOHDR } from "../records/header.ts";
import {
  ACTIVITY_MODIFIER,
  ANIM_DESC,
  ANIM_SECTION,
  AUTO_LAYER,
  EVENT,
  IK_ERROR,
  IK_RULE,
  MOVEMENT,
  SEQ_DESC,
} from "../records/motion.ts";
import type { StudioWriter } from "./studio-writer.ts";
import { writeAnimationData } from "./write-animation-data.ts";
import { writeIkLocks } from "./write-mdl-rig.ts";
import type {
  StudioAnimationFile,
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
