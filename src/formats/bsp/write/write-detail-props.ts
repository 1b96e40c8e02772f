/** The game lumps `dprp` and `dplt`/`dplh`. Source: Valve's public `gamebspfile.h`. */

import { concatBytes, encodeFixedString, encodeInt32 } from "../../binary/encode-bytes.ts";
import type { RecordLayout, Table } from "../../binary/record-layout.ts";
import { writeRecords } from "../../binary/write-records.ts";

export const DETAIL_PROPS_VERSION = 4;
export const DETAIL_PROP_LIGHTING_VERSION = 0;
/** `DETAIL_NAME_LENGTH`. */
export const DETAIL_NAME_BYTES = 128;

const byte = (at: number, arity = 1) => ({ at, type: "u8", as: Uint8Array, arity }) as const;
const ushort = (at: number) => ({ at, type: "u16", as: Uint32Array }) as const;
const vector = (at: number) => ({ at, type: "f32", as: Float32Array, arity: 3 }) as const;
const pair = (at: number) => ({ at, type: "f32", as: Float32Array, arity: 2 }) as const;

/** `DetailSpriteDictLump_t`: 2 values a row each. */
export interface DetailSprites {
  /** Corners about the prop's origin, inches. */
  readonly upperLeft: Float32Array;
  readonly lowerRight: Float32Array;
  readonly texUpperLeft: Float32Array;
  readonly texLowerRight: Float32Array;
}
export const DETAIL_SPRITE: RecordLayout<DetailSprites> = {
  bytes: 32,
  columns: {
    upperLeft: pair(0),
    lowerRight: pair(8),
    texUpperLeft: pair(16),
    texLowerRight: pair(24),
  },
};

/** `DetailObjectLump_t`. */
export interface DetailObjects {
  readonly origin: Float32Array;
  /** Degrees: pitch, yaw, roll. */
  readonly angles: Float32Array;
  /** Row of the model names, or of the sprites. */
  readonly detailModel: Uint32Array;
  readonly leaf: Uint32Array;
  /** ColorRGBExp32. */
  readonly lighting: Uint8Array;
  /** First row in `dplt`. */
  readonly lightStyles: Uint32Array;
  readonly lightStyleCount: Uint8Array;
  readonly swayAmount: Uint8Array;
  readonly shapeAngle: Uint8Array;
  readonly shapeSize: Uint8Array;
  /** 0 as its angles say, 1 turned to the screen, 2 turned to it about Z. */
  readonly orientation: Uint8Array;
  /** 0 model, 1 sprite, 2 crossed sprites, 3 a triangle of sprites. */
  readonly type: Uint8Array;
  readonly scale: Float32Array;
}
export const DETAIL_OBJECT: RecordLayout<DetailObjects> = {
  bytes: 52,
  columns: {
    origin: vector(0),
    angles: vector(12),
    detailModel: ushort(24),
    leaf: ushort(26),
    lighting: byte(28, 4),
    lightStyles: { at: 32, type: "u32", as: Uint32Array },
    lightStyleCount: byte(36),
    swayAmount: byte(37),
    shapeAngle: byte(38),
    shapeSize: byte(39),
    orientation: byte(40),
    type: byte(44),
    scale: { at: 48, type: "f32", as: Float32Array },
  },
};

/** `DetailPropLightstylesLump_t`. */
export interface DetailLighting {
  /** ColorRGBExp32. */
  readonly lighting: Uint8Array;
  readonly style: Uint8Array;
}
export const DETAIL_LIGHTING: RecordLayout<DetailLighting> = {
  bytes: 5,
  columns: { lighting: byte(0, 4), style: byte(4) },
};

export interface DetailProps {
  readonly modelName: readonly string[];
  readonly sprites: Table<DetailSprites>;
  readonly objects: Table<DetailObjects>;
}

/** Game lump `dprp`. Throws RangeError for what a field cannot hold. */
export function writeDetailProps({ modelName, sprites, objects }: DetailProps): Uint8Array {
  return concatBytes([
    encodeInt32(modelName.length),
    ...modelName.map((name) => encodeFixedString(name, DETAIL_NAME_BYTES)),
    encodeInt32(sprites.count),
    writeRecords(sprites, DETAIL_SPRITE),
    encodeInt32(objects.count),
    writeRecords(objects, DETAIL_OBJECT),
  ]);
}

/** Game lump `dplt` (LDR) or `dplh` (HDR). */
export function writeDetailLighting(lighting: Table<DetailLighting>): Uint8Array {
  return concatBytes([encodeInt32(lighting.count), writeRecords(lighting, DETAIL_LIGHTING)]);
}
