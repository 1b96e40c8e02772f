/** The surface shaders of all families but the flat and the rare ones: fetched with the first material of one. */

import * as any from "../../../shaders/families/any.wgsl?surface";
import * as blend from "../../../shaders/families/blend.wgsl?surface";
import * as lit from "../../../shaders/families/lit.wgsl?surface";
import * as unlit from "../../../shaders/families/unlit.wgsl?surface";
import type { MATERIAL_FAMILIES } from "../../map/material-families.ts";

export interface SurfaceShaders {
  readonly world: string;
  readonly props: string;
}

/** All families in one, by each material's own: for what has to be drawn in one draw. */
export const anyFamilyShaders: SurfaceShaders = any;

type Rare = Extract<(typeof MATERIAL_FAMILIES)[number], { readonly rare: true }>;
type FamilyName = Exclude<(typeof MATERIAL_FAMILIES)[number]["name"], "flat" | Rare["name"]>;

export const FAMILY_SHADERS: Readonly<Record<FamilyName, SurfaceShaders>> = {
  lit,
  blend,
  unlit,
};
