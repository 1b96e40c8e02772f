/** Light, and what is lit apart. Source: Valve's public `bspfile.h` of Source SDK 2013 and of Alien Swarm. */

import { f32, i8, i32, u8, u16, u32 } from "../../binary/struct.ts";
import { type LumpStructs, lumpStruct } from "./lump-struct.ts";

const luxels = [lumpStruct("ColorRGBExp32", [0, 1], { rgb: u8(3), exponent: i8() })];

const lightHead = { origin: f32(3), intensity: f32(3), normal: f32(3) };
const lightEnd = {
  style: i32(),
  stopdot: f32(),
  stopdot2: f32(),
  exponent: f32(),
  radius: f32(),
  constant_attn: f32(),
  linear_attn: f32(),
  quadratic_attn: f32(),
  flags: i32(),
  texinfo: i32(),
  owner: i32(),
};
const lightTail = { cluster: i32(), type: i32(), ...lightEnd };
const worldLights = [
  lumpStruct("dworldlight_t", [0], { ...lightHead, ...lightTail }),
  lumpStruct("dworldlight_t", [1], { ...lightHead, shadow_cast_offset: f32(3), ...lightTail }),
  /** Strata Source: its type has a byte, and behind it stands how it lights. */
  lumpStruct("dworldlight_t", [2], {
    ...lightHead,
    shadow_cast_offset: f32(3),
    ...{ cluster: i32(), type: u8(), mode: u8(), pad: u16() },
    ...lightEnd,
  }),
];

const ambientIndex = [
  lumpStruct("dleafambientindex_t", [0], { ambientSampleCount: u16(), firstAmbientSample: u16() }),
  lumpStruct("dleafambientindex_t", [1], { ambientSampleCount: u32(), firstAmbientSample: u32() }),
];
/** A fourth byte each is the exponent; the place is in 1/255 of the leaf's box. */
const ambientSamples = [
  lumpStruct("dleafambientlighting_t", [1], { cube: u8(24), position: u8(3), pad: u8() }),
  lumpStruct("CompressedLightCube", [0], { cube: u8(24) }),
];

export const LIGHT_STRUCTS: LumpStructs = {
  LUMP_LIGHTING: luxels,
  LUMP_LIGHTING_HDR: luxels,
  /** A byte a luxel of a displacement: how much of its second texture is there. */
  LUMP_DISP_LIGHTMAP_ALPHAS: [lumpStruct("unsigned char", [0], { alpha: u8() })],
  LUMP_WORLDLIGHTS: worldLights,
  LUMP_WORLDLIGHTS_HDR: worldLights,
  LUMP_LEAF_AMBIENT_INDEX: ambientIndex,
  LUMP_LEAF_AMBIENT_INDEX_HDR: ambientIndex,
  LUMP_LEAF_AMBIENT_LIGHTING: ambientSamples,
  LUMP_LEAF_AMBIENT_LIGHTING_HDR: ambientSamples,
  /** The place is rounded to whole inches; size 0: the engine's own, else 1 << (size - 1). */
  LUMP_CUBEMAPS: [lumpStruct("dcubemapsample_t", [0], { origin: i32(3), size: u8(), pad: u8(3) })],
  LUMP_MAP_FLAGS: [lumpStruct("dflagslump_t", [0], { levelFlags: u32() })],
};

/** Slots 51 and 52 of Xbox maps of version 19. */
export const LIGHTMAP_PAGE_STRUCTS: LumpStructs = {
  LUMP_LEAF_AMBIENT_INDEX_HDR: [
    lumpStruct("dlightmappage_t", [0], { data: u8(256 * 128), palette: u8(256 * 4) }),
  ],
  LUMP_LEAF_AMBIENT_INDEX: [
    lumpStruct("dlightmappageinfo_t", [0], {
      page: u8(),
      offset: u8(2),
      pad: u8(),
      avgColor: u8(3),
      avgExponent: i8(),
    }),
  ],
};
