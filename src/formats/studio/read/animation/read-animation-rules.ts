/** Reads movements, IK rules and local hierarchies of animations. */

import type { Ledger } from "../../../../core/ledger.ts";
import {
  IK_RULE_TYPES,
  type LocalHierarchy,
  type MdlIkRule,
  type MdlMovement,
  type PoseTrack,
} from "../../animation/animation-types.ts";
import { writeQuaternionFromEuler } from "../../animation/pose-encoding.ts";
import {
  ANIM_DESC,
  COMPRESSED_IK_ERROR,
  IK_ERROR,
  IK_RULE,
  LOCAL_HIERARCHY,
  MOVEMENT,
} from "../../records/motion.ts";
import type { MdlReader } from "../mdl-reader.ts";
import { readSpan, readVector, type StudioReader } from "../studio-reader.ts";
import type { AnimationBlocks } from "./animation-blocks.ts";
import { readRuns } from "./read-animation-data.ts";

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
  reader.array(COMPRESSED_IK_ERROR.name, at, 1, at, COMPRESSED_IK_ERROR.bytes);
  const streams = Array.from({ length: 6 }, (_, channel) => {
    const values = new Float32Array(frameCount);
    const offset = reader.view.getInt16(at + COMPRESSED_IK_ERROR.at.offset + channel * 2, true);
    if (offset > 0) readRuns(reader, at + offset, values);
    const scale = reader.f32(at + COMPRESSED_IK_ERROR.at.scale + channel * 4);
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
  reader.array(IK_ERROR.name, at, frameCount, at, IK_ERROR.bytes);
  const position = new Float32Array(frameCount * 3);
  const quaternion = new Float32Array(frameCount * 4);
  for (let i = 0; i < frameCount; i++) {
    const from = at + i * IK_ERROR.bytes;
    for (let k = 0; k < 3; k++) {
      position[i * 3 + k] = reader.f32(from + IK_ERROR.at.pos + k * 4);
    }
    for (let k = 0; k < 4; k++) {
      quaternion[i * 4 + k] = reader.f32(from + IK_ERROR.at.q + k * 4);
    }
  }
  return { firstFrame, position, quaternion };
}

const NO_MOVEMENTS: readonly MdlMovement[] = [];

/** Reads `mstudiomovement_t` of the animation whose record is at `at`. */
export function readMovements(reader: MdlReader, at: number): readonly MdlMovement[] {
  if (reader.i32(at + ANIM_DESC.at.nummovements) === 0) return NO_MOVEMENTS;
  const { at: first, count } = reader.find(ANIM_DESC.tables.movementindex, at);
  return Array.from({ length: count }, (_, i) => {
    const record = first + i * MOVEMENT.bytes;
    return {
      endFrame: reader.i32(record + MOVEMENT.at.endframe),
      motionFlags: reader.i32(record + MOVEMENT.at.motionflags),
      speed: [reader.f32(record + MOVEMENT.at.v0), reader.f32(record + MOVEMENT.at.v1)],
      yaw: reader.f32(record + MOVEMENT.at.angle),
      vector: readVector(reader, record + MOVEMENT.at.vector),
      position: readVector(reader, record + MOVEMENT.at.position),
    };
  });
}

/**
 * Returns the block of an animation's rules; 0 if they are in the MDL itself, as in most files, or
 * if there are none.
 */
export function findRulesBlock(reader: MdlReader, at: number): number {
  const hasRules = reader.i32(at + ANIM_DESC.at.numikrules) !== 0;
  const isHere = reader.i32(at + ANIM_DESC.at.ikruleindex) !== 0;
  return hasRules && !isHere ? reader.i32(at + ANIM_DESC.at.animblock) : 0;
}

/** Reads `mstudioikrule_t`, from this file or from the animation's block. */
export function readIkRules(
  reader: MdlReader,
  blocks: AnimationBlocks | null,
  at: number,
  ledger: Ledger,
): MdlIkRule[] {
  const place = at + ANIM_DESC.at.numikrules;
  const count = reader.i32(place);
  if (count === 0) return [];
  const here = reader.i32(at + ANIM_DESC.at.ikruleindex);
  let [from, first]: [StudioReader, number] = [reader, at + here];
  // Rules may be at offset 0 of a block.
  if (here === 0) {
    const block = reader.i32(at + ANIM_DESC.at.animblock);
    const index = reader.i32(at + ANIM_DESC.at.animblockikruleindex);
    if (blocks === null || !blocks.has(block)) return [];
    [from, first] = [blocks.open(block), blocks.place(block, index)];
  }
  from.table(IK_RULE.name, place, count, first, IK_RULE.bytes);
  const frames = reader.i32(at + ANIM_DESC.at.numframes);
  return Array.from({ length: count }, (_, i) =>
    readIkRule(from, first + i * IK_RULE.bytes, frames, ledger),
  );
}

/** Reads `mstudiolocalhierarchy_t` of the animation whose record is at `at`. */
export function readHierarchies(
  reader: MdlReader,
  at: number,
  boneCount: number,
  ledger: Ledger,
): LocalHierarchy[] {
  const { where, at: first, count } = reader.find(ANIM_DESC.tables.localhierarchyindex, at);
  const frames = reader.i32(at + ANIM_DESC.at.numframes);
  return Array.from({ length: count }, (_, i) => {
    const record = first + i * LOCAL_HIERARCHY.bytes;
    const bone = reader.i32(record + LOCAL_HIERARCHY.at.iBone);
    const parent = reader.i32(record + LOCAL_HIERARCHY.at.iNewParent);
    if (bone < 0 || bone >= boneCount || parent < -1 || parent >= boneCount) {
      const expected = `bones below ${boneCount}`;
      throw reader.error("bad-index", where, record, expected, `${bone} and ${parent}`);
    }
    const firstFrame = reader.i32(record + LOCAL_HIERARCHY.at.iStart);
    const end = reader.f32(record + LOCAL_HIERARCHY.at.end);
    const frameCount = countTrackFrames(end, firstFrame, frames);
    ledger.take("animationPoses", frameCount, where, "MDL");
    const offset = reader.i32(record + LOCAL_HIERARCHY.at.localanimindex);
    const place = { at: record + offset, firstFrame, frameCount };
    return {
      bone,
      parent,
      span: readSpan(reader, record + LOCAL_HIERARCHY.at.start),
      track: readCompressedTrack(reader, place),
    };
  });
}

/** @param frames number of the animation's frames */
function readIkRule(reader: StudioReader, at: number, frames: number, ledger: Ledger): MdlIkRule {
  const place = at + IK_RULE.at.type;
  const type = reader.i32(place);
  if (type < 1 || type >= IK_RULE_TYPES.length) {
    const expected = `1 to ${IK_RULE_TYPES.length - 1}`;
    throw reader.error("bad-value", "mstudioikrule_t.type", place, expected, type);
  }
  const attachmentAt = at + IK_RULE.at.szattachmentindex;
  const attachment = reader.i32(attachmentAt);
  return {
    type,
    chain: reader.i32(at + IK_RULE.at.chain),
    bone: reader.i32(at + IK_RULE.at.bone),
    slot: reader.i32(at + IK_RULE.at.slot),
    height: reader.f32(at + IK_RULE.at.height),
    radius: reader.f32(at + IK_RULE.at.radius),
    floor: reader.f32(at + IK_RULE.at.floor),
    position: readVector(reader, at + IK_RULE.at.pos),
    quaternion: readSpan(reader, at + IK_RULE.at.q),
    span: readSpan(reader, at + IK_RULE.at.start),
    contact: reader.f32(at + IK_RULE.at.contact),
    attachment:
      attachment === 0
        ? ""
        : reader.string("mstudioikrule_t.szattachmentindex", attachmentAt, at + attachment),
    track: readRuleTrack(reader, at, frames, ledger),
  };
}

function readRuleTrack(
  reader: StudioReader,
  at: number,
  frames: number,
  ledger: Ledger,
): PoseTrack | null {
  const compressed = reader.i32(at + IK_RULE.at.compressedikerrorindex);
  const plain = reader.i32(at + IK_RULE.at.ikerrorindex);
  if (compressed === 0 && plain === 0) return null;
  const firstFrame = reader.i32(at + IK_RULE.at.iStart);
  const end = reader.f32(at + IK_RULE.at.end);
  const frameCount = countTrackFrames(end, firstFrame, frames);
  ledger.take("animationPoses", frameCount, IK_RULE.name, reader.format);
  // The engine checks for the older form first.
  return plain !== 0
    ? readPlainTrack(reader, { at: at + plain, firstFrame, frameCount })
    : readCompressedTrack(reader, { at: at + compressed, firstFrame, frameCount });
}
