/** Numbers that TypeScript and WGSL must agree on; shaders import them by these names. */

import * as material from "./material.ts";
import { NO_STYLE, SURFACE } from "./world.ts";

/** Light styles in the table that shaders read. */
export const STYLE_COUNT = 256;

export const SHADER_CONSTANTS: Record<string, number | string> = {
  STYLE_COUNT,
  NO_STYLE: `${NO_STYLE}u`,
  SURFACE_MATERIAL_MASK: `${(1 << SURFACE.materialBits) - 1}u`,
  SURFACE_BLOCK_WIDTH_SHIFT: `${SURFACE.blockWidthShift}u`,
  SURFACE_PAGE_SHIFT: `${SURFACE.pageShift}u`,
  SURFACE_PAGE_MASK: `${(1 << SURFACE.pageBits) - 1}u`,
  SURFACE_LIT: `${SURFACE.lit >>> 0}u`,
  SURFACE_BUMPED: `${SURFACE.bumped >>> 0}u`,
  MATERIAL_UNLIT: `${material.MATERIAL_UNLIT}u`,
  MATERIAL_SELF_ILLUM: `${material.MATERIAL_SELF_ILLUM}u`,
  MATERIAL_BLEND: `${material.MATERIAL_BLEND}u`,
  MATERIAL_WATER: `${material.MATERIAL_WATER}u`,
  MATERIAL_MISSING: `${material.MATERIAL_MISSING}u`,
};
