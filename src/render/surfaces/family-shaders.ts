/** The surface shaders of all families but the flat and the rare ones: fetched with the first material of one. */

import * as any from "../../../shaders/families/any.wgsl?surface";
import * as blend from "../../../shaders/families/blend.wgsl?surface";
import * as lit from "../../../shaders/families/lit.wgsl?surface";
import * as unlit from "../../../shaders/families/unlit.wgsl?surface";
import type { CommonFamilyName } from "../../map/material-families.ts";

export interface SurfaceShaders {
  readonly world: string;
  readonly props: string;
}

/** All families in one, by each material's own: translucent materials, which one draw has to draw in order. */
export const anyFamilyShaders: SurfaceShaders = any;

export const FAMILY_SHADERS: Readonly<Record<Exclude<CommonFamilyName, "flat">, SurfaceShaders>> = {
  lit,
  blend,
  unlit,
};
