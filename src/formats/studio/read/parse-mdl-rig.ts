/** Reads the rig of an MDL. */

import { unsigned } from "../../binary/record-layout.ts";
import { MODEL_GROUP, STUDIOHDR, STUDIOHDR2 } from "../records/header.ts";
import { MOUTH } from "../records/mesh.ts";
import {
  ATTACHMENT,
  BBOX,
  BONE_CONTROLLER,
  HITBOX_SET,
  IK_CHAIN,
  IK_LINK,
  IK_LOCK,
  POSE_PARAM_DESC,
} from "../records/skeleton.ts";
import type { AnimationBlocks, HitBoxes, IkChains, IkLinks, MdlRig } from "../rig/rig-types.ts";
import { ANIM_BLOCK_LAYOUT, IK_LOCK_LAYOUT, MdlReader } from "./mdl-reader.ts";
import { type FoundTable, readVector } from "./studio-reader.ts";

const ATTACHMENT_LAYOUT = {
  bytes: ATTACHMENT.bytes,
  columns: {
    flags: ATTACHMENT.columns.flags,
    bone: ATTACHMENT.columns.localbone,
    local: ATTACHMENT.columns.local,
  },
};

const HIT_BOX_LAYOUT = {
  bytes: BBOX.bytes,
  columns: {
    bone: BBOX.columns.bone,
    group: BBOX.columns.group,
    mins: BBOX.columns.bbmin,
    maxs: BBOX.columns.bbmax,
  },
};

const CONTROLLER_LAYOUT = {
  bytes: BONE_CONTROLLER.bytes,
  columns: {
    bone: BONE_CONTROLLER.columns.bone,
    type: BONE_CONTROLLER.columns.type,
    start: BONE_CONTROLLER.columns.start,
    end: BONE_CONTROLLER.columns.end,
    rest: BONE_CONTROLLER.columns.rest,
    inputField: BONE_CONTROLLER.columns.inputfield,
  },
};

const PARAMETER_LAYOUT = {
  bytes: POSE_PARAM_DESC.bytes,
  columns: {
    flags: unsigned(POSE_PARAM_DESC.columns.flags),
    start: POSE_PARAM_DESC.columns.start,
    end: POSE_PARAM_DESC.columns.end,
    loop: POSE_PARAM_DESC.columns.loop,
  },
};

const LINK_LAYOUT = {
  bytes: IK_LINK.bytes,
  columns: { bone: IK_LINK.columns.bone, kneeDirection: IK_LINK.columns.kneeDir },
};

const MOUTH_LAYOUT = {
  bytes: MOUTH.bytes,
  columns: {
    bone: MOUTH.columns.bone,
    forward: MOUTH.columns.forward,
    flexDescriptor: MOUTH.columns.flexdesc,
  },
};

/** cos(30 degrees): default for models that do not set it. */
const MAX_EYE_DEFLECTION = 0.866;

/**
 * Reads the rig of an MDL that `parseMdl` accepts: attachments, hit boxes, inputs of animations,
 * and references to other files.
 * @throws FormatError
 */
export function parseMdlRig(bytes: Uint8Array): MdlRig {
  const reader = new MdlReader(bytes);
  const boneCount = reader.find(STUDIOHDR.tables.boneindex).count;

  const attachments = reader.find(STUDIOHDR.tables.localattachmentindex);
  const held = reader.columns(attachments, ATTACHMENT_LAYOUT);
  reader.checkRows(attachments, ATTACHMENT.at.localbone, held.bone, boneCount);

  const controllerTable = reader.find(STUDIOHDR.tables.bonecontrollerindex);
  const controllers = reader.columns(controllerTable, CONTROLLER_LAYOUT);
  const parameters = reader.find(STUDIOHDR.tables.localposeparamindex);
  const chains = reader.find(STUDIOHDR.tables.ikchainindex);
  const locks = reader.find(STUDIOHDR.tables.localikautoplaylockindex);
  const ikLocks = reader.columns(locks, IK_LOCK_LAYOUT);
  reader.checkRows(locks, IK_LOCK.at.chain, ikLocks.chain, chains.count);
  const mouths = reader.find(STUDIOHDR.tables.mouthindex);
  const mouthColumns = reader.columns(mouths, MOUTH_LAYOUT);
  reader.checkRows(mouths, MOUTH.at.bone, mouthColumns.bone, boneCount);
  const flexCount = reader.find(STUDIOHDR.tables.flexdescindex).count;
  reader.checkRows(mouths, MOUTH.at.flexdesc, mouthColumns.flexDescriptor, flexCount);
  const included = reader.find(STUDIOHDR.tables.includemodelindex);

  return {
    eyePosition: readVector(reader, STUDIOHDR.at.eyeposition),
    ...readSecondHeader(reader, attachments.count),
    attachments: { name: reader.names(attachments, ATTACHMENT.at.sznameindex), ...held },
    ...readHitBoxes(reader, boneCount),
    boneControllers: controllers,
    poseParameters: {
      name: reader.names(parameters, POSE_PARAM_DESC.at.sznameindex),
      ...reader.columns(parameters, PARAMETER_LAYOUT),
    },
    ...readIkChains(reader, chains, boneCount),
    ikLocks,
    mouths: mouthColumns,
    included: {
      count: included.count,
      label: reader.names(included, MODEL_GROUP.at.szlabelindex),
      file: reader.names(included, MODEL_GROUP.at.sznameindex),
    },
    animationBlocks: readAnimationBlocks(reader),
    keyValues: readKeyValues(reader),
  };
}

function readSecondHeader(reader: MdlReader, attachmentCount: number) {
  const at = reader.i32(STUDIOHDR.at.studiohdr2index);
  if (at === 0) return { maxEyeDeflection: MAX_EYE_DEFLECTION, illumAttachment: -1 };
  // Only the part that is read, which files of other tools may end after.
  reader.array(STUDIOHDR2.name, STUDIOHDR.at.studiohdr2index, 1, at, STUDIOHDR2.at.sznameindex);
  // Stored plus one, so that 0 in files of older compilers means none.
  const place = at + STUDIOHDR2.at.illumpositionattachmentindex;
  const illumAttachment = reader.i32(place) - 1;
  if (illumAttachment < -1 || illumAttachment >= attachmentCount) {
    const expected = `0 to ${attachmentCount}`;
    const where = "studiohdr2_t.illumpositionattachmentindex";
    throw reader.error("bad-index", where, place, expected, illumAttachment + 1);
  }
  const deflection = reader.f32(at + STUDIOHDR2.at.flMaxEyeDeflection);
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
  const sets = reader.find(STUDIOHDR.tables.hitboxsetindex);
  const parts = Array.from({ length: sets.count }, (_, row) => {
    const found = reader.find(HITBOX_SET.tables.hitboxindex, sets.at + row * sets.bytes);
    const columns = reader.columns(found, HIT_BOX_LAYOUT);
    reader.checkRows(found, BBOX.at.bone, columns.bone, boneCount);
    const set = new Uint16Array(found.count).fill(row);
    return { ...columns, name: readHitBoxNames(reader, found), set };
  });
  return {
    hitBoxSets: reader.names(sets, HITBOX_SET.at.sznameindex),
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
    const field = BBOX.at.szhitboxnameindex;
    const offset = reader.i32(record + field);
    const isBelow = record + offset < reader.bytes.length;
    return isBelow || offset === 0
      ? reader.nameAt(where, record, field)
      : reader.string(where, record + field, offset);
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
    const found = reader.find(IK_CHAIN.tables.linkindex, at);
    const links = reader.columns(found, LINK_LAYOUT);
    reader.checkRows(found, IK_LINK.at.bone, links.bone, boneCount);
    firstLink[chain] = bone.length;
    linkCount[chain] = found.count;
    for (const value of links.bone) bone.push(value);
    for (const value of links.kneeDirection) kneeDirection.push(value);
  }
  return {
    ikChains: {
      count: chains.count,
      name: reader.names(chains, IK_CHAIN.at.sznameindex),
      firstLink,
      linkCount,
    },
    ikLinks: {
      count: bone.length,
      bone: Int32Array.from(bone),
      kneeDirection: Float32Array.from(kneeDirection),
    },
  };
}

function readAnimationBlocks(reader: MdlReader): AnimationBlocks {
  const blocks = reader.find(STUDIOHDR.tables.animblockindex);
  const at = STUDIOHDR.at.szanimblocknameindex;
  const nameAt = reader.i32(at);
  return {
    ...reader.columns(blocks, ANIM_BLOCK_LAYOUT),
    file: blocks.count === 0 ? "" : reader.string("studiohdr_t.szanimblocknameindex", at, nameAt),
  };
}

/** Reads the KeyValues text. Its size includes a zero at the end; text after a zero is ignored. */
function readKeyValues(reader: MdlReader): string {
  const place = STUDIOHDR.at.keyvaluesize;
  const size = reader.i32(place);
  const offset = reader.i32(STUDIOHDR.at.keyvalueindex);
  const at = reader.array("studiohdr_t.keyvalueindex", place, size, offset, 1);
  return size === 0 ? "" : reader.fixedString(at, size);
}
