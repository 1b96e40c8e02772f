/** Fields that a material family declares in its row of `family-rows.ts`. */

import type { ParamRow } from "../material-params.ts";
import type { SharedRoleName, TextureRole } from "../texture-roles.ts";

/**
 * Traits of families. Code tests a trait instead of a family's name: shaders with `@if(<trait>)`,
 * TypeScript with `hasTrait`. The linker has no list of traits.
 */
export const TRAITS = [
  /** Shows the background, refracted: its shader has `refractedOf`. See `PASS_REFRACTING`. */
  "refracting",
  /** Water surface: it fogs everything below it and may mirror everything above it. */
  "water",
  /** Water whose waves follow a flow map. */
  "flowing",
  /**
   * Translucent surfaces fade near opaque ones behind them. Their pipelines read the depth behind
   * them: see `GROUP_BEHIND`. `SOFT` is one of its parameters.
   */
  "soft",
  /** Multiplies the background. */
  "modulating",
  /** Multiplies the background, with fog quadratic in the remaining light: shadows of models. */
  "shadowing",
  /** `SurfacePoint.own`: the vertices' coordinates, for textures with separate transforms. */
  "doubled",
  /** `SurfacePoint.place`, and `flowCoord`: inches along the surface. */
  "flowCoord",
  /** `SurfacePoint.place` and `facesTo`: textures are projected along the world's axes. */
  "seamless",
  /** `SurfacePoint.away`, and `facing` by a normal of unit length. */
  "distant",
  /** Vertices hold the weights of the second to fourth texture. `layers.wgsl` mixes the layers. */
  "layered",
  /** Vertices hold colours and weights of four textures: see `multiblend.wgsl`. */
  "vertexBlends",
  /** Lit by `wallColor`: borders between layers, added normal maps, sun highlights. */
  "walled",
  /** Its shader lights models itself with `modelColor`. */
  "modeled",
  /** Lit by baked light finer than one colour a vertex. */
  "finelyLit",
  /** Its vertices sway in the wind. */
  "swaying",
  /** Its surfaces change with time even if no parameter has a rate: its shader reads the time. */
  "timed",
  /** `ModelLight.forward`: the direction of `PARAM_TEETH` in the world. */
  "forward",
  /** `modelColor` takes the eyeball of the surface as an argument. */
  "eyeball",
  /**
   * `SurfacePoint.ownPlace`, `ownNormal` and `decalCoord`: model-space position and second texture
   * coordinates.
   */
  "ownSpace",
  /** The base texture's colours select rows of a gradient. */
  "gradient",
  /** Draws the patterns of `missing.ts`, and tufts by a separate pipeline. */
  "patterned",
  /** Proxies do not change the material's tint. Its colours come from its own parameters. */
  "ownTint",
  /** Opaque materials ignore proxies that change their alpha. */
  "opaqueAlways",
  /** Models are always lit per fragment. */
  "litByFragments",
  /**
   * Models are lit per fragment, unless `MATERIAL_VERTEX_LIT` is set or only ambient light applies.
   */
  "litAsFlagged",
  /** `MODEL_LIGHT` is one of its parameters: below 0, ambient light alone lights models. */
  "mayBeAmbient",
  /** Models are lit by fragments if the material has a normal map. */
  "litIfBumped",
] as const;

export type Trait = (typeof TRAITS)[number];

/** A texture role of a single family. Its texture is 2D and uses the base texture's coordinates. */
export type OwnRole = Pick<TextureRole, "space" | "standIn" | "level">;

export interface FamilyRow {
  /** Shared roles that its shader reads. */
  readonly roles: readonly SharedRoleName[];
  /**
   * Roles of this family only: `OWN_ROLE.<name>`, in shaders `ROLE_<NAME>`, `sample_<name>`,
   * `<name>_texture`.
   */
  readonly ownRoles?: Readonly<Record<string, OwnRole>>;
  /**
   * Parameters of this family only and their defaults: `OWN_PARAM.<NAME>`, in shaders
   * `PARAM_<NAME>`.
   */
  readonly params?: Readonly<Record<string, ParamRow>>;
  /** Named values for its parameters: `FAMILY_CONSTANT.<NAME>`, in shaders `<NAME>`. */
  readonly constants?: Readonly<Record<string, number>>;
  readonly traits?: readonly Trait[];
  /**
   * True if few maps use the family. Its shaders are fetched with its first material and are not
   * part of the shader of all families. Its translucent materials have separate pipelines.
   */
  readonly rare?: boolean;
  /**
   * `LEVEL_*` of a rare family. Other families have the level of the roles that a material shows.
   */
  readonly level?: number;
  /**
   * Family at low quality; the same family if undefined. `blend` becomes `lit` if it has no second
   * base texture.
   */
  readonly plain?: string;
  /**
   * Family for models with baked light finer than one colour a vertex. If undefined, that light is
   * ignored.
   */
  readonly finely?: string;
  /** Valve's name of the shader, for legends; the family's name if undefined. */
  readonly label?: string;
}
