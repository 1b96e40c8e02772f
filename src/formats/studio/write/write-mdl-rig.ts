/** Writes the rig of an MDL. */

import type { StudioWriter } from "./studio-writer.ts";
import type { StudioHitBoxSetFile, StudioIkLockFile, StudioRigFile } from "./write-rig-types.ts";

const ATTACHMENT_BYTES = 92;
const CONTROLLER_BYTES = 56;
const CHAIN_BYTES = 16;
const LINK_BYTES = 28;
const LOCK_BYTES = 32;
const MOUTH_BYTES = 20;
const HIT_BOX_SET_BYTES = 12;
const HIT_BOX_BYTES = 68;
const JIGGLE_BYTES = 140;
/** `mstudiobone_t` */
const BONE_BYTES = 216;
const BONE_CONTROLLERS = 8;
/** Offset of `proctype`, which `procindex` follows. */
const PROC_TYPE = 164;
/** `STUDIO_PROC_JIGGLE` */
const JIGGLES = 5;

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
  out.f32(80, rig.eyePosition);
  out.i32(header2 + 8, rig.illumAttachment + 1);
  out.f32(header2 + 12, [rig.maxEyeDeflection]);
  writeAttachments(out, rig);
  writeControllers(out, rig, bones);
  writeIkChains(out, rig);
  const mouths = out.reserve(rig.mouths.length * MOUTH_BYTES);
  out.i32(292, rig.mouths.length, mouths);
  rig.mouths.forEach(({ bone, forward, flexDescriptor }, i) => {
    out.i32(mouths + i * MOUTH_BYTES, bone);
    out.f32(mouths + i * MOUTH_BYTES + 4, forward);
    out.i32(mouths + i * MOUTH_BYTES + 16, flexDescriptor);
  });
  const locks = writeIkLocks(out, rig.ikLocks);
  out.i32(320, rig.ikLocks.length, locks);
  for (const { bone, flags, values } of rig.jiggleBones) {
    const record = bones + bone * BONE_BYTES;
    const at = out.reserve(JIGGLE_BYTES);
    out.i32(record + PROC_TYPE, JIGGLES, at - record);
    out.i32(at, flags);
    out.f32(at + 4, values);
  }
  if (rig.keyValues !== "") {
    const bytes = new TextEncoder().encode(`${rig.keyValues}\0`);
    const at = out.reserve(bytes.length);
    out.bytes(at, bytes);
    out.i32(312, at, bytes.length);
  }
}

/** Writes `mstudiohitboxset_t` and their `mstudiobbox_t`. */
export function writeHitBoxSets(out: StudioWriter, sets: readonly StudioHitBoxSetFile[]): void {
  const first = out.reserve(sets.length * HIT_BOX_SET_BYTES);
  out.i32(172, sets.length, first);
  sets.forEach(({ name, boxes }, row) => {
    const set = first + row * HIT_BOX_SET_BYTES;
    const at = out.reserve(boxes.length * HIT_BOX_BYTES);
    out.string(set, set, name);
    out.i32(set + 4, boxes.length, at - set);
    boxes.forEach((box, i) => {
      const record = at + i * HIT_BOX_BYTES;
      out.i32(record, box.bone, box.group);
      out.f32(record + 8, [...box.mins, ...box.maxs]);
      if (box.name !== "") out.string(record + 32, record, box.name);
    });
  });
}

function writeAttachments(out: StudioWriter, { attachments }: StudioRigFile): void {
  const first = out.reserve(attachments.length * ATTACHMENT_BYTES);
  out.i32(240, attachments.length, first);
  attachments.forEach(({ name, flags, bone, local }, i) => {
    const at = first + i * ATTACHMENT_BYTES;
    out.string(at, at, name);
    out.i32(at + 4, flags, bone);
    out.f32(at + 12, local);
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
  const first = out.reserve(boneControllers.length * CONTROLLER_BYTES);
  out.i32(164, boneControllers.length, first);
  boneControllers.forEach(({ bone, type, start, end, inputField }, i) => {
    const at = first + i * CONTROLLER_BYTES;
    out.i32(at, bone, type);
    out.f32(at + 8, [start, end]);
    out.i32(at + 20, inputField);
    const axis = 31 - Math.clz32(type & 0x3f);
    if (axis >= 0) out.i32(bones + bone * BONE_BYTES + BONE_CONTROLLERS + axis * 4, i);
  });
}

function writeIkChains(out: StudioWriter, { ikChains }: StudioRigFile): void {
  const first = out.reserve(ikChains.length * CHAIN_BYTES);
  out.i32(284, ikChains.length, first);
  ikChains.forEach(({ name, links }, i) => {
    const at = first + i * CHAIN_BYTES;
    const rows = out.reserve(links.length * LINK_BYTES);
    out.string(at, at, name);
    out.i32(at + 8, links.length, rows - at);
    links.forEach(({ bone, kneeDirection }, link) => {
      out.i32(rows + link * LINK_BYTES, bone);
      out.f32(rows + link * LINK_BYTES + 4, kneeDirection);
    });
  });
}

/** Writes `mstudioiklock_t` of the header or a sequence, and returns their offset. */
export function writeIkLocks(out: StudioWriter, locks: readonly StudioIkLockFile[]): number {
  const first = out.reserve(locks.length * LOCK_BYTES);
  locks.forEach(({ chain, positionWeight, localQuaternionWeight }, i) => {
    out.i32(first + i * LOCK_BYTES, chain);
    out.f32(first + i * LOCK_BYTES + 4, [positionWeight, localQuaternionWeight]);
  });
  return first;
}
