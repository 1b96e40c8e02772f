/** Records of the game lumps `dprp` and `dplt`/`dplh`. Source: Valve's public `gamebspfile.h`. */

import { f32, u8, u16, u32 } from "../../binary/struct.ts";
import type { DetailLighting, DetailObjects, DetailSprites } from "../types.ts";
import { column, type LumpRecord, record } from "./record.ts";

/** The only version that the engine accepts. */
export const DETAIL_PROPS_VERSION = 4;
export const DETAIL_PROP_LIGHTING_VERSION = 0;
/** `DETAIL_NAME_LENGTH`. */
export const DETAIL_NAME_BYTES = 128;

/** `DetailPropType_t`: shape of a prop. */
export const DETAIL_PROP_TYPE_MODEL = 0;
export const DETAIL_PROP_TYPE_SPRITE = 1;
export const DETAIL_PROP_TYPE_SHAPE_CROSS = 2;
export const DETAIL_PROP_TYPE_SHAPE_TRI = 3;
/** `DetailPropOrientation_t`: direction a prop faces. */
export const DETAIL_PROP_ORIENT_NORMAL = 0;
export const DETAIL_PROP_ORIENT_SCREEN_ALIGNED = 1;
export const DETAIL_PROP_ORIENT_SCREEN_ALIGNED_VERTICAL = 2;
/** Highest valid orientation. */
export const MAX_ORIENTATION = DETAIL_PROP_ORIENT_SCREEN_ALIGNED_VERTICAL;

/** Two corners in inches, then two in the sprite sheet, 0 to 1. */
export const DETAIL_SPRITE: LumpRecord<DetailSprites> = record(
  "DetailSpriteDictLump_t",
  [DETAIL_PROPS_VERSION],
  {
    UL: column("upperLeft", Float32Array),
    LR: column("lowerRight", Float32Array),
    TexUL: column("texUpperLeft", Float32Array),
    TexLR: column("texLowerRight", Float32Array),
  },
  { UL: f32(2), LR: f32(2), TexUL: f32(2), TexLR: f32(2) },
);

export const DETAIL_OBJECT: LumpRecord<DetailObjects> = record(
  "DetailObjectLump_t",
  [DETAIL_PROPS_VERSION],
  {
    origin: Float32Array,
    angles: Float32Array,
    /** Row of the models or of the sprites, depending on `type`. Both lists precede the props. */
    detailModel: Uint32Array,
    leaf: column("leaf", Uint32Array, { to: "LUMP_LEAFS" }),
    lighting: Uint8Array,
    /** First row of `dplt` or `dplh`. */
    lightStyles: Uint32Array,
    lightStyleCount: Uint8Array,
    swayAmount: Uint8Array,
    shapeAngle: Uint8Array,
    shapeSize: Uint8Array,
    orientation: Uint8Array,
    type: Uint8Array,
    scale: Float32Array,
  },
  {
    origin: f32(3),
    angles: f32(3),
    detailModel: u16(),
    leaf: u16(),
    lighting: u8(4),
    lightStyles: u32(),
    lightStyleCount: u8(),
    swayAmount: u8(),
    shapeAngle: u8(),
    shapeSize: u8(),
    orientation: u8(),
    pad: u8(3),
    type: u8(),
    padType: u8(3),
    scale: f32(),
  },
);

export const DETAIL_LIGHTING: LumpRecord<DetailLighting> = record(
  "DetailPropLightstylesLump_t",
  [DETAIL_PROP_LIGHTING_VERSION],
  { lighting: Uint8Array, style: Uint8Array },
  { lighting: u8(4), style: u8() },
);
