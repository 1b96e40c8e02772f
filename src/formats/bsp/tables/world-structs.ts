/**
 * What the world is made of. Sources: Valve's public `bspfile.h` (Source SDK 2013); the wider records of
 * version 25 as its compiler writes them.
 */

import { f32, i16, i32, u8, u16, u32 } from "../../binary/struct.ts";
import { type LumpStruct, type LumpStructs, lumpStruct } from "./lump-struct.ts";

const face = lumpStruct("dface_t", [0, 1], {
  planenum: u16(),
  side: u8(),
  onNode: u8(),
  firstedge: i32(),
  numedges: i16(),
  texinfo: i16(),
  dispinfo: i16(),
  surfaceFogVolumeID: i16(),
  styles: u8(4),
  lightofs: i32(),
  area: f32(),
  lightmapTextureMinsInLuxels: i32(2),
  lightmapTextureSizeInLuxels: i32(2),
  origFace: i32(),
  /** The top bit says whether the face takes no shadows. */
  numPrims: u16(),
  firstPrimID: u16(),
  smoothingGroups: u32(),
});

const wideFace = lumpStruct("dface_t", [2], {
  planenum: u32(),
  side: u8(),
  onNode: u8(),
  pad: u8(2),
  firstedge: i32(),
  numedges: i32(),
  texinfo: i32(),
  dispinfo: i32(),
  surfaceFogVolumeID: i32(),
  styles: u8(4),
  lightofs: i32(),
  area: f32(),
  lightmapTextureMinsInLuxels: i32(2),
  lightmapTextureSizeInLuxels: i32(2),
  origFace: i32(),
  /** The lowest bit says whether the face takes shadows. */
  numPrims: u32(),
  firstPrimID: u32(),
  smoothingGroups: u32(),
});

const FACES: readonly LumpStruct[] = [
  { ...face, shadowsBit: "top" },
  { ...wideFace, shadowsBit: "lowest" },
];

const shortLeaf = {
  contents: i32(),
  cluster: i16(),
  /** Area in the lower 9 bits, flags above. */
  areaFlags: u16(),
  mins: i16(3),
  maxs: i16(3),
  firstleafface: u16(),
  numleaffaces: u16(),
  firstleafbrush: u16(),
  numleafbrushes: u16(),
  leafWaterDataID: i16(),
};

const wideLeaf = lumpStruct("dleaf_t", [2], {
  contents: i32(),
  cluster: i32(),
  /** Area in the lower 17 bits, flags above. */
  areaFlags: u32(),
  mins: f32(3),
  maxs: f32(3),
  firstleafface: u32(),
  numleaffaces: u32(),
  firstleafbrush: u32(),
  numleafbrushes: u32(),
  leafWaterDataID: i32(),
});

const dleafVersion0 = { ...shortLeaf, ambientLighting: u8(24), pad: u16() };

const LEAFS: readonly LumpStruct[] = [
  { ...lumpStruct("dleaf_t", [1], { ...shortLeaf, pad: u16() }), areaBits: 9 },
  { ...lumpStruct("dleaf_version_0_t", [0], dleafVersion0), areaBits: 9 },
  { ...wideLeaf, areaBits: 17 },
];

const index = (name: string) => [
  lumpStruct(name, [0], { value: u16() }),
  lumpStruct(name, [1], { value: u32() }),
];

export const WORLD_STRUCTS: LumpStructs = {
  LUMP_PLANES: [lumpStruct("dplane_t", [0], { normal: f32(3), dist: f32(), type: i32() })],
  LUMP_TEXDATA: [
    lumpStruct("dtexdata_t", [0], {
      reflectivity: f32(3),
      nameStringTableID: i32(),
      width: i32(),
      height: i32(),
      view_width: i32(),
      view_height: i32(),
    }),
  ],
  LUMP_TEXDATA_STRING_TABLE: [lumpStruct("int", [0], { offset: i32() })],
  LUMP_TEXINFO: [
    lumpStruct("texinfo_t", [0], {
      textureVecsTexelsPerWorldUnits: f32(8),
      lightmapVecsLuxelsPerWorldUnits: f32(8),
      flags: i32(),
      texdata: i32(),
    }),
  ],
  LUMP_VERTEXES: [lumpStruct("dvertex_t", [0], { point: f32(3) })],
  LUMP_VERTNORMALS: [lumpStruct("Vector", [0], { normal: f32(3) })],
  LUMP_VERTNORMALINDICES: index("unsigned short"),
  LUMP_EDGES: [
    lumpStruct("dedge_t", [0], { v: u16(2) }),
    lumpStruct("dedge_t", [1], { v: u32(2) }),
  ],
  LUMP_SURFEDGES: [lumpStruct("int", [0], { edge: i32() })],
  LUMP_FACES: FACES,
  LUMP_FACES_HDR: FACES,
  LUMP_ORIGINALFACES: FACES,
  LUMP_FACEIDS: [
    lumpStruct("dfaceid_t", [0], { hammerfaceid: u16() }),
    lumpStruct("dfaceid_t", [1], { hammerfaceid: u32() }),
  ],
  LUMP_FACE_MACRO_TEXTURE_INFO: [
    /** A row of the texdata's strings; 65535: none. */
    lumpStruct("CFaceMacroTextureInfo", [0], { macroTextureNameID: u16() }),
  ],
  LUMP_NODES: [
    lumpStruct("dnode_t", [0], {
      planenum: i32(),
      children: i32(2),
      mins: i16(3),
      maxs: i16(3),
      firstface: u16(),
      numfaces: u16(),
      area: i16(),
      pad: i16(),
    }),
    lumpStruct("dnode_t", [1], {
      planenum: i32(),
      children: i32(2),
      mins: f32(3),
      maxs: f32(3),
      firstface: u32(),
      numfaces: u32(),
      area: i16(),
      pad: i16(),
    }),
  ],
  LUMP_LEAFS: LEAFS,
  LUMP_LEAFFACES: index("unsigned short"),
  LUMP_LEAFBRUSHES: index("unsigned short"),
  LUMP_LEAFWATERDATA: [
    lumpStruct("dleafwaterdata_t", [0], {
      surfaceZ: f32(),
      minZ: f32(),
      surfaceTexInfoID: i16(),
      pad: i16(),
    }),
    lumpStruct("dleafwaterdata_t", [1], { surfaceZ: f32(), minZ: f32(), surfaceTexInfoID: i32() }),
  ],
  /** Inches; 65535: no water. A row a leaf. */
  LUMP_LEAFMINDISTTOWATER: [lumpStruct("unsigned short", [0], { distance: u16() })],
  LUMP_MODELS: [
    lumpStruct("dmodel_t", [0], {
      mins: f32(3),
      maxs: f32(3),
      origin: f32(3),
      headnode: i32(),
      firstface: i32(),
      numfaces: i32(),
    }),
  ],
  LUMP_PRIMITIVES: [
    lumpStruct("dprimitive_t", [0], {
      type: u8(),
      pad: u8(),
      firstIndex: u16(),
      indexCount: u16(),
      firstVert: u16(),
      vertCount: u16(),
    }),
    lumpStruct("dprimitive_t", [1], {
      type: u8(),
      pad: u8(3),
      firstIndex: u32(),
      indexCount: u32(),
      firstVert: u32(),
      vertCount: u32(),
    }),
  ],
  LUMP_PRIMVERTS: [lumpStruct("dprimvert_t", [0], { pos: f32(3) })],
  LUMP_PRIMINDICES: index("unsigned short"),
};
