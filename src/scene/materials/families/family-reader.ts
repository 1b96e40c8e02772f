/** Types of a material's draw state, and of the readers of material families. */

import type { Vmt } from "../../../formats/vmt/types.ts";
import type { ParamRow } from "../../../map/material-params.ts";
import type { TextureSpace } from "../../../map/texture-roles.ts";
import type { Opacity } from "../opacity.ts";
import type { DrivenMaterial } from "../proxies/run-proxies.ts";
import type { Value, ValueGraph } from "../proxies/value-graph.ts";

/** Parameters of `$treesway`. */
export interface Sway {
  /** Rows of `SWAY_SIZE`, `SWAY_SPEED`, `SWAY_CURVES` and `SWAY_WIND`; without the wind itself. */
  readonly params: readonly ParamRow[];
  /** True if it hangs, as vines do. */
  readonly hangs: boolean;
  /** True if it sways in the map's wind, false in one of its own. */
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
  /** True if it is never drawn. */
  isUnseen: boolean;
  opacity: Opacity;
  flags: number;
  /** Linear; multiplies the base texture. */
  tint: readonly [number, number, number];
  alpha: number;
  alphaTestReference: number;
  /** By slot, `PARAM_*` and `OWN_PARAM`; the default if omitted. */
  readonly params: ParamRow[];
  /** Change per second, by slot; 0 if omitted. */
  readonly paramRates: ParamRow[];
  /**
   * Targets of `material-motion.ts`, with the values of `graph` that are written to them each
   * frame.
   */
  readonly stores: (readonly [target: number, value: Value])[];
  /** Graph of changing values; `null` if the material has only linear motion or none. */
  graph: ValueGraph | null;
  /** Names of unknown proxies. */
  readonly ignoredProxies: readonly string[];
  /** Sway of models in the wind; `null` if they stand still. */
  sway: Sway | null;
  /** By slot, `ROLE_*` and `OWN_ROLE`: names without `materials/` and `.vtf`. */
  textures: (string | undefined)[];
  /** By slot: colour space of a texture, where it differs from its role's. */
  readonly spaces: (TextureSpace | undefined)[];
  /** `$surfaceprop`, lower case. */
  readonly surfaceProp?: string;
  /** Inches of a texel, of decals. */
  decalScale: number;
  /** Part of the base texture that is drawn; all of it if omitted. */
  subRect?: SubRect;
  /** True if no base texture is named or drawn: the engine draws white. */
  untextured: boolean;
  /** True if the shader is unknown; only its base texture is drawn. */
  unsupported: boolean;
}

export interface FamilyReader {
  /** Row of `MATERIAL_FAMILIES`. */
  readonly family: number;
  /**
   * Valve's shaders that this family draws: lower case, without a game's prefix or a hardware
   * level's suffix.
   */
  readonly shaders: RegExp;
  /**
   * Adds the family's parameters to a state that already holds the common ones.
   * @param vmt material with its numbers at time 0
   * @param driven changes by its proxies; `null` if it has none
   */
  readonly read: (vmt: Vmt, state: MaterialState, driven: DrivenMaterial | null) => void;
}
