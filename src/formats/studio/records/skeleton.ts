/**
 * Bones, what moves them by rules, and what is attached to them. Inches and radians, in the space
 * of a bone unless stated. Source: Valve's public `studio.h`.
 */

import { f32, i32, u32 } from "../../binary/struct.ts";
import { MDL_VERSIONS, offsetOf, record, rowOf, tableAt, textAt } from "./studio-record.ts";

const FLOATS_OF_MATRIX = 12;

/** Fields before and behind the steps of animation values, which Titanfall 2 has more of. */
export const BONE_START = {
  sznameindex: textAt(),
  /** -1 for a root. */
  parent: rowOf("mstudiobone_t"),
  /** For each axis of movement and rotation; -1 if none. */
  bonecontroller: rowOf("mstudiobonecontroller_t", 6),
  /** Bind pose, relative to the parent. */
  pos: f32(3),
  quat: f32(4),
  rot: f32(3),
};
export const BONE_END = {
  /** 3x4 row-major, from model space. */
  poseToBone: f32(FLOATS_OF_MATRIX),
  /** Rotation whose side rotations stay on, if `BONE_FIXED_ALIGNMENT` is set. */
  qAlignment: f32(4),
  /** `BONE_*` */
  flags: i32(),
  /** `STUDIO_PROC_*` */
  proctype: i32(),
  procindex: offsetOf("record of `proctype`"),
  physicsbone: i32(),
  surfacepropidx: textAt(),
  /** `CONTENTS_*` */
  contents: i32(),
  /** Set by the engine since version 49. */
  surfacepropLookup: i32(),
};
export const BONE = record("mstudiobone_t", MDL_VERSIONS, {
  ...BONE_START,
  /** Step of an animation value. */
  posscale: f32(3),
  rotscale: f32(3),
  ...BONE_END,
  unused: i32(7),
});

// Procedural bones: the record at `procindex`.

export const AXIS_INTERP_BONE = record("mstudioaxisinterpbone_t", MDL_VERSIONS, {
  control: rowOf("mstudiobone_t"),
  /** 0 to 2: x, y, z. */
  axis: i32(),
  /** For +x, -x, +y, -y, +z, -z. */
  pos: f32(6 * 3),
  quat: f32(6 * 4),
});

export const QUAT_INTERP_INFO = record("mstudioquatinterpinfo_t", MDL_VERSIONS, {
  /** 1 / radians. */
  inv_tolerance: f32(),
  trigger: f32(4),
  pos: f32(3),
  quat: f32(4),
});

export const QUAT_INTERP_BONE = record("mstudioquatinterpbone_t", MDL_VERSIONS, {
  control: rowOf("mstudiobone_t"),
  numtriggers: i32(),
  triggerindex: tableAt(QUAT_INTERP_INFO, "numtriggers"),
});

export const AIM_AT_BONE = record("mstudioaimatbone_t", MDL_VERSIONS, {
  parent: rowOf("mstudiobone_t"),
  /** Of the bones, or of the attachments for `STUDIO_PROC_AIMATATTACH`. */
  aim: rowOf("mstudiobone_t"),
  aimvector: f32(3),
  upvector: f32(3),
  basepos: f32(3),
});

/** Stiffness and damping are for a mass of 1. */
export const JIGGLE_BONE = record("mstudiojigglebone_t", MDL_VERSIONS, {
  /** `JIGGLE_*` */
  flags: i32(),
  length: f32(),
  tipMass: f32(),
  yawStiffness: f32(),
  yawDamping: f32(),
  pitchStiffness: f32(),
  pitchDamping: f32(),
  alongStiffness: f32(),
  alongDamping: f32(),
  angleLimit: f32(),
  minYaw: f32(),
  maxYaw: f32(),
  yawFriction: f32(),
  yawBounce: f32(),
  minPitch: f32(),
  maxPitch: f32(),
  pitchFriction: f32(),
  pitchBounce: f32(),
  baseMass: f32(),
  baseStiffness: f32(),
  baseDamping: f32(),
  baseMinLeft: f32(),
  baseMaxLeft: f32(),
  baseLeftFriction: f32(),
  baseMinUp: f32(),
  baseMaxUp: f32(),
  baseUpFriction: f32(),
  baseMinForward: f32(),
  baseMaxForward: f32(),
  baseForwardFriction: f32(),
  /** Written only by compilers that support `JIGGLE_IS_BOING`. */
  boingImpactSpeed: f32(),
  boingImpactAngle: f32(),
  boingDampingRate: f32(),
  boingFrequency: f32(),
  boingAmplitude: f32(),
});

/** A copy of the bones as columns. Offsets count from the record. */
export const LINEAR_BONE = record("mstudiolinearbone_t", MDL_VERSIONS, {
  numbones: i32(),
  flagsindex: offsetOf("int", "numbones"),
  parentindex: offsetOf("int", "numbones"),
  posindex: offsetOf("Vector", "numbones"),
  quatindex: offsetOf("Quaternion", "numbones"),
  rotindex: offsetOf("RadianEuler", "numbones"),
  posetoboneindex: offsetOf("matrix3x4_t", "numbones"),
  posscaleindex: offsetOf("Vector", "numbones"),
  rotscaleindex: offsetOf("Vector", "numbones"),
  qalignmentindex: offsetOf("Quaternion", "numbones"),
  unused: i32(6),
});

/** Transforms that the compiler applied before and after: 3x4 row-major. */
export const SRC_BONE_TRANSFORM = record("mstudiosrcbonetransform_t", MDL_VERSIONS, {
  sznameindex: textAt(),
  pretransform: f32(FLOATS_OF_MATRIX),
  posttransform: f32(FLOATS_OF_MATRIX),
});

export const BONE_FLEX_DRIVER_CONTROL = record("mstudioboneflexdrivercontrol_t", MDL_VERSIONS, {
  /** 0 to 2: the bone's x, y or z position. */
  m_nBoneComponent: i32(),
  m_nFlexControllerIndex: rowOf("mstudioflexcontroller_t"),
  /** Positions at which the controller is 0 and 1. */
  m_flMin: f32(),
  m_flMax: f32(),
});

export const BONE_FLEX_DRIVER = record("mstudioboneflexdriver_t", MDL_VERSIONS, {
  m_nBoneIndex: rowOf("mstudiobone_t"),
  m_nControlCount: i32(),
  m_nControlIndex: tableAt(BONE_FLEX_DRIVER_CONTROL, "m_nControlCount"),
  unused: i32(3),
});

export const BONE_CONTROLLER = record("mstudiobonecontroller_t", MDL_VERSIONS, {
  bone: rowOf("mstudiobone_t"),
  /** `STUDIO_X` and others. */
  type: i32(),
  /** Inches or degrees. */
  start: f32(),
  end: f32(),
  /** 0 to 255. */
  rest: i32(),
  /** 0 to 3; 4 for the mouth. */
  inputfield: i32(),
  unused: i32(8),
});

export const ATTACHMENT = record("mstudioattachment_t", MDL_VERSIONS, {
  sznameindex: textAt(),
  /** `ATTACHMENT_FLAG_*` */
  flags: u32(),
  localbone: rowOf("mstudiobone_t"),
  /** 3x4 row-major, to the bone's space. */
  local: f32(FLOATS_OF_MATRIX),
  unused: i32(8),
});

export const BBOX = record("mstudiobbox_t", MDL_VERSIONS, {
  bone: rowOf("mstudiobone_t"),
  /** `HITGROUP_*` */
  group: i32(),
  bbmin: f32(3),
  bbmax: f32(3),
  /** From the file's start in files of some compilers of version 44. */
  szhitboxnameindex: textAt(),
  unused: i32(8),
});

export const HITBOX_SET = record("mstudiohitboxset_t", MDL_VERSIONS, {
  sznameindex: textAt(),
  numhitboxes: i32(),
  hitboxindex: tableAt(BBOX, "numhitboxes"),
});

export const IK_LINK = record("mstudioiklink_t", MDL_VERSIONS, {
  bone: rowOf("mstudiobone_t"),
  kneeDir: f32(3),
  unused0: f32(3),
});

export const IK_CHAIN = record("mstudioikchain_t", MDL_VERSIONS, {
  sznameindex: textAt(),
  linktype: i32(),
  numlinks: i32(),
  linkindex: tableAt(IK_LINK, "numlinks"),
});

export const IK_LOCK = record("mstudioiklock_t", MDL_VERSIONS, {
  chain: rowOf("mstudioikchain_t"),
  flPosWeight: f32(),
  flLocalQWeight: f32(),
  flags: i32(),
  unused: i32(4),
});

export const POSE_PARAM_DESC = record("mstudioposeparamdesc_t", MDL_VERSIONS, {
  sznameindex: textAt(),
  flags: i32(),
  start: f32(),
  end: f32(),
  /** Period: 360 for angles; 0 if the parameter does not wrap. */
  loop: f32(),
});
