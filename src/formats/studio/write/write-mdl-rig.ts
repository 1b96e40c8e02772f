/** Writes the rig of an MDL, and what moves its face. */

import { halfFromFloat } from "../../vtf/half-float.ts";
import { STUDIOHDR, STUDIOHDR2 } from "../records/header.ts";
import {
  FLEX,
  FLEX_CONTROLLER,
  FLEX_DESC,
  FLEX_OPERATION,
  FLEX_RULE,
  MESH,
  MOUTH,
  VERT_ANIM,
} from "../records/mesh.ts";
import {
  ATTACHMENT,
  BBOX,
  BONE,
  BONE_CONTROLLER,
  HITBOX_SET,
  IK_CHAIN,
  IK_LINK,
  IK_LOCK,
  JIGGLE_BONE,
} from "../records/skeleton.ts";
import type { RecordTable } from "../records/studio-record.ts";
import { FLEX_OP } from "../rig/flex-types.ts";
import type { StudioWriter } from "./studio-writer.ts";
import type {
  StudioFaceFile,
  StudioFlexFile,
  StudioHitBoxSetFile,
  StudioIkLockFile,
  StudioRigFile,
} from "./write-types.ts";

/** `STUDIO_PROC_JIGGLE` */
const PROC_JIGGLE = 5;

/**
 * Writes attachments, bone controllers, IK, springs, and other parts of a rig that the header
 * references.
 * @param bones offset of the bone records
 * @param header2 offset of the second header
 */
export function writeMdlRig(
  out: StudioWriter,
  rig: StudioRigFile,
  bones: number,
  header2: number,
): void {
  out.put(0, STUDIOHDR, { eyeposition: rig.eyePosition });
  out.put(header2, STUDIOHDR2, {
    illumpositionattachmentindex: rig.illumAttachment + 1,
    flMaxEyeDeflection: rig.maxEyeDeflection,
  });
  writeAttachments(out, rig);
  writeControllers(out, rig, bones);
  writeIkChains(out, rig);
  const mouths = out.table(STUDIOHDR.tables.mouthindex, rig.mouths.length);
  rig.mouths.forEach(({ bone, forward, flexDescriptor }, i) => {
    out.put(mouths + i * MOUTH.bytes, MOUTH, { bone, forward, flexdesc: flexDescriptor });
  });
  writeIkLocks(out, rig.ikLocks, STUDIOHDR.tables.localikautoplaylockindex);
  for (const { bone, flags, values } of rig.jiggleBones) {
    const record = bones + bone * BONE.bytes;
    const at = out.reserve(JIGGLE_BONE.bytes);
    out.put(record, BONE, { proctype: PROC_JIGGLE, procindex: at - record });
    out.put(at, JIGGLE_BONE, { flags, length: values });
  }
  if (rig.keyValues !== "") {
    const bytes = new TextEncoder().encode(`${rig.keyValues}\0`);
    const at = out.reserve(bytes.length);
    out.bytes(at, bytes);
    out.put(0, STUDIOHDR, { keyvalueindex: at, keyvaluesize: bytes.length });
  }
}

/** Writes `mstudiohitboxset_t` and their `mstudiobbox_t`. */
export function writeHitBoxSets(out: StudioWriter, sets: readonly StudioHitBoxSetFile[]): void {
  const first = out.table(STUDIOHDR.tables.hitboxsetindex, sets.length);
  sets.forEach(({ name, boxes }, row) => {
    const set = first + row * HITBOX_SET.bytes;
    const at = out.table(HITBOX_SET.tables.hitboxindex, boxes.length, set);
    out.put(set, HITBOX_SET, { sznameindex: name });
    boxes.forEach((box, i) => {
      const record = at + i * BBOX.bytes;
      const { bone, group, mins, maxs } = box;
      out.put(record, BBOX, { bone, group, bbmin: mins, bbmax: maxs });
      if (box.name !== "") out.put(record, BBOX, { szhitboxnameindex: box.name });
    });
  });
}

function writeAttachments(out: StudioWriter, { attachments }: StudioRigFile): void {
  const first = out.table(STUDIOHDR.tables.localattachmentindex, attachments.length);
  attachments.forEach(({ name, flags, bone, local }, i) => {
    const values = { sznameindex: name, flags, localbone: bone, local };
    out.put(first + i * ATTACHMENT.bytes, ATTACHMENT, values);
  });
}

/**
 * Writes `mstudiobonecontroller_t`. Each bone stores the controller of each axis that is moved or
 * rotated.
 */
function writeControllers(
  out: StudioWriter,
  { boneControllers }: StudioRigFile,
  bones: number,
): void {
  const first = out.table(STUDIOHDR.tables.bonecontrollerindex, boneControllers.length);
  boneControllers.forEach(({ bone, type, start, end, inputField }, i) => {
    const values = { bone, type, start, end, inputfield: inputField };
    out.put(first + i * BONE_CONTROLLER.bytes, BONE_CONTROLLER, values);
    const axis = 31 - Math.clz32(type & 0x3f);
    if (axis >= 0) out.i32(bones + bone * BONE.bytes + BONE.at.bonecontroller + axis * 4, i);
  });
}

function writeIkChains(out: StudioWriter, { ikChains }: StudioRigFile): void {
  const first = out.table(STUDIOHDR.tables.ikchainindex, ikChains.length);
  ikChains.forEach(({ name, links }, i) => {
    const at = first + i * IK_CHAIN.bytes;
    const rows = out.table(IK_CHAIN.tables.linkindex, links.length, at);
    out.put(at, IK_CHAIN, { sznameindex: name });
    links.forEach(({ bone, kneeDirection }, link) => {
      out.put(rows + link * IK_LINK.bytes, IK_LINK, { bone, kneeDir: kneeDirection });
    });
  });
}

/** Writes `mstudioiklock_t` of the header, or of a sequence's record. */
export function writeIkLocks(
  out: StudioWriter,
  locks: readonly StudioIkLockFile[],
  table: RecordTable,
  record = 0,
): void {
  const first = out.table(table, locks.length, record);
  locks.forEach(({ chain, positionWeight, localQuaternionWeight }, i) => {
    const values = { chain, flPosWeight: positionWeight, flLocalQWeight: localQuaternionWeight };
    out.put(first + i * IK_LOCK.bytes, IK_LOCK, values);
  });
}

/** Value of a byte that means 1. */
const FULL = 255;

/** Writes `mstudioflexdesc_t`, `mstudioflexcontroller_t` and `mstudioflexrule_t`. */
export function writeMdlFace(out: StudioWriter, face: StudioFaceFile): void {
  const descriptors = out.table(STUDIOHDR.tables.flexdescindex, face.descriptors.length);
  face.descriptors.forEach((name, i) => {
    out.put(descriptors + i * FLEX_DESC.bytes, FLEX_DESC, { szFACSindex: name });
  });
  const controllers = out.table(STUDIOHDR.tables.flexcontrollerindex, face.controllers.length);
  face.controllers.forEach(({ type, name, min, max }, i) => {
    const values = { sztypeindex: type, sznameindex: name, min, max };
    out.put(controllers + i * FLEX_CONTROLLER.bytes, FLEX_CONTROLLER, values);
  });
  const rules = out.table(STUDIOHDR.tables.flexruleindex, face.rules.length);
  face.rules.forEach(({ descriptor, operations }, i) => {
    const at = rules + i * FLEX_RULE.bytes;
    const first = out.table(FLEX_RULE.tables.opindex, operations.length, at);
    out.put(at, FLEX_RULE, { flex: descriptor });
    operations.forEach(({ op, index, value }, k) => {
      const operation = first + k * FLEX_OPERATION.bytes;
      out.put(operation, FLEX_OPERATION, { op, index });
      if (op === FLEX_OP.CONST) out.f32(operation + FLEX_OPERATION.at.index, [value]);
    });
  });
}

/**
 * Writes the `mstudioflex_t` of the mesh whose record is at `mesh`, and their `mstudiovertanim_t`.
 */
export function writeMeshFlexes(
  out: StudioWriter,
  mesh: number,
  flexes: readonly StudioFlexFile[],
): void {
  if (flexes.length === 0) return;
  const first = out.table(MESH.tables.flexindex, flexes.length, mesh);
  flexes.forEach(({ descriptor, pair, target, vertices, side, delta, normalDelta }, i) => {
    const at = first + i * FLEX.bytes;
    const rows = out.table(FLEX.tables.vertindex, vertices.length, at);
    const flexpair = Math.max(pair, 0);
    out.put(at, FLEX, { flexdesc: descriptor, target0: target, flexpair });
    const halves = (values: Float32Array, row: number) =>
      Array.from(values.subarray(row * 3, row * 3 + 3), halfFromFloat);
    vertices.forEach((vertex, row) => {
      out.put(rows + row * VERT_ANIM.bytes, VERT_ANIM, {
        index: vertex,
        speed: FULL,
        side: Math.round(side[row] * FULL),
        delta: halves(delta, row),
        ndelta: halves(normalDelta, row),
      });
    });
  });
}
