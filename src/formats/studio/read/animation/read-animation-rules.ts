/** Reads movements, IK rules and local hierarchies of animations. */

import type { Ledger } from "../../../../core/ledger.ts";
import {
  IK_RULE_TYPES,
  type LocalHierarchy,
  type MdlIkRule,
  type MdlMovement,
  type PoseTrack,
} from "../../animation/animation-types.ts";
import { writeQuaternionFromEuler } from "../../animation/euler.ts";
import type { MdlReader } from "../mdl-reader.ts";
import type { StudioReader } from "../studio-reader.ts";
import type { AnimationBlocks } from "./animation-blocks.ts";
import { readRuns } from "./read-animation-data.ts";

const COMPRESSED_BYTES = 36;
const ERROR_BYTES = 28;

/**
 * Place of a track: its offset from the record that names it (0 for none), and its range of the
 * animation's frames.
 */
export interface TrackPlace {
  readonly at: number;
  readonly firstFrame: number;
  readonly frameCount: number;
}

/**
 * Returns the number of frames in the track of a rule that ends at a fraction of the animation's
 * cycle.
 */
function countTrackFrames(end: number, firstFrame: number, frameCount: number): number {
  const last = Math.round(end * (frameCount - 1));
  return Math.max(0, Math.min(last, 2 * frameCount) - firstFrame + 1);
}

/**
 * Reads `mstudiocompressedikerror_t`: six streams, three in inches and three angles, each with a
 * scale.
 */
function readCompressedTrack(
  reader: StudioReader,
  { at, firstFrame, frameCount }: TrackPlace,
): PoseTrack {
  const where = "mstudiocompressedikerror_t";
  reader.array(where, at, 1, at, COMPRESSED_BYTES);
  const streams = Array.from({ length: 6 }, (_, channel) => {
    const values = new Float32Array(frameCount);
    const offset = reader.view.getInt16(at + 24 + channel * 2, true);
    if (offset > 0) readRuns(reader, at + offset, values);
    const scale = reader.f32(at + channel * 4);
    return values.map((value) => value * scale);
  });
  const [x, y, z, roll, pitch, yaw] = streams;
  const position = new Float32Array(frameCount * 3);
  const quaternion = new Float32Array(frameCount * 4);
  for (let i = 0; i < frameCount; i++) {
    position.set([x[i], y[i], z[i]], i * 3);
    writeQuaternionFromEuler(quaternion, i * 4, roll[i], pitch[i], yaw[i]);
  }
  return { firstFrame, position, quaternion };
}

/** Reads `mstudioikerror_t` of older compilers: a position and a rotation for each frame. */
function readPlainTrack(
  reader: StudioReader,
  { at, firstFrame, frameCount }: TrackPlace,
): PoseTrack {
  reader.array("mstudioikerror_t", at, frameCount, at, ERROR_BYTES);
  const position = new Float32Array(frameCount * 3);
  const quaternion = new Float32Array(frameCount * 4);
  for (let i = 0; i < frameCount; i++) {
    const from = at + i * ERROR_BYTES;
    for (let k = 0; k < 3; k++) position[i * 3 + k] = reader.f32(from + k * 4);
    for (let k = 0; k < 4; k++) quaternion[i * 4 + k] = reader.f32(from + 12 + k * 4);
  }
  return { firstFrame, position, quaternion };
}

const MOVEMENT_BYTES = 44;
const IK_RULE_BYTES = 152;
const HIERARCHY_BYTES = 48;
const NO_MOVEMENTS: readonly MdlMovement[] = [];

/** Reads `mstudiomovement_t` of the animation whose record is at `at`. */
export function readMovements(reader: MdlReader, at: number): readonly MdlMovement[] {
  if (reader.i32(at + 20) === 0) return NO_MOVEMENTS;
  const { at: first, count } = reader.findBelow("mstudiomovement_t", at, 20, 24, MOVEMENT_BYTES);
  return Array.from({ length: count }, (_, i) => {
    const record = first + i * MOVEMENT_BYTES;
    return {
      endFrame: reader.i32(record),
      motionFlags: reader.i32(record + 4),
      speed: [reader.f32(record + 8), reader.f32(record + 12)],
      yaw: reader.f32(record + 16),
      vector: readVector(reader, record + 20),
      position: readVector(reader, record + 32),
    };
  });
}

/**
 * Returns the block of an animation's rules; 0 if they are in the MDL itself, as in most files, or
 * if there are none.
 */
export function findRulesBlock(reader: MdlReader, at: number): number {
  return reader.i32(at + 60) === 0 || reader.i32(at + 64) !== 0 ? 0 : reader.i32(at + 52);
}

/** Reads `mstudioikrule_t`, from this file or from the animation's block. */
export function readIkRules(
  reader: MdlReader,
  blocks: AnimationBlocks | null,
  at: number,
  ledger: Ledger,
): MdlIkRule[] {
  const where = "mstudioikrule_t";
  const count = reader.i32(at + 60);
  if (count === 0) return [];
  const here = reader.i32(at + 64);
  let [from, first]: [StudioReader, number] = [reader, at + here];
  // Rules may be at offset 0 of a block.
  if (here === 0) {
    const block = reader.i32(at + 52);
    if (blocks === null || !blocks.has(block)) return [];
    [from, first] = [blocks.open(block), blocks.place(block, reader.i32(at + 68))];
  }
  from.table(where, at + 60, count, first, IK_RULE_BYTES);
  const frames = reader.i32(at + 16);
  return Array.from({ length: count }, (_, i) =>
    readIkRule(from, first + i * IK_RULE_BYTES, frames, ledger),
  );
}

/** Reads `mstudiolocalhierarchy_t` of the animation whose record is at `at`. */
export function readHierarchies(
  reader: MdlReader,
  at: number,
  boneCount: number,
  ledger: Ledger,
): LocalHierarchy[] {
  const where = "mstudiolocalhierarchy_t";
  const { at: first, count } = reader.findBelow(where, at, 72, 76, HIERARCHY_BYTES);
  return Array.from({ length: count }, (_, i) => {
    const record = first + i * HIERARCHY_BYTES;
    const [bone, parent] = [reader.i32(record), reader.i32(record + 4)];
    if (bone < 0 || bone >= boneCount || parent < -1 || parent >= boneCount) {
      const expected = `bones below ${boneCount}`;
      throw reader.error("bad-index", where, record, expected, `${bone} and ${parent}`);
    }
    const firstFrame = reader.i32(record + 24);
    const frameCount = countTrackFrames(reader.f32(record + 20), firstFrame, reader.i32(at + 16));
    ledger.take("animationPoses", frameCount, where, "MDL");
    const place = { at: record + reader.i32(record + 28), firstFrame, frameCount };
    return {
      bone,
      parent,
      span: readSpan(reader, record + 8),
      track: readCompressedTrack(reader, place),
    };
  });
}

/** @param frames number of the animation's frames */
function readIkRule(reader: StudioReader, at: number, frames: number, ledger: Ledger): MdlIkRule {
  const type = reader.i32(at + 4);
  if (type < 1 || type >= IK_RULE_TYPES.length) {
    const expected = `1 to ${IK_RULE_TYPES.length - 1}`;
    throw reader.error("bad-value", "mstudioikrule_t.type", at + 4, expected, type);
  }
  const attachment = reader.i32(at + 120);
  const quaternion = [44, 48, 52, 56].map((field) => reader.f32(at + field));
  return {
    type,
    chain: reader.i32(at + 8),
    bone: reader.i32(at + 12),
    slot: reader.i32(at + 16),
    height: reader.f32(at + 20),
    radius: reader.f32(at + 24),
    floor: reader.f32(at + 28),
    position: readVector(reader, at + 32),
    quaternion: quaternion as [number, number, number, number],
    span: readSpan(reader, at + 76),
    contact: reader.f32(at + 96),
    attachment:
      attachment === 0
        ? ""
        : reader.string("mstudioikrule_t.szattachmentindex", at + 120, at + attachment),
    track: readRuleTrack(reader, at, frames, ledger),
  };
}

function readRuleTrack(
  reader: StudioReader,
  at: number,
  frames: number,
  ledger: Ledger,
): PoseTrack | null {
  const [compressed, plain] = [reader.i32(at + 60), reader.i32(at + 72)];
  if (compressed === 0 && plain === 0) return null;
  const firstFrame = reader.i32(at + 68);
  const frameCount = countTrackFrames(reader.f32(at + 88), firstFrame, frames);
  ledger.take("animationPoses", frameCount, "mstudioikrule_t", reader.format);
  // The engine checks for the older form first.
  return plain !== 0
    ? readPlainTrack(reader, { at: at + plain, firstFrame, frameCount })
    : readCompressedTrack(reader, { at: at + compressed, firstFrame, frameCount });
}

function readSpan(reader: StudioReader, at: number): [number, number, number, number] {
  return [reader.f32(at), reader.f32(at + 4), reader.f32(at + 8), reader.f32(at + 12)];
}

function readVector(reader: StudioReader, at: number): [number, number, number] {
  return [reader.f32(at), reader.f32(at + 4), reader.f32(at + 8)];
}
