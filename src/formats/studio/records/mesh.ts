/** Body parts, models, meshes, and what moves their faces. Source: Valve's public `studio.h`. */

import { f32, i16, i32, u8, u16 } from "../../binary/struct.ts";
import { MDL_VERSIONS, offsetOf, record, rowOf, tableAt, textAt } from "./studio-record.ts";

const VERTEX_ANIM = {
  /** Of the mesh's vertices. */
  index: u16(),
  /** 255 is 1. */
  speed: u8(),
  /** 0 for the flex descriptor's side of the face, 255 for its pair's. */
  side: u8(),
  /** Inches, half floats. */
  delta: u16(3),
  ndelta: u16(3),
};
export const VERT_ANIM = record("mstudiovertanim_t", MDL_VERSIONS, VERTEX_ANIM);
export const VERT_ANIM_WRINKLE = record("mstudiovertanim_wrinkle_t", MDL_VERSIONS, {
  ...VERTEX_ANIM,
  /** 1/4096. */
  wrinkledelta: i16(),
});

export const FLEX = record("mstudioflex_t", MDL_VERSIONS, {
  flexdesc: rowOf("mstudioflexdesc_t"),
  /** Weights at the start, at full effect, at the end of full effect, and at the end. */
  target0: f32(),
  target1: f32(),
  target2: f32(),
  target3: f32(),
  numverts: i32(),
  vertindex: tableAt(VERT_ANIM, "numverts"),
  /** 0 if none. */
  flexpair: rowOf("mstudioflexdesc_t"),
  /** 1 for `mstudiovertanim_wrinkle_t`. */
  vertanimtype: u8(),
  unusedchar: u8(3),
  unused: i32(6),
});

/** In bone space, inches and radians. */
export const EYEBALL = record("mstudioeyeball_t", MDL_VERSIONS, {
  sznameindex: textAt(),
  bone: rowOf("mstudiobone_t"),
  org: f32(3),
  zoffset: f32(),
  radius: f32(),
  up: f32(3),
  forward: f32(3),
  texture: rowOf("mstudiotexture_t"),
  unused1: i32(),
  iris_scale: f32(),
  unused2: i32(),
  /** For the raised, neutral and lowered lid. */
  upperflexdesc: rowOf("mstudioflexdesc_t", 3),
  lowerflexdesc: rowOf("mstudioflexdesc_t", 3),
  uppertarget: f32(3),
  lowertarget: f32(3),
  upperlidflexdesc: rowOf("mstudioflexdesc_t"),
  lowerlidflexdesc: rowOf("mstudioflexdesc_t"),
  unused: i32(4),
  /** 1 if flex rules move the lids. */
  m_bNonFACS: u8(),
  unused3: u8(3),
  unused4: i32(7),
});

export const MESH = record("mstudiomesh_t", MDL_VERSIONS, {
  /** Column of the skin table. */
  material: i32(),
  modelindex: offsetOf("mstudiomodel_t"),
  numvertices: i32(),
  /** First of the model's vertices. */
  vertexoffset: i32(),
  numflexes: i32(),
  flexindex: tableAt(FLEX, "numflexes"),
  /** 1 for an eyeball, whose row is `materialparam`. */
  materialtype: i32(),
  materialparam: rowOf("mstudioeyeball_t"),
  meshid: i32(),
  /** Inches. */
  center: f32(3),
  /** `mstudio_meshvertexdata_t`: set by the engine, then the vertices that each root LOD needs. */
  modelvertexdata: i32(),
  numLODVertexes: i32(8),
  unused: i32(8),
});

export const MODEL = record("mstudiomodel_t", MDL_VERSIONS, {
  /** Zero-terminated. */
  name: u8(64),
  type: i32(),
  /** Inches. */
  boundingradius: f32(),
  nummeshes: i32(),
  meshindex: tableAt(MESH, "nummeshes"),
  numvertices: i32(),
  /** Bytes of the VVD's vertices and tangents before the model's. */
  vertexindex: i32(),
  tangentsindex: i32(),
  numattachments: i32(),
  attachmentindex: i32(),
  numeyeballs: i32(),
  eyeballindex: tableAt(EYEBALL, "numeyeballs"),
  /** `mstudio_modelvertexdata_t`: set by the engine. */
  vertexdata: i32(2),
  unused: i32(8),
});

export const BODYPARTS = record("mstudiobodyparts_t", MDL_VERSIONS, {
  sznameindex: textAt(),
  nummodels: i32(),
  /** Divisor of a body number. */
  base: i32(),
  modelindex: tableAt(MODEL, "nummodels"),
});

export const FLEX_DESC = record("mstudioflexdesc_t", MDL_VERSIONS, { szFACSindex: textAt() });

export const FLEX_CONTROLLER = record("mstudioflexcontroller_t", MDL_VERSIONS, {
  sztypeindex: textAt(),
  sznameindex: textAt(),
  localToGlobal: i32(),
  min: f32(),
  max: f32(),
});

export const FLEX_CONTROLLER_UI = record("mstudioflexcontrollerui_t", MDL_VERSIONS, {
  sznameindex: textAt(),
  /** The only or left controller, the right one, and the value of an n-way controller. */
  szindex0: offsetOf("mstudioflexcontroller_t"),
  szindex1: offsetOf("mstudioflexcontroller_t"),
  szindex2: offsetOf("mstudioflexcontroller_t"),
  /** `FLEXCONTROLLER_REMAP_*` */
  remaptype: u8(),
  /** 0 or 1. */
  stereo: u8(),
  unused: u8(2),
});

export const FLEX_OPERATION = record("mstudioflexop_t", MDL_VERSIONS, {
  /** `STUDIO_*` */
  op: i32(),
  /** A row of the controllers or descriptors; for a constant its value, a float. */
  index: i32(),
});

export const FLEX_RULE = record("mstudioflexrule_t", MDL_VERSIONS, {
  flex: rowOf("mstudioflexdesc_t"),
  numops: i32(),
  opindex: tableAt(FLEX_OPERATION, "numops"),
});

export const MOUTH = record("mstudiomouth_t", MDL_VERSIONS, {
  bone: rowOf("mstudiobone_t"),
  forward: f32(3),
  flexdesc: rowOf("mstudioflexdesc_t"),
});
