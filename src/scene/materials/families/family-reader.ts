/** What is read of a VMT, and how a family reads it. */

import type { Vmt } from "../../../formats/vmt/types.ts";
import type { ParamRow } from "../../../map/material-params.ts";
import type { TextureSpace } from "../../../map/texture-roles.ts";
import type { Opacity } from "../opacity.ts";
import type { DrivenMaterial } from "../proxies/run-proxies.ts";
import type { Value, ValueGraph } from "../proxies/value-graph.ts";

/** What `$treesway` says. */
export interface Sway {
  /** `PARAM_SWAY_SIZE` and after it, but for the wind. */
  readonly params: readonly ParamRow[];
  /** Leaves are not blown, vines are: it hangs. */
  readonly hangs: boolean;
  /** It sways in the map's wind; or in one of its own. */
  readonly isBlown: boolean;
}

/** A part of a texture, in texels. */
export interface SubRect {
  readonly position: readonly [number, number];
  readonly size: readonly [number, number];
}

export interface MaterialState {
  /** Row of `MATERIAL_FAMILIES`. */
  family: number;
  /** Never drawn. */
  isUnseen: boolean;
  opacity: Opacity;
  flags: number;
  /** Linear; multiplies the base texture. */
  tint: readonly [number, number, number];
  alpha: number;
  alphaTestReference: number;
  /** By row of `MATERIAL_PARAMS`; left out: at rest. */
  readonly params: ParamRow[];
  /** A second's change of them; left out: none. */
  readonly paramRates: ParamRow[];
  /** Targets of `material-motion.ts`, and what of `graph` is written to them each frame. */
  readonly stores: (readonly [target: number, value: Value])[];
  /** null: nothing moves but by its rate. */
  graph: ValueGraph | null;
  /** Names of proxies that are not known. */
  readonly ignoredProxies: readonly string[];
  /** How it sways in the wind, of models; null: not at all. */
  sway: Sway | null;
  /** By role: names without `materials/` and `.vtf`. */
  textures: (string | undefined)[];
  /** By role: how its texture is read, where that is not as the role says. */
  readonly spaces: (TextureSpace | undefined)[];
  /** `$surfaceprop`, lower case: what it is made of. */
  readonly surfaceProp?: string;
  /** Inches of a texel, where it is the picture of a decal. */
  decalScale: number;
  /** The part of the base texture that is shown; left out: all of it. */
  subRect?: SubRect;
  /** No base texture is named, or none that is shown: the engine draws white. */
  untextured: boolean;
  /** The shader is none that is known here; it is drawn as its base texture. */
  unsupported: boolean;
}

export interface FamilyReader {
  /** Row of `MATERIAL_FAMILIES`. */
  readonly family: number;
  /** Shaders that are drawn by it: lower case, without a game's prefix or a hardware level's suffix. */
  readonly shaders: RegExp;
  /**
   * Changes what was read of the parameters that all families have.
   * @param vmt with its numbers as they are at time 0
   * @param driven what its proxies change; null: it has none
   */
  readonly read: (vmt: Vmt, state: MaterialState, driven: DrivenMaterial | null) => void;
}
