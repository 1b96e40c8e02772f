/** Reads the rig of an MDL. */

import type { AnimationBlocks, HitBoxes, IkChains, IkLinks, MdlRig } from "../rig/rig-types.ts";
import { type FoundTable, MdlReader } from "./mdl-reader.ts";
import {
  ANIMATION_BLOCK,
  ATTACHMENT,
  BONE_CONTROLLER,
  HEADER_TABLES,
  HIT_BOX,
  IK_LINK,
  IK_LOCK,
  MOUTH,
  POSE_PARAMETER,
} from "./mdl-tables.ts";

/** cos(30 degrees): default for models that do not set it. */
const MAX_EYE_DEFLECTION = 0.866;
/** `mstudiobbox_t.szhitboxnameindex` */
const HIT_BOX_NAME = 32;
/** Size of the part of `studiohdr2_t` that is read. */
const SECOND_HEADER_BYTES = 20;

/**
 * Reads the rig of an MDL that `parseMdl` accepts: attachments, hit boxes, inputs of animations,
 * and references to other files.
 * @throws FormatError
 */
export function parseMdlRig(bytes: Uint8Array): MdlRig {
  const reader = new MdlReader(bytes);
  const boneCount = reader.find(HEADER_TABLES.bones).count;

  const attachments = reader.find(HEADER_TABLES.attachments);
  const held = reader.columns(attachments, ATTACHMENT);
  reader.checkRows(attachments, 8, held.bone, boneCount);

  const controllers = reader.columns(reader.find(HEADER_TABLES.boneControllers), BONE_CONTROLLER);
  const parameters = reader.find(HEADER_TABLES.poseParameters);
  const chains = reader.find(HEADER_TABLES.ikChains);
  const locks = reader.find(HEADER_TABLES.ikLocks);
  const ikLocks = reader.columns(locks, IK_LOCK);
  reader.checkRows(locks, 0, ikLocks.chain, chains.count);
  const mouths = reader.find(HEADER_TABLES.mouths);
  const mouthColumns = reader.columns(mouths, MOUTH);
  reader.checkRows(mouths, 0, mouthColumns.bone, boneCount);
  const flexCount = reader.find(HEADER_TABLES.flexDescriptors).count;
  reader.checkRows(mouths, 16, mouthColumns.flexDescriptor, flexCount);
  const included = reader.find(HEADER_TABLES.included);

  return {
    eyePosition: [reader.f32(80), reader.f32(84), reader.f32(88)],
    ...readSecondHeader(reader, attachments.count),
    attachments: { name: reader.names(attachments, 0), ...held },
    ...readHitBoxes(reader, boneCount),
    boneControllers: controllers,
    poseParameters: {
      name: reader.names(parameters, 0),
      ...reader.columns(parameters, POSE_PARAMETER),
    },
    ...readIkChains(reader, chains, boneCount),
    ikLocks,
    mouths: mouthColumns,
    included: {
      count: included.count,
      label: reader.names(included, 0),
      file: reader.names(included, 4),
    },
    animationBlocks: readAnimationBlocks(reader),
    keyValues: readKeyValues(reader),
  };
}

function readSecondHeader(reader: MdlReader, attachmentCount: number) {
  const at = reader.i32(400);
  if (at === 0) return { maxEyeDeflection: MAX_EYE_DEFLECTION, illumAttachment: -1 };
  reader.array("studiohdr2_t", 400, 1, at, SECOND_HEADER_BYTES);
  // Stored plus one, so that 0 in files of older compilers means none.
  const illumAttachment = reader.i32(at + 8) - 1;
  if (illumAttachment < -1 || illumAttachment >= attachmentCount) {
    const expected = `0 to ${attachmentCount}`;
    const where = "studiohdr2_t.illumpositionattachmentindex";
    throw reader.error("bad-index", where, at + 8, expected, illumAttachment + 1);
  }
  const deflection = reader.f32(at + 12);
  return {
    maxEyeDeflection:
      deflection > -1 && deflection <= 1 && deflection !== 0 ? deflection : MAX_EYE_DEFLECTION,
    illumAttachment,
  };
}

function readHitBoxes(
  reader: MdlReader,
  boneCount: number,
): { hitBoxSets: string[]; hitBoxes: HitBoxes } {
  const sets = reader.find(HEADER_TABLES.hitBoxSets);
  const parts = Array.from({ length: sets.count }, (_, row) => {
    const found = reader.findBelow(
      "mstudiobbox_t",
      sets.at + row * sets.bytes,
      4,
      8,
      HIT_BOX.bytes,
    );
    const columns = reader.columns(found, HIT_BOX);
    reader.checkRows(found, 0, columns.bone, boneCount);
    const set = new Uint16Array(found.count).fill(row);
    return { ...columns, name: readHitBoxNames(reader, found), set };
  });
  return {
    hitBoxSets: reader.names(sets, 0),
    hitBoxes: {
      count: parts.reduce((sum, { count }) => sum + count, 0),
      name: parts.flatMap(({ name }) => name),
      set: Uint16Array.from(parts.flatMap(({ set }) => [...set])),
      bone: Int32Array.from(parts.flatMap(({ bone }) => [...bone])),
      group: Int32Array.from(parts.flatMap(({ group }) => [...group])),
      mins: Float32Array.from(parts.flatMap(({ mins }) => [...mins])),
      maxs: Float32Array.from(parts.flatMap(({ maxs }) => [...maxs])),
    },
  };
}

/**
 * Reads hit box names. Their offsets are from the record or, as some compilers of version 44 wrote
 * them, from the file's start.
 */
function readHitBoxNames(reader: MdlReader, { where, at, count, bytes }: FoundTable): string[] {
  return Array.from({ length: count }, (_, i) => {
    const record = at + i * bytes;
    const offset = reader.i32(record + HIT_BOX_NAME);
    const isBelow = record + offset < reader.bytes.length;
    return isBelow || offset === 0
      ? reader.nameAt(where, record, HIT_BOX_NAME)
      : reader.string(where, record + HIT_BOX_NAME, offset);
  });
}

function readIkChains(
  reader: MdlReader,
  chains: FoundTable,
  boneCount: number,
): { ikChains: IkChains; ikLinks: IkLinks } {
  const firstLink = new Uint32Array(chains.count);
  const linkCount = new Uint32Array(chains.count);
  const bone: number[] = [];
  const kneeDirection: number[] = [];
  for (let chain = 0; chain < chains.count; chain++) {
    const at = chains.at + chain * chains.bytes;
    const found = reader.findBelow("mstudioiklink_t", at, 8, 12, IK_LINK.bytes);
    const links = reader.columns(found, IK_LINK);
    reader.checkRows(found, 0, links.bone, boneCount);
    firstLink[chain] = bone.length;
    linkCount[chain] = found.count;
    for (const value of links.bone) bone.push(value);
    for (const value of links.kneeDirection) kneeDirection.push(value);
  }
  return {
    ikChains: { count: chains.count, name: reader.names(chains, 0), firstLink, linkCount },
    ikLinks: {
      count: bone.length,
      bone: Int32Array.from(bone),
      kneeDirection: Float32Array.from(kneeDirection),
    },
  };
}

function readAnimationBlocks(reader: MdlReader): AnimationBlocks {
  const blocks = reader.find(HEADER_TABLES.animationBlocks);
  const nameAt = reader.i32(348);
  return {
    ...reader.columns(blocks, ANIMATION_BLOCK),
    file: blocks.count === 0 ? "" : reader.string("studiohdr_t.szanimblocknameindex", 348, nameAt),
  };
}

/** Reads the KeyValues text. Its size includes a zero at the end; text after a zero is ignored. */
function readKeyValues(reader: MdlReader): string {
  const size = reader.i32(316);
  const at = reader.array("studiohdr_t.keyvalueindex", 316, size, reader.i32(312), 1);
  return size === 0 ? "" : reader.fixedString(at, size);
}
