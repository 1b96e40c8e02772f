/** Reads the sequences of an MDL. */

import type { Ledger } from "../../../core/ledger.ts";
import {
  type AutoLayer,
  type BlendAxis,
  type MdlSequence,
  type SequenceEvent,
  type SequenceIkLock,
  STUDIO_OVERRIDE,
} from "../animation/animation-types.ts";
import { STUDIOHDR } from "../records/header.ts";
import { ACTIVITY_MODIFIER, AUTO_LAYER, EVENT, SEQ_DESC } from "../records/motion.ts";
import { IK_LOCK_LAYOUT, type MdlReader } from "./mdl-reader.ts";
import { readSpan, readVector } from "./studio-reader.ts";

/** `STUDIO_AL_POSE`: a layer's span refers to a pose parameter. */
const LAYER_OF_POSE = 0x4000;
/** `STUDIO_CYCLEPOSE`: a pose parameter controls a sequence's cycle. */
const CYCLE_OF_POSE = 0x80;
const NO_POSE = -1;
/** Shared empty list, because most of a character's 1,400 sequences have most lists empty. */
const NONE: readonly never[] = [];

/** Reads the sequences of an MDL: `mstudioseqdesc_t` and the data it references. */
export function readSequences(
  reader: MdlReader,
  animationCount: number,
  ledger: Ledger,
): MdlSequence[] {
  const { at: first, count, bytes: stride } = reader.find(STUDIOHDR.tables.localseqindex);
  const boneCount = reader.i32(STUDIOHDR.at.numbones);
  /** Weights by offset, because sequences share them. */
  const weights = new Map<number, Float32Array>();
  const readText = (where: string, at: number, field: number) =>
    reader.string(where, at, at + reader.i32(at + field));
  return Array.from({ length: count }, (_, i) => {
    const at = first + i * stride;
    const blendSize = readBlendSize(reader, at);
    const [width, height] = blendSize;
    return {
      name: readText("mstudioseqdesc_t.szlabelindex", at, SEQ_DESC.at.szlabelindex),
      activity: readText("szactivitynameindex", at, SEQ_DESC.at.szactivitynameindex),
      activityWeight: reader.i32(at + SEQ_DESC.at.actweight),
      flags: reader.i32(at + SEQ_DESC.at.flags),
      mins: readVector(reader, at + SEQ_DESC.at.bbmin),
      maxs: readVector(reader, at + SEQ_DESC.at.bbmax),
      fadeIn: reader.f32(at + SEQ_DESC.at.fadeintime),
      fadeOut: reader.f32(at + SEQ_DESC.at.fadeouttime),
      blendSize,
      blends: readBlends(reader, at, width * height, animationCount),
      blendAxes: [readBlendAxis(reader, at, 0), readBlendAxis(reader, at, 1)],
      boneWeights: readBoneWeights(reader, at, boneCount, weights, ledger),
      events: readEvents(reader, at),
      autoLayers: readAutoLayers(reader, at, count),
      ikLocks: readIkLocks(reader, at),
      activityModifiers: readModifiers(reader, at),
      cyclePose: readCyclePose(reader, at),
      keyValues: readKeyValues(reader, at),
    };
  });
}

/**
 * Reads `groupsize`. Sequences of `$declaresequence` have no animation and a size of 0 by 0.
 * @throws FormatError
 */
export function readBlendSize(reader: MdlReader, at: number): [width: number, height: number] {
  const place = at + SEQ_DESC.at.groupsize;
  const width = reader.i32(place);
  const height = reader.i32(place + 4);
  const isDeclared = (reader.i32(at + SEQ_DESC.at.flags) & STUDIO_OVERRIDE) !== 0;
  if (isDeclared && width === 0 && height === 0) return [0, 0];
  if (width < 1 || height < 1 || width > 0xff || height > 0xff) {
    const expected = "a grid of 1 to 255 blends each way";
    throw reader.error("bad-count", "groupsize", place, expected, `${width}x${height}`);
  }
  return [width, height];
}

export function readBlends(
  reader: MdlReader,
  at: number,
  count: number,
  animationCount: number,
): number[] {
  const place = at + SEQ_DESC.at.animindexindex;
  const blendAt = at + reader.i32(place);
  reader.array("animindexindex", place, count, blendAt, 2);
  const blends: number[] = [];
  for (let i = 0; i < count; i++) {
    const animation = reader.u16(blendAt + i * 2);
    if (animation >= animationCount) {
      const expected = `an animation below ${animationCount}`;
      throw reader.error("bad-index", "animindexindex", blendAt + i * 2, expected, animation);
    }
    blends.push(animation);
  }
  return blends;
}

function readBlendAxis(reader: MdlReader, at: number, axis: 0 | 1): BlendAxis | null {
  const poseParameter = reader.i32(at + SEQ_DESC.at.paramindex + axis * 4);
  if (poseParameter < 0) return null;
  const keyAt = reader.i32(at + SEQ_DESC.at.posekeyindex);
  return {
    poseParameter,
    start: reader.f32(at + SEQ_DESC.at.paramstart + axis * 4),
    end: reader.f32(at + SEQ_DESC.at.paramend + axis * 4),
    keys: keyAt === 0 ? null : readKeys(reader, at, axis),
  };
}

/** Reads an axis' keys. Those of the second axis follow as many as the first has blends. */
function readKeys(reader: MdlReader, at: number, axis: 0 | 1): Float32Array {
  const sizes = at + SEQ_DESC.at.groupsize;
  const place = at + SEQ_DESC.at.posekeyindex;
  const count = reader.i32(sizes + axis * 4);
  const keyAt = at + reader.i32(place) + axis * reader.i32(sizes) * 4;
  reader.array("posekeyindex", place, count, keyAt, 4);
  return Float32Array.from({ length: count }, (_, i) => reader.f32(keyAt + i * 4));
}

/** Reads bone weights. Sequences share lists of weights, which are claimed only once. */
function readBoneWeights(
  reader: MdlReader,
  at: number,
  boneCount: number,
  lists: Map<number, Float32Array>,
  ledger: Ledger,
): Float32Array {
  const place = at + SEQ_DESC.at.weightlistindex;
  const first = at + reader.i32(place);
  const known = lists.get(first);
  if (known !== undefined) return known;
  const { length } = reader.bytes;
  if (first < 0 || first + boneCount * 4 > length) {
    const expected = `${boneCount} weights inside ${length} bytes`;
    throw reader.error("bad-offset", "weightlistindex", place, expected, first);
  }
  ledger.take("animationPoses", boneCount, "mstudioseqdesc_t.weightlistindex", "MDL");
  const list = new Float32Array(boneCount);
  for (let bone = 0; bone < boneCount; bone++) list[bone] = reader.f32(first + bone * 4);
  lists.set(first, list);
  return list;
}

export function readEvents(reader: MdlReader, at: number): readonly SequenceEvent[] {
  if (reader.i32(at + SEQ_DESC.at.numevents) === 0) return NONE;
  const { at: first, count } = reader.find(SEQ_DESC.tables.eventindex, at);
  return Array.from({ length: count }, (_, i) => {
    const event = first + i * EVENT.bytes;
    return {
      cycle: reader.f32(event + EVENT.at.cycle),
      event: reader.i32(event + EVENT.at.event),
      name: reader.nameAt(EVENT.name, event, EVENT.at.szeventindex),
      options: reader.fixedString(
        event + EVENT.at.options,
        EVENT.at.szeventindex - EVENT.at.options,
      ),
    };
  });
}

function readAutoLayers(
  reader: MdlReader,
  at: number,
  sequenceCount: number,
): readonly AutoLayer[] {
  if (reader.i32(at + SEQ_DESC.at.numautolayers) === 0) return NONE;
  const { at: first, count } = reader.find(SEQ_DESC.tables.autolayerindex, at);
  return Array.from({ length: count }, (_, i) => {
    const layer = first + i * AUTO_LAYER.bytes;
    const sequence = reader.u16(layer + AUTO_LAYER.at.iSequence);
    if (sequence >= sequenceCount) {
      const expected = `a sequence below ${sequenceCount}`;
      throw reader.error("bad-index", "mstudioautolayer_t.iSequence", layer, expected, sequence);
    }
    const flags = reader.i32(layer + AUTO_LAYER.at.flags);
    return {
      sequence,
      poseParameter:
        (flags & LAYER_OF_POSE) === 0 ? NO_POSE : reader.u16(layer + AUTO_LAYER.at.iPose),
      flags,
      span: readSpan(reader, layer + AUTO_LAYER.at.start),
    };
  });
}

function readIkLocks(reader: MdlReader, at: number): readonly SequenceIkLock[] {
  if (reader.i32(at + SEQ_DESC.at.numiklocks) === 0) return NONE;
  const found = reader.find(SEQ_DESC.tables.iklockindex, at);
  const { chain, positionWeight, localQuaternionWeight } = reader.columns(found, IK_LOCK_LAYOUT);
  return Array.from(chain, (row, i) => ({
    chain: row,
    positionWeight: positionWeight[i],
    localQuaternionWeight: localQuaternionWeight[i],
  }));
}

function readModifiers(reader: MdlReader, at: number): readonly string[] {
  if (reader.i32(at + SEQ_DESC.at.numactivitymodifiers) === 0) return NONE;
  const found = reader.find(SEQ_DESC.tables.activitymodifierindex, at);
  return reader.names(found, ACTIVITY_MODIFIER.at.sznameindex);
}

function readCyclePose(reader: MdlReader, at: number): number {
  const isUsed = (reader.i32(at + SEQ_DESC.at.flags) & CYCLE_OF_POSE) !== 0;
  return isUsed ? reader.i32(at + SEQ_DESC.at.cycleposeindex) : NO_POSE;
}

function readKeyValues(reader: MdlReader, at: number): string {
  const place = at + SEQ_DESC.at.keyvaluesize;
  const size = reader.i32(place);
  if (size === 0) return "";
  const offset = at + reader.i32(at + SEQ_DESC.at.keyvalueindex);
  const first = reader.array("keyvalueindex", place, size, offset, 1);
  return reader.fixedString(first, size);
}
