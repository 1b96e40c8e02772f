/** Constants of inspection views for shaders: rows of views, and layout of the facts. */

import { MATERIAL_MISSING } from "../../map/material.ts";
import { MATERIAL_FAMILIES } from "../../map/material-families.ts";
import { MAX_LODS } from "../../map/props.ts";
import { STANDABLE_Z, WALL_Z } from "../../map/solid/steepness.ts";
import { OVERDRAW_STEP } from "./legend.ts";
import { VIEWS } from "./view-list.ts";

/** Greatest number of rows in a legend. */
export const INSPECT_STOPS = 40;

/**
 * Bit fields of a vertex's word: bytes of its face's lightmap, then `CHUNK_*` kind, then
 * `REASON_*`.
 */
export const FACT_BYTES_BITS = 26;
export const FACT_KIND_SHIFT = 26;
export const FACT_REASON_SHIFT = 28;

/** Reasons for which a row is not drawn. */
export const REASON_NONE = 0;
export const REASON_PVS = 1;
export const REASON_FRUSTUM = 2;
export const REASON_OCCLUSION = 3;

/** Offsets in words of an instance's facts. */
export const INSTANCE_FACTS = {
  /** Three floats, inches. */
  origin: 0,
  lodCount: 3,
  reason: 4,
  /** In inches. 0 if it never fades; negative if it fades by size on the screen. */
  fadeMax: 5,
  /** `MAX_LODS` LOD metrics. */
  switches: 6,
  strideWords: 6 + MAX_LODS,
} as const;

/** Constants for the shader linker. Rows of views are named like `VIEW_LUXEL_DENSITY`. */
export const VIEW_CONSTANTS: Readonly<Record<string, number | string>> = {
  INSPECT_STOPS,
  STANDABLE_Z,
  WALL_Z,
  MATERIAL_MISSING: `${MATERIAL_MISSING}u`,
  MODEL_SHADERS: `${MATERIAL_FAMILIES.length}u`,
  FACT_BYTES_MASK: `${2 ** FACT_BYTES_BITS - 1}u`,
  FACT_KIND_SHIFT: `${FACT_KIND_SHIFT}u`,
  FACT_REASON_SHIFT: `${FACT_REASON_SHIFT}u`,
  ...Object.fromEntries(
    Object.entries(INSTANCE_FACTS).map(([name, word]) => [
      `INSTANCE_${name.replaceAll(/[A-Z]/g, "_$&").toUpperCase()}`,
      `${word}u`,
    ]),
  ),
  OVERDRAW_RED: OVERDRAW_STEP[0],
  OVERDRAW_GREEN: OVERDRAW_STEP[1],
  OVERDRAW_BLUE: OVERDRAW_STEP[2],
  ...Object.fromEntries(
    VIEWS.map(({ name }, row) => [`VIEW_${name.toUpperCase().replaceAll("-", "_")}`, `${row}u`]),
  ),
};
