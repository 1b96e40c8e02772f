/** Numbers that TypeScript and WGSL must agree on; shaders import them by these names. */

import * as material from "./material.ts";
import { NO_BAKED_LIGHT } from "./props.ts";
import { NO_STYLE, SURFACE, WORLD_VERTEX } from "./world.ts";

/** Light styles in the table that shaders read. */
export const STYLE_COUNT = 256;

/** Bits of the frame's flag word. Textures off: white surfaces. */
export const FRAME_TEXTURES = 1;
/** Lightmaps off: the world is fully lit. */
export const FRAME_LIGHTMAPS = 2;
/** No light at all, on props neither. */
export const FRAME_FULLBRIGHT = 4;

/** Bits of a material row: which of its textures are there. */
export const MATERIAL_ROW_BASE = 1;
export const MATERIAL_ROW_BASE2 = 2;

export const SHADER_CONSTANTS: Record<string, number | string> = {
  STYLE_ROWS: STYLE_COUNT / 4,
  NO_BAKED_LIGHT: `${NO_BAKED_LIGHT}u`,
  NO_STYLE: `${NO_STYLE}u`,
  FRAME_TEXTURES: `${FRAME_TEXTURES}u`,
  FRAME_LIGHTMAPS: `${FRAME_LIGHTMAPS}u`,
  FRAME_FULLBRIGHT: `${FRAME_FULLBRIGHT}u`,
  WORLD_VERTEX_STRIDE_WORDS: `${WORLD_VERTEX.strideBytes / 4}u`,
  SURFACE_MATERIAL_MASK: `${2 ** SURFACE.materialBits - 1}u`,
  SURFACE_BLOCK_WIDTH_SHIFT: `${SURFACE.blockWidthShift}u`,
  SURFACE_BLOCK_WIDTH_MASK: `${2 ** (SURFACE.pageShift - SURFACE.blockWidthShift) - 1}u`,
  SURFACE_PAGE_SHIFT: `${SURFACE.pageShift}u`,
  SURFACE_PAGE_MASK: `${2 ** SURFACE.pageBits - 1}u`,
  SURFACE_LIT: `${SURFACE.lit >>> 0}u`,
  SURFACE_BUMPED: `${SURFACE.bumped >>> 0}u`,
  MATERIAL_ROW_BASE: `${MATERIAL_ROW_BASE}u`,
  MATERIAL_ROW_BASE2: `${MATERIAL_ROW_BASE2}u`,
  MATERIAL_UNLIT: `${material.MATERIAL_UNLIT}u`,
  MATERIAL_SELF_ILLUM: `${material.MATERIAL_SELF_ILLUM}u`,
  MATERIAL_WATER: `${material.MATERIAL_WATER}u`,
};
