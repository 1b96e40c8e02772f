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
import type { MdlReader } from "./mdl-reader.ts";
import { HEADER_TABLES, IK_LOCK } from "./mdl-tables.ts";

const EVENT_BYTES = 80;
const EVENT_OPTIONS_BYTES = 64;
const AUTO_LAYER_BYTES = 24;
const MODIFIER_BYTES = 4;
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
  const { at: first, count, bytes: stride } = reader.find(HEADER_TABLES.sequences);
  const boneCount = reader.i32(156);
  /** Weights by offset, because sequences share them. */
  const weights = new Map<number, Float32Array>();
  return Array.from({ length: count }, (_, i) => {
    const at = first + i * stride;
    const blendSize = readBlendSize(reader, at);
    const [width, height] = blendSize;
    return {
      name: reader.string("mstudioseqdesc_t.szlabelindex", at, at + reader.i32(at + 4)),
      activity: reader.string("szactivitynameindex", at, at + reader.i32(at + 8)),
      activityWeight: reader.i32(at + 20),
      flags: reader.i32(at + 12),
      mins: [reader.f32(at + 32), reader.f32(at + 36), reader.f32(at + 40)],
      maxs: [reader.f32(at + 44), reader.f32(at + 48), reader.f32(at + 52)],
      fadeIn: reader.f32(at + 104),
      fadeOut: reader.f32(at + 108),
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
  const width = reader.i32(at + 68);
  const height = reader.i32(at + 72);
  const isDeclared = (reader.i32(at + 12) & STUDIO_OVERRIDE) !== 0;
  if (isDeclared && width === 0 && height === 0) return [0, 0];
  if (width < 1 || height < 1 || width > 0xff || height > 0xff) {
    const expected = "a grid of 1 to 255 blends each way";
    throw reader.error("bad-count", "groupsize", at + 68, expected, `${width}x${height}`);
  }
  return [width, height];
}

export function readBlends(
  reader: MdlReader,
  at: number,
  count: number,
  animationCount: number,
): number[] {
  const blendAt = at + reader.i32(at + 60);
  reader.array("animindexindex", at + 60, count, blendAt, 2);
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
  const poseParameter = reader.i32(at + 76 + axis * 4);
  if (poseParameter < 0) return null;
  const keyAt = reader.i32(at + 160);
  return {
    poseParameter,
    start: reader.f32(at + 84 + axis * 4),
    end: reader.f32(at + 92 + axis * 4),
    keys: keyAt === 0 ? null : readKeys(reader, at, axis),
  };
}

/** Reads an axis' keys. Those of the second axis follow as many as the first has blends. */
function readKeys(reader: MdlReader, at: number, axis: 0 | 1): Float32Array {
  const count = reader.i32(at + 68 + axis * 4);
  const keyAt = at + reader.i32(at + 160) + axis * reader.i32(at + 68) * 4;
  reader.array("posekeyindex", at + 160, count, keyAt, 4);
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
  const first = at + reader.i32(at + 156);
  const known = lists.get(first);
  if (known !== undefined) return known;
  const { length } = reader.bytes;
  if (first < 0 || first + boneCount * 4 > length) {
    const expected = `${boneCount} weights inside ${length} bytes`;
    throw reader.error("bad-offset", "weightlistindex", at + 156, expected, first);
  }
  ledger.take("animationPoses", boneCount, "mstudioseqdesc_t.weightlistindex", "MDL");
  const list = new Float32Array(boneCount);
  for (let bone = 0; bone < boneCount; bone++) list[bone] = reader.f32(first + bone * 4);
  lists.set(first, list);
  return list;
}

export function readEvents(reader: MdlReader, at: number): readonly SequenceEvent[] {
  if (reader.i32(at + 24) === 0) return NONE;
  const { at: first, count } = reader.findBelow("mstudioevent_t", at, 24, 28, EVENT_BYTES);
  return Array.from({ length: count }, (_, i) => {
    const event = first + i * EVENT_BYTES;
    return {
      cycle: reader.f32(event),
      event: reader.i32(event + 4),
      name: reader.nameAt("mstudioevent_t", event, 76),
      options: reader.fixedString(event + 12, EVENT_OPTIONS_BYTES),
    };
  });
}

function readAutoLayers(
  reader: MdlReader,
  at: number,
  sequenceCount: number,
): readonly AutoLayer[] {
  if (reader.i32(at + 148) === 0) return NONE;
  const { at: first, count } = reader.findBelow(
    "mstudioautolayer_t",
    at,
    148,
    152,
    AUTO_LAYER_BYTES,
  );
  return Array.from({ length: count }, (_, i) => {
    const layer = first + i * AUTO_LAYER_BYTES;
    const sequence = reader.u16(layer);
    if (sequence >= sequenceCount) {
      const expected = `a sequence below ${sequenceCount}`;
      throw reader.error("bad-index", "mstudioautolayer_t.iSequence", layer, expected, sequence);
    }
    const flags = reader.i32(layer + 4);
    return {
      sequence,
      poseParameter: (flags & LAYER_OF_POSE) === 0 ? NO_POSE : reader.u16(layer + 2),
      flags,
      span: readSpan(reader, layer + 8),
    };
  });
}

/** Reads four floats: start, start of full weight, end of full weight, and end. */
export function readSpan(reader: MdlReader, at: number): [number, number, number, number] {
  return [reader.f32(at), reader.f32(at + 4), reader.f32(at + 8), reader.f32(at + 12)];
}

function readIkLocks(reader: MdlReader, at: number): readonly SequenceIkLock[] {
  if (reader.i32(at + 164) === 0) return NONE;
  const found = reader.findBelow("mstudioiklock_t", at, 164, 168, IK_LOCK.bytes);
  const { chain, positionWeight, localQuaternionWeight } = reader.columns(found, IK_LOCK);
  return Array.from(chain, (row, i) => ({
    chain: row,
    positionWeight: positionWeight[i],
    localQuaternionWeight: localQuaternionWeight[i],
  }));
}

function readModifiers(reader: MdlReader, at: number): readonly string[] {
  if (reader.i32(at + 188) === 0) return NONE;
  const where = "mstudioactivitymodifier_t";
  const found = reader.findBelow(where, at, 188, 184, MODIFIER_BYTES);
  return reader.names(found, 0);
}

function readCyclePose(reader: MdlReader, at: number): number {
  return (reader.i32(at + 12) & CYCLE_OF_POSE) === 0 ? NO_POSE : reader.i32(at + 180);
}

function readKeyValues(reader: MdlReader, at: number): string {
  const size = reader.i32(at + 176);
  if (size === 0) return "";
  const first = reader.array("keyvalueindex", at + 176, size, at + reader.i32(at + 172), 1);
  return reader.fixedString(first, size);
}
