/** Animations and sequences. Source: Valve's public `studio.h`. */

import { f32, i16, i32, u8, u16 } from "../../binary/struct.ts";
import { IK_LOCK } from "./skeleton.ts";
import { MDL_VERSIONS, offsetOf, record, rowOf, tableAt, textAt } from "./studio-record.ts";

// Compressed values: Valve's `compressed_vector.h`.

/** Three 16-bit floats. */
export const VECTOR48 = record("Vector48", MDL_VERSIONS, { xyz: u16(3) });
/** 16, 16 and 15 bits, and the sign of w. `Quaternion48S` has the same size. */
export const QUATERNION48 = record("Quaternion48", MDL_VERSIONS, { xyz: u16(3) });
/** Three 21-bit numbers and the sign of w, lowest bits first. */
export const QUATERNION64 = record("Quaternion64", MDL_VERSIONS, { xyz: i32(2) });

/** Start of a run: `total` frames, for which `valid` values follow. */
export const ANIM_VALUE = record("mstudioanimvalue_t", MDL_VERSIONS, { valid: u8(), total: u8() });

/** Offsets of the values of each axis; 0 if none. */
export const ANIM_VALUE_PTR = record("mstudioanim_valueptr_t", MDL_VERSIONS, { offset: i16(3) });

/** Start of the data of a bone in run-length coded animations. */
export const ANIM = record("mstudioanim_t", MDL_VERSIONS, {
  /** Of the bones, or `NO_BONE`. */
  bone: u8(),
  /** `STUDIO_ANIM_*` */
  flags: u8(),
  /** From the record; 0 for the last bone. */
  nextoffset: i16(),
});

/** Header of an animation stored frame by frame: `STUDIO_FRAMEANIM`, of version 49 alone. */
export const FRAME_ANIM = record("mstudio_frame_anim_t", [49], {
  constantsoffset: offsetOf("values of all frames"),
  frameoffset: offsetOf("values of each frame"),
  /** Bytes for each frame. */
  framelength: i32(),
  unused: i32(3),
});

export const ANIM_BLOCK = record("mstudioanimblock_t", MDL_VERSIONS, {
  /** Bytes of the `.ani` file. */
  datastart: i32(),
  dataend: i32(),
});

export const ANIM_SECTION = record("mstudioanimsections_t", MDL_VERSIONS, {
  animblock: rowOf("mstudioanimblock_t"),
  /** From the block's start; in block 0, which is the MDL, from the animation's record. */
  animindex: offsetOf("mstudioanim_t"),
});

export const MOVEMENT = record("mstudiomovement_t", MDL_VERSIONS, {
  endframe: i32(),
  /** `STUDIO_X` and others. */
  motionflags: i32(),
  /** Speed at the start and end, inches per run. */
  v0: f32(),
  v1: f32(),
  /** Yaw at the end, degrees. */
  angle: f32(),
  vector: f32(3),
  /** Inches, from the animation's start. */
  position: f32(3),
});

/** Position and rotation of the end of an IK chain in a frame. */
export const IK_ERROR = record("mstudioikerror_t", MDL_VERSIONS, { pos: f32(3), q: f32(4) });

/** Six streams of `mstudioanimvalue_t`: three in inches, three angles in radians. */
export const COMPRESSED_IK_ERROR = record("mstudiocompressedikerror_t", MDL_VERSIONS, {
  scale: f32(6),
  /** From the record; 0 if none. */
  offset: i16(6),
});

export const IK_RULE = record("mstudioikrule_t", MDL_VERSIONS, {
  index: i32(),
  /** `IK_SELF` and others. */
  type: i32(),
  chain: rowOf("mstudioikchain_t"),
  /** -1 if none. */
  bone: rowOf("mstudiobone_t"),
  slot: i32(),
  /** Inches. */
  height: f32(),
  radius: f32(),
  floor: f32(),
  pos: f32(3),
  q: f32(4),
  compressedikerrorindex: offsetOf("mstudiocompressedikerror_t"),
  unused2: i32(),
  /** First frame of the errors. */
  iStart: i32(),
  ikerrorindex: offsetOf("mstudioikerror_t"),
  /** Fractions of the cycle. */
  start: f32(),
  peak: f32(),
  tail: f32(),
  end: f32(),
  unused3: f32(),
  contact: f32(),
  drop: f32(),
  top: f32(),
  unused6: i32(),
  unused7: i32(),
  unused8: i32(),
  szattachmentindex: textAt(),
  unused: i32(7),
});

export const LOCAL_HIERARCHY = record("mstudiolocalhierarchy_t", MDL_VERSIONS, {
  iBone: rowOf("mstudiobone_t"),
  /** -1 for the model itself. */
  iNewParent: rowOf("mstudiobone_t"),
  /** Fractions of the cycle. */
  start: f32(),
  peak: f32(),
  tail: f32(),
  end: f32(),
  /** First frame of the errors. */
  iStart: i32(),
  localanimindex: offsetOf("mstudiocompressedikerror_t"),
  unused: i32(4),
});

export const ANIM_DESC = record("mstudioanimdesc_t", MDL_VERSIONS, {
  baseptr: offsetOf("studiohdr_t"),
  sznameindex: textAt(),
  fps: f32(),
  /** `STUDIO_LOOPING` and others. */
  flags: i32(),
  numframes: i32(),
  nummovements: i32(),
  movementindex: tableAt(MOVEMENT, "nummovements"),
  unused1: i32(6),
  animblock: rowOf("mstudioanimblock_t"),
  /** From the block's start; in block 0, which is the MDL, from the record. */
  animindex: offsetOf("mstudioanim_t"),
  numikrules: i32(),
  /** 0 if the rules are in the block. */
  ikruleindex: tableAt(IK_RULE, "numikrules"),
  /** From the block's start. */
  animblockikruleindex: i32(),
  numlocalhierarchy: i32(),
  localhierarchyindex: tableAt(LOCAL_HIERARCHY, "numlocalhierarchy"),
  /** `numframes / sectionframes + 2` of them. */
  sectionindex: offsetOf("mstudioanimsections_t"),
  /** Frames a section; 0 if there are none. */
  sectionframes: i32(),
  /** Frames from one stored pose to the next, and the number of stored poses. */
  zeroframespan: i16(),
  zeroframecount: i16(),
  zeroframeindex: offsetOf("Vector48 and Quaternion64", "zeroframecount"),
  zeroframestalltime: f32(),
});

export const AUTO_LAYER = record("mstudioautolayer_t", MDL_VERSIONS, {
  /** Of the sequences, unsigned. */
  iSequence: i16(),
  /** Of the pose parameters, if `STUDIO_AL_POSE` is set. */
  iPose: i16(),
  /** `STUDIO_AL_*` */
  flags: i32(),
  /** Fractions of the cycle, or values of the pose parameter. */
  start: f32(),
  peak: f32(),
  tail: f32(),
  end: f32(),
});

export const ACTIVITY_MODIFIER = record("mstudioactivitymodifier_t", MDL_VERSIONS, {
  sznameindex: textAt(),
});

export const EVENT = record("mstudioevent_t", MDL_VERSIONS, {
  /** 0 to 1. */
  cycle: f32(),
  event: i32(),
  /** `NEW_EVENT_STYLE` if the event has a name. */
  type: i32(),
  /** Zero-terminated. */
  options: u8(64),
  szeventindex: textAt(),
});

export const SEQ_DESC = record("mstudioseqdesc_t", MDL_VERSIONS, {
  baseptr: offsetOf("studiohdr_t"),
  szlabelindex: textAt(),
  szactivitynameindex: textAt(),
  /** `STUDIO_LOOPING` and others. */
  flags: i32(),
  activity: i32(),
  actweight: i32(),
  numevents: i32(),
  eventindex: tableAt(EVENT, "numevents"),
  bbmin: f32(3),
  bbmax: f32(3),
  numblends: i32(),
  /** `groupsize[0] * groupsize[1]` rows of the animations. */
  animindexindex: offsetOf("short"),
  movementindex: i32(),
  /** Columns and rows of the blend grid. */
  groupsize: i32(2),
  /** -1 if none. */
  paramindex: rowOf("mstudioposeparamdesc_t", 2),
  paramstart: f32(2),
  paramend: f32(2),
  paramparent: i32(),
  /** Seconds. */
  fadeintime: f32(),
  fadeouttime: f32(),
  /** Counted from 1; 0 if none. */
  localentrynode: i32(),
  localexitnode: i32(),
  nodeflags: i32(),
  entryphase: f32(),
  exitphase: f32(),
  lastframe: f32(),
  nextseq: i32(),
  pose: i32(),
  numikrules: i32(),
  numautolayers: i32(),
  autolayerindex: tableAt(AUTO_LAYER, "numautolayers"),
  /** One for each bone. */
  weightlistindex: offsetOf("float"),
  /** Of the first axis, then of the second: as many as `groupsize`. */
  posekeyindex: offsetOf("float"),
  numiklocks: i32(),
  iklockindex: tableAt(IK_LOCK, "numiklocks"),
  keyvalueindex: offsetOf("text", "keyvaluesize"),
  keyvaluesize: i32(),
  /** Used if `STUDIO_CYCLEPOSE` is set. */
  cycleposeindex: rowOf("mstudioposeparamdesc_t"),
  /** Both are 0 before version 49, except in late files of 48. */
  activitymodifierindex: tableAt(ACTIVITY_MODIFIER, "numactivitymodifiers"),
  numactivitymodifiers: i32(),
  unused: i32(5),
});
