/** Constants shared by TypeScript and WGSL; shaders import them by these names. */

import * as details from "../map/details.ts";
import * as detailModes from "../map/families/detail-modes.ts";
import * as missing from "../map/families/missing.ts";
import * as material from "../map/material.ts";
import { FAMILY_CONSTANT, OWN_PARAM, OWN_ROLE } from "../map/material-families.ts";
import { MATERIAL_PARAMS, PARAM_COUNT } from "../map/material-params.ts";
import { LAMP_SHADOWS, LAMP_WORLD } from "../map/motion/lamps.ts";
import {
  MAX_MOTION_OPS,
  MOTION_ALPHA,
  MOTION_FRAME,
  MOTION_OPS,
  MOTION_PARAM,
} from "../map/motion/material-motion.ts";
import {
  FOLLOW_ALIGNED,
  MAX_FOLLOW_DEPTH,
  TRACK_HELD,
  TRACK_LOOPING,
} from "../map/motion/prop-motion.ts";
import * as beams from "../map/placed/beams.ts";
import * as emitters from "../map/placed/emitters.ts";
import * as particles from "../map/placed/particles.ts";
import * as ropes from "../map/placed/ropes.ts";
import * as sprites from "../map/placed/sprites.ts";
import {
  FINE_MAP_HEADER_WORDS,
  NO_BAKED_LIGHT,
  PROP_VERTEX,
  SECOND_COORD_RANGE,
} from "../map/props.ts";
import { ROLE_COUNT, SHARED_ROLE_COUNT, TEXTURE_ROLES } from "../map/texture-roles.ts";
import {
  CHUNK_BRUSH_MODEL,
  CHUNK_DISPLACEMENT,
  NO_STYLE,
  STYLE_COUNT,
  SURFACE,
  WORLD_VERTEX,
} from "../map/world.ts";
import {
  CONSTANT_DOT,
  LIGHTS_PER_PROP,
  NO_WORLD_LIGHT,
  PROP_BUMPS_UNBAKED,
  PROP_IGNORE_NORMALS,
  WORLD_LIGHT_STYLE_MASK,
  WORLD_LIGHT_SUN,
} from "../map/world-lights.ts";
import { FRUSTUM_PLANES } from "../math/frustum.ts";
import { DRAW_SET_NAMES } from "./draws/set-names.ts";

/** Bits of the frame's flag word. Textures are shown; without this bit surfaces are white. */
export const FRAME_TEXTURES = 1;
/** Lightmaps are shown; without this bit the world is fully lit. */
export const FRAME_LIGHTMAPS = 2;
/** Everything is fully lit, including props. */
export const FRAME_FULLBRIGHT = 4;
/** Culling by visible clusters, by the frustum, and by the depth pyramid. */
export const FRAME_PVS = 8;
export const FRAME_FRUSTUM = 16;
export const FRAME_OCCLUSION = 32;
/** Kinds of chunks drawn besides the world's faces. */
export const FRAME_DISPLACEMENTS = 64;
export const FRAME_BRUSH_MODELS = 128;
/** Models are animated. */
export const FRAME_ANIMATIONS = 256;
/** Translucent surfaces are drawn. */
export const FRAME_TRANSLUCENT = 512;
/** The frame draws the view. */
export const FRAME_DRAWN = 1024;
/** Bits from here on: draw sets that the settings show, by number. */
export const FRAME_SETS_SHIFT = 16;

/** Views of a renderer, and views that share a cull table. */
export const MAX_VIEWS = 12;
export const MAX_TABLE_VIEWS = 2;

/** Projected textures that light a picture at once: those nearest to the camera. */
export const LAMPS_AT_ONCE = 4;

/**
 * Bits of what materials hide: `1 << role` for textures, and above them the highlights and rim
 * light of models.
 */
export const HIDDEN_PHONG = 1 << 16;

/** Bits of a chunk row's info word: triangle count 0-7, kind 8-9, then flags. */
export const CHUNK_KIND_SHIFT = 8;
/** The chunk is drawn from behind, too. */
export const CHUNK_TWO_SIDED = 1 << 10;

/** Shift of the draw set's number in a row of the back-to-front list. */
export const SET_SHIFT = 28;

/**
 * Kinds of parts of a cull table: chunks tested triangle by triangle, chunks drawn whole, decals,
 * prop instances, translucent chunks, translucent meshes of props.
 */
export const PART_TRIANGLES = 0;
export const PART_BOXES = 1;
export const PART_DECALS = 2;
export const PART_PROPS = 3;
export const PART_PANES = 4;
export const PART_MESHES = 5;
/** Vectors of four words per part. */
export const PART_VECTORS = 6;
/** Value of a part's index list if its indices are in the world's geometry. */
export const IN_GEOMETRY = 0xffffffff;

/** Rows per workgroup of the culling shaders. */
export const CULL_GROUP_SIZE = 64;

/**
 * Luminance bins of automatic exposure, and number of goals that are averaged; as in the engine.
 */
export const LUMINANCE_BINS = 16;
/** Texels of a row that a workgroup of `shaders/screen/bloom.wgsl` shrinks. */
export const BLOOM_ROW = 128;
/** Texels that bloom reads to either side. A workgroup stores no blurred texels so near its ends. */
export const BLOOM_REACH = 12;
export const EXPOSURE_GOALS = 10;

/** Words of a batch's draw arguments. */
export const BATCH_ARGS_WORDS = 10;

/** A texel of the depth pyramid's first level covers a square `1 << PYRAMID_SHIFT` pixels wide. */
export const PYRAMID_SHIFT = 2;
/**
 * Width of the depth pyramid's workgroups in threads. A thread has two by two texels of the first
 * level.
 */
export const PYRAMID_GROUP_EDGE = 16;
/** In the last level, a workgroup has one texel. */
export const PYRAMID_LEVELS = 2 + Math.log2(PYRAMID_GROUP_EDGE);

/** Bits of a material row: `1 << role` if that texture is loaded; flags above them. */
/** The material is additive. */
export const MATERIAL_ROW_ADDITIVE = 1 << 16;

/** Bits of all roles that are read from texture slots. */
const SLOT_ROLES = TEXTURE_ROLES.reduce(
  (bits, { dimension }, role) => (dimension === "2d" ? bits | (1 << role) : bits),
  0,
);

/** Word of a prop draw: the material's row, and above it the flags for lamp light. */
export const PROP_DRAW_FLAGS_SHIFT = 12;
export const PROP_DRAW_MATERIAL_MASK = 0xffff;

/** Word for the place of a texture: its layer, and above it the slot of its array texture. */
export const TEXTURE_PLACE_SLOT_SHIFT = 16;

/** Only the shader linker uses the list, so bundlers may drop it from the shipped code. */
export const SHADER_CONSTANTS = /* @__PURE__ */ ((): Record<string, number | string> => ({
  STYLE_ROWS: STYLE_COUNT / 4,
  FINE_MAP_HEADER_WORDS: `${FINE_MAP_HEADER_WORDS}u`,
  NO_BAKED_LIGHT: `${NO_BAKED_LIGHT}u`,
  TRACK_HELD: `${TRACK_HELD}u`,
  TRACK_LOOPING: `${TRACK_LOOPING}u`,
  MAX_FOLLOW_DEPTH: `${MAX_FOLLOW_DEPTH}u`,
  FOLLOW_ALIGNED: `${FOLLOW_ALIGNED}u`,
  NO_STYLE: `${NO_STYLE}u`,
  NO_WORLD_LIGHT: `${NO_WORLD_LIGHT}u`,
  LAMP_SHADOWS: `${LAMP_SHADOWS}u`,
  LAMP_WORLD: `${LAMP_WORLD}u`,
  LAMPS_AT_ONCE: `${LAMPS_AT_ONCE}u`,
  LIGHTS_PER_PROP: `${LIGHTS_PER_PROP}u`,
  WORLD_LIGHT_STYLE_MASK: `${WORLD_LIGHT_STYLE_MASK}u`,
  WORLD_LIGHT_SUN: `${WORLD_LIGHT_SUN}u`,
  PROP_BUMPS_UNBAKED: `${PROP_BUMPS_UNBAKED}u`,
  PROP_IGNORE_NORMALS: `${PROP_IGNORE_NORMALS}u`,
  CONSTANT_DOT,
  FRAME_TEXTURES: `${FRAME_TEXTURES}u`,
  FRAME_LIGHTMAPS: `${FRAME_LIGHTMAPS}u`,
  FRAME_FULLBRIGHT: `${FRAME_FULLBRIGHT}u`,
  FRAME_PVS: `${FRAME_PVS}u`,
  FRAME_FRUSTUM: `${FRAME_FRUSTUM}u`,
  FRAME_OCCLUSION: `${FRAME_OCCLUSION}u`,
  FRAME_DISPLACEMENTS: `${FRAME_DISPLACEMENTS}u`,
  FRAME_BRUSH_MODELS: `${FRAME_BRUSH_MODELS}u`,
  FRAME_ANIMATIONS: `${FRAME_ANIMATIONS}u`,
  FRAME_TRANSLUCENT: `${FRAME_TRANSLUCENT}u`,
  FRAME_DRAWN: `${FRAME_DRAWN}u`,
  FRAME_SETS_SHIFT: `${FRAME_SETS_SHIFT}u`,
  MAX_VIEWS: `${MAX_VIEWS}u`,
  MAX_TABLE_VIEWS: `${MAX_TABLE_VIEWS}u`,
  PART_TRIANGLES: `${PART_TRIANGLES}u`,
  PART_BOXES: `${PART_BOXES}u`,
  PART_DECALS: `${PART_DECALS}u`,
  PART_PROPS: `${PART_PROPS}u`,
  PART_PANES: `${PART_PANES}u`,
  PART_MESHES: `${PART_MESHES}u`,
  PART_VECTORS: `${PART_VECTORS}u`,
  IN_GEOMETRY: `${IN_GEOMETRY}u`,
  HIDDEN_PHONG: `${HIDDEN_PHONG}u`,
  FRUSTUM_PLANES,
  CHUNK_KIND_SHIFT: `${CHUNK_KIND_SHIFT}u`,
  CHUNK_TWO_SIDED: `${CHUNK_TWO_SIDED}u`,
  CHUNK_DISPLACEMENT: `${CHUNK_DISPLACEMENT}u`,
  CHUNK_BRUSH_MODEL: `${CHUNK_BRUSH_MODEL}u`,
  SET_SHIFT: `${SET_SHIFT}u`,
  ...Object.fromEntries(
    DRAW_SET_NAMES.map((name, number) => [`SET_${name.toUpperCase()}`, `${number}u`]),
  ),
  CULL_GROUP_SIZE: `${CULL_GROUP_SIZE}u`,
  BATCH_ARGS_WORDS: `${BATCH_ARGS_WORDS}u`,
  ...Object.fromEntries(
    Object.entries(detailModes.DETAIL_MODE).map(([name, mode]) => [`DETAIL_${name}`, `${mode}u`]),
  ),
  DETAIL_SWAY_MAX: `${details.DETAIL_SWAY_MAX}.0`,
  DETAIL_FACING_FIXED: details.DETAIL_FACING_FIXED,
  DETAIL_FACING_EYE: details.DETAIL_FACING_EYE,
  DETAIL_FADE_MAX: `${details.DETAIL_FADE_MAX}.0`,
  BLOOM_REACH: `${BLOOM_REACH}u`,
  BLOOM_ROW: `${BLOOM_ROW}u`,
  LUMINANCE_BINS: `${LUMINANCE_BINS}u`,
  EXPOSURE_GOALS: `${EXPOSURE_GOALS}u`,
  PYRAMID_SHIFT: `${PYRAMID_SHIFT}u`,
  PYRAMID_GROUP_EDGE: `${PYRAMID_GROUP_EDGE}u`,
  PYRAMID_LEVELS: `${PYRAMID_LEVELS}u`,
  WORLD_VERTEX_STRIDE_WORDS: `${WORLD_VERTEX.strideBytes / 4}u`,
  PROP_VERTEX_STRIDE_WORDS: `${PROP_VERTEX.strideBytes / 4}u`,
  SURFACE_MATERIAL_MASK: `${2 ** SURFACE.materialBits - 1}u`,
  SURFACE_BLOCK_WIDTH_SHIFT: `${SURFACE.blockWidthShift}u`,
  SURFACE_BLOCK_WIDTH_MASK: `${2 ** (SURFACE.pageShift - SURFACE.blockWidthShift) - 1}u`,
  SURFACE_PAGE_SHIFT: `${SURFACE.pageShift}u`,
  SURFACE_PAGE_MASK: `${2 ** SURFACE.pageBits - 1}u`,
  SURFACE_LIT: `${SURFACE.lit >>> 0}u`,
  SURFACE_BUMPED: `${SURFACE.bumped >>> 0}u`,
  ROLE_COUNT,
  SHARED_ROLE_COUNT,
  ...Object.fromEntries(
    TEXTURE_ROLES.map(({ name }, role) => [`ROLE_${name.toUpperCase()}`, `${role}u`]),
  ),
  ...Object.fromEntries(
    Object.entries(OWN_ROLE).map(([name, slot]) => [`ROLE_${name.toUpperCase()}`, `${slot}u`]),
  ),
  SLOT_ROLES: `${SLOT_ROLES}u`,
  PARAM_COUNT,
  MAX_MOTION_OPS,
  ...Object.fromEntries(MOTION_OPS.map((name, op) => [`MOTION_OP_${name}`, `${op}u`])),
  MOTION_ALPHA: `${MOTION_ALPHA}u`,
  MOTION_FRAME: `${MOTION_FRAME}u`,
  MOTION_PARAM: `${MOTION_PARAM}u`,
  ...Object.fromEntries(MATERIAL_PARAMS.map(({ name }, row) => [`PARAM_${name}`, `${row}u`])),
  ...Object.fromEntries(
    Object.entries(OWN_PARAM).map(([name, slot]) => [`PARAM_${name}`, `${slot}u`]),
  ),
  ...Object.fromEntries(
    Object.entries({ ...FAMILY_CONSTANT, ...missing, SECOND_COORD_RANGE }).map(([name, value]) => [
      name,
      `${value}u`,
    ]),
  ),
  MATERIAL_ROW_ADDITIVE: `${MATERIAL_ROW_ADDITIVE}u`,
  PROP_DRAW_FLAGS_SHIFT: `${PROP_DRAW_FLAGS_SHIFT}u`,
  PROP_DRAW_MATERIAL_MASK: `${PROP_DRAW_MATERIAL_MASK}u`,
  TEXTURE_PLACE_SLOT_SHIFT: `${TEXTURE_PLACE_SLOT_SHIFT}u`,
  TEXTURE_PLACE_LAYER_MASK: `${2 ** TEXTURE_PLACE_SLOT_SHIFT - 1}u`,
  SKY_SIDE_COUNT: material.SKY_SIDES.length,
  ROPE_FIRST: `${ropes.ROPE_FIRST}u`,
  ROPE_LAST: `${ropes.ROPE_LAST}u`,
  ROPE_BLENDED: `${ropes.ROPE_BLENDED}u`,
  SPRITE_ORIENTATION_MASK: `${sprites.SPRITE_ORIENTATION_MASK}u`,
  SPRITE_ORIENTED: `${sprites.SPRITE_ORIENTED}u`,
  SPRITE_PARALLEL: `${sprites.SPRITE_PARALLEL}u`,
  SPRITE_ADDS: `${sprites.SPRITE_ADDS}u`,
  SPRITE_FULL: `${sprites.SPRITE_FULL}u`,
  SPRITE_SOLID: `${sprites.SPRITE_SOLID}u`,
  SPRITE_STORED: `${sprites.SPRITE_STORED}u`,
  SPRITE_FIXED_SIZE: `${sprites.SPRITE_FIXED_SIZE}u`,
  SPRITE_NO_FADE: `${sprites.SPRITE_NO_FADE}u`,
  SPRITE_DEPTH_TESTED: `${sprites.SPRITE_DEPTH_TESTED}u`,
  SPRITE_BEAM: `${sprites.SPRITE_BEAM}u`,
  SPRITE_HALO: `${sprites.SPRITE_HALO}u`,
  SPRITE_LIGHT_GLOW: `${sprites.SPRITE_LIGHT_GLOW}u`,
  SPRITE_ONE_SIDED: `${sprites.SPRITE_ONE_SIDED}u`,
  SPRITE_SUN: `${sprites.SPRITE_SUN}u`,
  SPRITE_LOOKED_AT: `${sprites.SPRITE_LOOKED_AT}u`,
  SPRITE_NO_GLOW: `${sprites.NO_GLOW}u`,
  BEAM_SHADE_IN: `${beams.BEAM_SHADE_IN}u`,
  BEAM_SHADE_OUT: `${beams.BEAM_SHADE_OUT}u`,
  BEAM_RING: `${beams.BEAM_RING}u`,
  BEAM_POINT_SHIFT: `${beams.BEAM_POINT_SHIFT}u`,
  BEAM_ROW_SHIFT: `${beams.BEAM_ROW_SHIFT}u`,
  ...Object.fromEntries(
    Object.entries({ ...emitters, ...particles }).flatMap(([name, value]) =>
      typeof value === "number" && /^(PARTICLE|EMITTER|CURVE)_/.test(name)
        ? [[name, `${value}u`]]
        : [],
    ),
  ),
  ROOF_CELLS: `${emitters.ROOF_CELLS}u`,
  DRAG: `${emitters.DRAG}.0`,
  MATERIAL_ALPHA_MASK: `${material.MATERIAL_ALPHA_MASK}u`,
  MATERIAL_NO_CULL: `${material.MATERIAL_NO_CULL}u`,
  MATERIAL_UNLIT: `${material.MATERIAL_UNLIT}u`,
  MATERIAL_SELF_ILLUM: `${material.MATERIAL_SELF_ILLUM}u`,
  MATERIAL_TRANSFORMED: `${material.MATERIAL_TRANSFORMED}u`,
  MATERIAL_ENV_MASK: `${material.MATERIAL_ENV_MASK}u`,
  MATERIAL_BUMP_MASK: `${material.MATERIAL_BUMP_MASK}u`,
  MATERIAL_SSBUMP: `${material.MATERIAL_SSBUMP}u`,
  MATERIAL_TEXTURE_MASK: `${material.MATERIAL_TEXTURE_MASK}u`,
  MATERIAL_BOX_MIRROR: `${material.MATERIAL_BOX_MIRROR}u`,
  MATERIAL_SEE_THROUGH: `${material.MATERIAL_SEE_THROUGH}u`,
  MATERIAL_BLURRED: `${material.MATERIAL_BLURRED}u`,
  MATERIAL_RIM_FADES: `${material.MATERIAL_RIM_FADES}u`,
  MATERIAL_HANGS: `${material.MATERIAL_HANGS}u`,
  MATERIAL_SHEETS: `${material.MATERIAL_SHEETS}u`,
  MATERIAL_FROM_BELOW: `${material.MATERIAL_FROM_BELOW}u`,
  MATERIAL_NO_FRESNEL: `${material.MATERIAL_NO_FRESNEL}u`,
  MATERIAL_VERTEX_LIT: `${material.MATERIAL_VERTEX_LIT}u`,
  MATERIAL_HALF_LAMBERT: `${material.MATERIAL_HALF_LAMBERT}u`,
  MATERIAL_MOD2X: `${material.MATERIAL_MOD2X}u`,
  MATERIAL_NO_FOG: `${material.MATERIAL_NO_FOG}u`,
}))();
