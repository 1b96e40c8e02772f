/**
 * Brushes, areas, and the collision of props. Sources: Valve's public `bspfile.h` of Source SDK 2013 and of
 * Alien Swarm, which has the props' hulls and thin sides; the wider records of version 25 as its compiler
 * writes them.
 */

import { f32, i16, i32, u8, u16, u32 } from "../../binary/struct.ts";
import { type LumpStructs, lumpStruct } from "./lump-struct.ts";

export const SOLID_STRUCTS: LumpStructs = {
  LUMP_BRUSHES: [
    lumpStruct("dbrush_t", [0], { firstside: i32(), numsides: i32(), contents: i32() }),
  ],
  LUMP_BRUSHSIDES: [
    lumpStruct("dbrushside_t", [0], {
      planenum: u16(),
      texinfo: i16(),
      dispinfo: i16(),
      bevel: u8(),
      thin: u8(),
    }),
    lumpStruct("dbrushside_t", [1], {
      planenum: u32(),
      texinfo: i32(),
      dispinfo: i32(),
      bevel: u8(),
      thin: u8(),
      pad: i16(),
    }),
  ],
  LUMP_AREAS: [lumpStruct("darea_t", [0], { numareaportals: i32(), firstareaportal: i32() })],
  LUMP_AREAPORTALS: [
    lumpStruct("dareaportal_t", [0], {
      portalKey: u16(),
      otherarea: u16(),
      firstClipPortalVert: u16(),
      clipPortalVerts: u16(),
      planenum: i32(),
    }),
    lumpStruct("dareaportal_t", [1], {
      portalKey: u32(),
      otherarea: u32(),
      firstClipPortalVert: u32(),
      clipPortalVerts: u32(),
      planenum: i32(),
    }),
  ],
  LUMP_CLIPPORTALVERTS: [lumpStruct("Vector", [0], { point: f32(3) })],
};

/**
 * Slots 22 and 23 of later games: of each face the brushes that it was cut from. Told by there being one
 * list a face, as in the real maps of CS:GO, Portal 2 and Momentum Mod.
 */
export const FACE_BRUSH_STRUCTS: LumpStructs = {
  LUMP_UNUSED0: [
    lumpStruct("unsigned short", [0], { brush: u16() }),
    lumpStruct("unsigned int", [1], { brush: u32() }),
  ],
  LUMP_UNUSED1: [
    lumpStruct("dfacebrushlist_t", [0], { faceBrushCount: u16(), faceBrushStart: u16() }),
    lumpStruct("dfacebrushlist_t", [1], { faceBrushCount: u32(), faceBrushStart: u32() }),
  ],
};

/** Slots 22 and 23 up to version 19. */
export const PORTAL_STRUCTS: LumpStructs = {
  LUMP_UNUSED0: [
    lumpStruct("dportal_t", [0], {
      firstportalvert: i32(),
      numportalverts: i32(),
      planenum: i32(),
      cluster: u16(2),
    }),
  ],
  LUMP_UNUSED1: [lumpStruct("dcluster_t", [0], { firstportal: i32(), numportals: i32() })],
};

/** Slots 22 to 25 of Left 4 Dead 2 and Alien Swarm. */
export const PROP_COLLISION_STRUCTS: LumpStructs = {
  LUMP_UNUSED0: [lumpStruct("dpropcollision_t", [0], { hullCount: i32(), hullStart: i32() })],
  LUMP_UNUSED1: [
    lumpStruct("dprophull_t", [0], {
      vertCount: i32(),
      vertStart: i32(),
      surfaceProp: i32(),
      contents: u32(),
    }),
  ],
  LUMP_UNUSED2: [lumpStruct("Vector", [0], { point: f32(3) })],
  LUMP_UNUSED3: [lumpStruct("dprophulltris_t", [0], { indexStart: i32(), indexCount: i32() })],
};
