/** Records of the game lumps `dprp` and `dplt`/`dplh`. Source: Valve's public `gamebspfile.h`. */

import { byte, float, uint, ushort, vector } from "../../binary/columns.ts";
import type { RecordLayout } from "../../binary/record-layout.ts";
import type { DetailLighting, DetailObjects, DetailSprites } from "../types.ts";

/** The only version there is: the engine takes no other. */
export const DETAIL_PROPS_VERSION = 4;
export const DETAIL_PROP_LIGHTING_VERSION = 0;
/** `DETAIL_NAME_LENGTH`. */
export const DETAIL_NAME_BYTES = 128;

/** `DetailPropType_t`: what a prop looks like. */
export const DETAIL_PROP_TYPE_MODEL = 0;
export const DETAIL_PROP_TYPE_SPRITE = 1;
export const DETAIL_PROP_TYPE_SHAPE_CROSS = 2;
export const DETAIL_PROP_TYPE_SHAPE_TRI = 3;
/** `DetailPropOrientation_t`: which way a prop looks. */
export const DETAIL_PROP_ORIENT_NORMAL = 0;
export const DETAIL_PROP_ORIENT_SCREEN_ALIGNED = 1;
export const DETAIL_PROP_ORIENT_SCREEN_ALIGNED_VERTICAL = 2;
/** The last of them. */
export const MAX_ORIENTATION = DETAIL_PROP_ORIENT_SCREEN_ALIGNED_VERTICAL;

/** `DetailSpriteDictLump_t`. */
export const DETAIL_SPRITE: RecordLayout<DetailSprites> = {
  bytes: 32,
  columns: {
    upperLeft: float(0, 2),
    lowerRight: float(8, 2),
    texUpperLeft: float(16, 2),
    texLowerRight: float(24, 2),
  },
};

/** `DetailObjectLump_t`. */
export const DETAIL_OBJECT: RecordLayout<DetailObjects> = {
  bytes: 52,
  columns: {
    origin: vector(0),
    angles: vector(12),
    detailModel: ushort(24),
    leaf: ushort(26),
    lighting: byte(28, 4),
    lightStyles: uint(32),
    lightStyleCount: byte(36),
    swayAmount: byte(37),
    shapeAngle: byte(38),
    shapeSize: byte(39),
    orientation: byte(40),
    type: byte(44),
    scale: float(48),
  },
};

/** `DetailPropLightstylesLump_t`. */
export const DETAIL_LIGHTING: RecordLayout<DetailLighting> = {
  bytes: 5,
  columns: { lighting: byte(0, 4), style: byte(4) },
};
