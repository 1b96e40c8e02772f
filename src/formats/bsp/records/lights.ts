/**
 * Lights for surfaces without a lightmap. Sources: Valve's public `bspfile.h` of Source SDK 2013
 * and of Alien Swarm.
 */

import { f32, i32, u8, u16, u32 } from "../../binary/struct.ts";
import type { Cubemaps } from "../types.ts";
import { type Columns, type ColumnsOf, column, type LumpRecord, record } from "./record.ts";

/** `emittype_t`. */
export const EMIT_SURFACE = 0;
export const EMIT_POINT = 1;
export const EMIT_SPOTLIGHT = 2;
export const EMIT_SKYLIGHT = 3;
export const EMIT_QUAKELIGHT = 4;
export const EMIT_SKYAMBIENT = 5;

export const WORLDLIGHT_COLUMNS = {
  origin: Float32Array,
  intensity: Float32Array,
  normal: Float32Array,
  cluster: Int32Array,
  /** `EMIT_*`. */
  type: Int32Array,
  style: Int32Array,
  /** Cosines of the inner and outer angle of the penumbra. */
  stopdot: Float32Array,
  stopdot2: Float32Array,
  exponent: Float32Array,
  /** Inches. */
  radius: Float32Array,
  constant_attn: column("constantAttn", Float32Array),
  linear_attn: column("linearAttn", Float32Array),
  quadratic_attn: column("quadraticAttn", Float32Array),
  /** 1 if the light is already part of the leafs' ambient cubes. */
  flags: Int32Array,
  texinfo: Int32Array,
  /** Row of the entities. */
  owner: Int32Array,
};
export type DWorldLight = ColumnsOf<typeof WORLDLIGHT_COLUMNS>;

const head = { origin: f32(3), intensity: f32(3), normal: f32(3) };
const tail = {
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
const kind = { cluster: i32(), type: i32() };

export const WORLDLIGHT_FIELDS = { ...head, ...kind, ...tail };

/** LUMP_WORLDLIGHTS and LUMP_WORLDLIGHTS_HDR. */
export const WORLDLIGHTS = [
  record("dworldlight_t", [0], WORLDLIGHT_COLUMNS, WORLDLIGHT_FIELDS),
  record("dworldlight_t", [1], WORLDLIGHT_COLUMNS, {
    ...head,
    shadow_cast_offset: f32(3),
    ...kind,
    ...tail,
  }),
  // Strata Source stores the type as a byte, followed by the light's mode.
  record("dworldlight_t", [2], WORLDLIGHT_COLUMNS, {
    ...head,
    shadow_cast_offset: f32(3),
    ...{ cluster: i32(), type: u8(), mode: u8(), pad: u16() },
    ...tail,
  }),
];
export const DWORLDLIGHT = WORLDLIGHTS[0];

const AMBIENT_INDEX = {
  ambientSampleCount: column("sampleCount", Uint32Array),
  firstAmbientSample: column("firstSample", Uint32Array, {
    to: "LUMP_LEAF_AMBIENT_LIGHTING",
    count: "sampleCount",
  }),
};

/** LUMP_LEAF_AMBIENT_INDEX and LUMP_LEAF_AMBIENT_INDEX_HDR: a row a leaf. */
export const LEAF_AMBIENT_INDEX = [
  record("dleafambientindex_t", [0], AMBIENT_INDEX, {
    ambientSampleCount: u16(),
    firstAmbientSample: u16(),
  }),
  record("dleafambientindex_t", [1], AMBIENT_INDEX, {
    ambientSampleCount: u32(),
    firstAmbientSample: u32(),
  }),
];

/** LUMP_LEAF_AMBIENT_LIGHTING and LUMP_LEAF_AMBIENT_LIGHTING_HDR in maps with an index lump. */
export const LEAF_AMBIENT_LIGHTING = [
  record(
    "dleafambientlighting_t",
    [1],
    {
      /** Six `ColorRGBExp32`. */
      cube: Uint8Array,
      /** Position in 1/255 of the leaf's box. */
      position: Uint8Array,
    },
    { cube: u8(24), position: u8(3), pad: u8() },
  ),
];

export const CUBEMAPS: readonly LumpRecord<Columns<Cubemaps>>[] = [
  record(
    "dcubemapsample_t",
    [0],
    {
      /** Rounded to whole inches. */
      origin: Int32Array,
      /** 0 for the engine's default size, else 1 << (size − 1) texels. */
      size: Int32Array,
    },
    { origin: i32(3), size: u8(), pad: u8(3) },
  ),
];
