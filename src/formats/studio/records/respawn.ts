/**
 * Records of Titanfall 2 (MDL 53), as the public tools rmdlconv, MDLShit and SourceIO state them.
 * Titanfall's (52) are those of version 49: bones have a scale in words that 49 leaves unused.
 */

import { f32, i32, u8 } from "../../binary/struct.ts";
import { HEADER_SHARED } from "./header.ts";
import { SEQ_DESC } from "./motion.ts";
import { BONE_END, BONE_START, IK_CHAIN } from "./skeleton.ts";
import { offsetOf, record, tableAt, textAt } from "./studio-record.ts";

export const BONE_53 = record("mstudiobone_t", [53], {
  ...BONE_START,
  scale: f32(3),
  posscale: f32(3),
  rotscale: f32(3),
  scalescale: f32(3),
  ...BONE_END,
  unread: i32(8),
});

export const TEXTURE_53 = record("mstudiotexture_t", [53], {
  sznameindex: textAt(),
  flags: i32(),
  used: i32(),
  unread: i32(8),
});

export const IK_CHAIN_53 = record("mstudioikchain_t", [53], {
  ...IK_CHAIN.fields,
  unread: i32(4),
});

export const ANIM_DESC_53 = record("mstudioanimdesc_t", [53], {
  baseptr: offsetOf("studiohdr_t"),
  sznameindex: textAt(),
  /** Frames a second. */
  fps: f32(),
  flags: i32(),
  numframes: i32(),
  unread: i32(18),
});

const { unused: _, ...SEQUENCE } = SEQ_DESC.fields;
export const SEQ_DESC_53 = record("mstudioseqdesc_t", [53], { ...SEQUENCE, unread: i32(10) });

/** The fields of mouths are those of its own UI panels. */
export const STUDIOHDR_53 = record("studiohdr_t", [53], {
  id: i32(),
  version: i32(),
  checksum: i32(),
  sznameindex: textAt(),
  ...HEADER_SHARED,
  boneindex: tableAt(BONE_53, "numbones", "file"),
  localanimindex: tableAt(ANIM_DESC_53, "numlocalanim", "file"),
  localseqindex: tableAt(SEQ_DESC_53, "numlocalseq", "file"),
  textureindex: tableAt(TEXTURE_53, "numtextures", "file"),
  ikchainindex: tableAt(IK_CHAIN_53, "numikchains", "file"),
  virtualModel: i32(),
  bonetablebynameindex: offsetOf("byte", "numbones", "file"),
  constdirectionallightdot: u8(),
  rootLOD: u8(),
  numAllowedRootLODs: u8(),
  unused: u8(),
  fadeDistance: f32(),
  numflexcontrollerui: i32(),
  flexcontrolleruiindex: offsetOf("mstudioflexcontrollerui_t", "numflexcontrollerui", "file"),
  flVertAnimFixedPointScale: f32(),
  surfacepropLookup: i32(),
  sourceFilenameOffset: textAt("file"),
  numsrcbonetransform: i32(),
  srcbonetransformindex: offsetOf("mstudiosrcbonetransform_t", "numsrcbonetransform", "file"),
  illumpositionattachmentindex: i32(),
  linearboneindex: offsetOf("mstudiolinearbone_t"),
  m_nBoneFlexDriverCount: i32(),
  m_nBoneFlexDriverIndex: offsetOf("mstudioboneflexdriver_t", "m_nBoneFlexDriverCount"),
  unread: i32(5),
  /** The model's other files, inside the MDL. */
  vtxOffset: offsetOf("VTX", "vtxSize", "file"),
  vvdOffset: offsetOf("VVD", "vvdSize", "file"),
  vvcOffset: offsetOf("VVC", "vvcSize", "file"),
  phyOffset: offsetOf("PHY", "phySize", "file"),
  vtxSize: i32(),
  vvdSize: i32(),
  vvcSize: i32(),
  phySize: i32(),
  unread2: i32(4),
  /** Zeros. */
  unread3: u8(240),
});
