/** Surface shaders of all families except the flat and the rare ones, loaded on first use. */

import * as any from "../../../shaders/families/any.wgsl?surface";
import * as blend from "../../../shaders/families/blend.wgsl?surface";
import * as lit from "../../../shaders/families/lit.wgsl?surface";
import * as unlit from "../../../shaders/families/unlit.wgsl?surface";
import type { CommonFamilyName } from "../../map/material-families.ts";

export interface SurfaceShaders {
  readonly world: string;
  readonly props: string;
}

/**
 * All families in one shader, chosen by each material. For translucent materials, which need a
 * single draw to keep their order.
 */
export const anyFamilyShaders: SurfaceShaders = any;

export const FAMILY_SHADERS: Readonly<Record<Exclude<CommonFamilyName, "flat">, SurfaceShaders>> = {
  lit,
  blend,
  unlit,
};
