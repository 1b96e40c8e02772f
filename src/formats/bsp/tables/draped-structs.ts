/**
 * Displacements, and pictures that lie on faces. Sources: Valve's public `bspfile.h` of Source SDK 2013 and of
 * Alien Swarm; the wider records of version 25 as its compiler writes them.
 */

import { f32, i16, i32, u8, u16, u32 } from "../../binary/struct.ts";
import { type LumpStructs, lumpStruct } from "./lump-struct.ts";

const dispStart = {
  startPosition: f32(3),
  dispVertStart: i32(),
  dispTriStart: i32(),
  power: i32(),
  minTess: i32(),
  smoothingAngle: f32(),
  contents: i32(),
};

const pictureEnd = { u: f32(2), v: f32(2), uvPoints: f32(12), origin: f32(3), basisNormal: f32(3) };
/** Faces in the lower 14 bits of the count, the render order above. */
const picture = (name: string, faces: number) => [
  lumpStruct(name, [0], {
    id: i32(),
    texInfo: i16(),
    faceCountAndRenderOrder: u16(),
    faces: i32(faces),
    ...pictureEnd,
  }),
  lumpStruct(name, [1], {
    id: i32(),
    texInfo: i32(),
    faceCountAndRenderOrder: u16(),
    pad: u16(),
    faces: i32(faces),
    ...pictureEnd,
  }),
];

export const DRAPED_STRUCTS: LumpStructs = {
  LUMP_DISPINFO: [
    lumpStruct("ddispinfo_t", [0], {
      ...dispStart,
      mapFace: u16(),
      pad: u16(),
      lightmapAlphaStart: i32(),
      lightmapSamplePositionStart: i32(),
      /** Eight CDispSubNeighbor of 6 bytes. */
      edgeNeighbors: u8(48),
      /** Four CDispCornerNeighbors of 10 bytes. */
      cornerNeighbors: u8(40),
      allowedVerts: u32(10),
    }),
    lumpStruct("ddispinfo_t", [1], {
      ...dispStart,
      mapFace: u32(),
      lightmapAlphaStart: i32(),
      lightmapSamplePositionStart: i32(),
      /** Eight CDispSubNeighbor of 8 bytes. */
      edgeNeighbors: u8(64),
      /** Four CDispCornerNeighbors of 20 bytes. */
      cornerNeighbors: u8(80),
      allowedVerts: u32(10),
    }),
  ],
  LUMP_DISP_VERTS: [lumpStruct("CDispVert", [0], { vector: f32(3), dist: f32(), alpha: f32() })],
  LUMP_DISP_TRIS: [lumpStruct("CDispTri", [0], { tags: u16() })],
  LUMP_DISP_MULTIBLEND: [
    lumpStruct("CDispMultiBlend", [0], {
      multiblend: f32(4),
      alphaBlend: f32(4),
      multiblendColors: f32(12),
    }),
  ],
  LUMP_OVERLAYS: [
    ...picture("doverlay_t", 64),
    /** Strata Source; version 3 has no records of one size. */
    lumpStruct("doverlay_t", [2], {
      id: i32(),
      texInfo: i32(),
      faceCountAndRenderOrder: u16(),
      pad: u16(),
      faces: i32(64),
      ...pictureEnd,
      tint: u8(4),
    }),
  ],
  LUMP_WATEROVERLAYS: picture("dwateroverlay_t", 256),
  LUMP_OVERLAY_FADES: [
    lumpStruct("doverlayfade_t", [0], { fadeDistMinSq: f32(), fadeDistMaxSq: f32() }),
  ],
  LUMP_OVERLAY_SYSTEM_LEVELS: [
    lumpStruct("doverlaysystemlevel_t", [0], {
      minCPULevel: u8(),
      maxCPULevel: u8(),
      minGPULevel: u8(),
      maxGPULevel: u8(),
    }),
  ],
};
