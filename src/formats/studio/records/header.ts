/** Header of an MDL, and its plain tables. Source: Valve's public `studio.h`. */

import { f32, i32, u8, u16 } from "../../binary/struct.ts";
import {
  BODYPARTS,
  FLEX_CONTROLLER,
  FLEX_CONTROLLER_UI,
  FLEX_DESC,
  FLEX_RULE,
  MOUTH,
} from "./mesh.ts";
import { ANIM_BLOCK, ANIM_DESC, SEQ_DESC } from "./motion.ts";
import {
  ATTACHMENT,
  BONE,
  BONE_CONTROLLER,
  BONE_FLEX_DRIVER,
  HITBOX_SET,
  IK_CHAIN,
  IK_LOCK,
  POSE_PARAM_DESC,
  SRC_BONE_TRANSFORM,
} from "./skeleton.ts";
import { MDL_VERSIONS, offsetOf, record, tableAt, textAt } from "./studio-record.ts";

export const TEXTURE = record("mstudiotexture_t", MDL_VERSIONS, {
  sznameindex: textAt(),
  flags: i32(),
  used: i32(),
  unused1: i32(),
  /** Pointers, set by the engine. */
  material: i32(),
  clientmaterial: i32(),
  unused: i32(10),
});

/** Element of the array at `cdtextureindex`: a folder of materials. */
export const CD_TEXTURE = record("cdtexture", MDL_VERSIONS, { name: textAt("file") });

/** Element of the array at `localnodenameindex`. */
export const NODE_NAME = record("localnodename", MDL_VERSIONS, { name: textAt("file") });

/** Element of the skin table: a row of the textures. */
export const SKIN_REF = record("short", MDL_VERSIONS, { texture: u16() });

/** Element of the array at `bonetablebynameindex`: bones in the order of their names. */
export const BONE_BY_NAME = record("byte", MDL_VERSIONS, { bone: u8() });

export const MODEL_GROUP = record("mstudiomodelgroup_t", MDL_VERSIONS, {
  szlabelindex: textAt(),
  /** Path below the game's folder. */
  sznameindex: textAt(),
});

/** Fields that Titanfall 2 has, too. Offsets count from the file. Inches, model space. */
export const HEADER_SHARED = {
  /** Zero-terminated. */
  name: u8(64),
  /** Bytes of the file. */
  length: i32(),
  eyeposition: f32(3),
  illumposition: f32(3),
  hull_min: f32(3),
  hull_max: f32(3),
  view_bbmin: f32(3),
  view_bbmax: f32(3),
  /** `STUDIOHDR_FLAGS_*` */
  flags: i32(),
  numbones: i32(),
  boneindex: tableAt(BONE, "numbones", "file"),
  numbonecontrollers: i32(),
  bonecontrollerindex: tableAt(BONE_CONTROLLER, "numbonecontrollers", "file"),
  numhitboxsets: i32(),
  hitboxsetindex: tableAt(HITBOX_SET, "numhitboxsets", "file"),
  numlocalanim: i32(),
  localanimindex: tableAt(ANIM_DESC, "numlocalanim", "file"),
  numlocalseq: i32(),
  localseqindex: tableAt(SEQ_DESC, "numlocalseq", "file"),
  /** Set by the engine. */
  activitylistversion: i32(),
  eventsindexed: i32(),
  numtextures: i32(),
  textureindex: tableAt(TEXTURE, "numtextures", "file"),
  numcdtextures: i32(),
  cdtextureindex: tableAt(CD_TEXTURE, "numcdtextures", "file"),
  /** Columns and rows of the skin table. */
  numskinref: i32(),
  numskinfamilies: i32(),
  skinindex: offsetOf("short", "numskinref * numskinfamilies", "file"),
  numbodyparts: i32(),
  bodypartindex: tableAt(BODYPARTS, "numbodyparts", "file"),
  numlocalattachments: i32(),
  localattachmentindex: tableAt(ATTACHMENT, "numlocalattachments", "file"),
  numlocalnodes: i32(),
  localnodeindex: offsetOf("byte", "numlocalnodes * numlocalnodes", "file"),
  localnodenameindex: tableAt(NODE_NAME, "numlocalnodes", "file"),
  numflexdesc: i32(),
  flexdescindex: tableAt(FLEX_DESC, "numflexdesc", "file"),
  numflexcontrollers: i32(),
  flexcontrollerindex: tableAt(FLEX_CONTROLLER, "numflexcontrollers", "file"),
  numflexrules: i32(),
  flexruleindex: tableAt(FLEX_RULE, "numflexrules", "file"),
  numikchains: i32(),
  ikchainindex: tableAt(IK_CHAIN, "numikchains", "file"),
  nummouths: i32(),
  mouthindex: tableAt(MOUTH, "nummouths", "file"),
  numlocalposeparameters: i32(),
  localposeparamindex: tableAt(POSE_PARAM_DESC, "numlocalposeparameters", "file"),
  surfacepropindex: textAt("file"),
  keyvalueindex: offsetOf("text", "keyvaluesize", "file"),
  keyvaluesize: i32(),
  numlocalikautoplaylocks: i32(),
  localikautoplaylockindex: tableAt(IK_LOCK, "numlocalikautoplaylocks", "file"),
  /** Kilograms. */
  mass: f32(),
  /** `CONTENTS_*` */
  contents: i32(),
  numincludemodels: i32(),
  includemodelindex: tableAt(MODEL_GROUP, "numincludemodels", "file"),
};

export const STUDIOHDR = record("studiohdr_t", MDL_VERSIONS, {
  id: i32(),
  version: i32(),
  checksum: i32(),
  ...HEADER_SHARED,
  /** Pointer, set by the engine. */
  virtualModel: i32(),
  szanimblocknameindex: textAt("file"),
  numanimblocks: i32(),
  animblockindex: tableAt(ANIM_BLOCK, "numanimblocks", "file"),
  /** Pointer, set by the engine. */
  animblockModel: i32(),
  bonetablebynameindex: offsetOf("byte", "numbones", "file"),
  /** Pointers, set by the engine. */
  pVertexBase: i32(),
  pIndexBase: i32(),
  /** 255 is 1. */
  constdirectionallightdot: u8(),
  rootLOD: u8(),
  /** 0 for any. */
  numAllowedRootLODs: u8(),
  unused: u8(),
  unused4: i32(),
  /** These and the following fields are 0 in older versions. */
  numflexcontrollerui: i32(),
  flexcontrolleruiindex: tableAt(FLEX_CONTROLLER_UI, "numflexcontrollerui", "file"),
  flVertAnimFixedPointScale: f32(),
  /** Set by the engine since version 49. */
  surfacepropLookup: i32(),
  /** 0 if there is no second header. */
  studiohdr2index: offsetOf("studiohdr2_t", undefined, "file"),
  unused2: i32(),
});

export const STUDIOHDR2 = record("studiohdr2_t", MDL_VERSIONS, {
  numsrcbonetransform: i32(),
  srcbonetransformindex: tableAt(SRC_BONE_TRANSFORM, "numsrcbonetransform", "file"),
  /** Row of the attachments, counted from 1; 0 if none. */
  illumpositionattachmentindex: i32(),
  /** Cosine; 0 if not set. */
  flMaxEyeDeflection: f32(),
  linearboneindex: offsetOf("mstudiolinearbone_t"),
  sznameindex: textAt(),
  m_nBoneFlexDriverCount: i32(),
  m_nBoneFlexDriverIndex: tableAt(BONE_FLEX_DRIVER, "m_nBoneFlexDriverCount"),
  reserved: i32(56),
});
