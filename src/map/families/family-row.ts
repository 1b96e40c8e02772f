/** Fields that a family of materials declares in its row of `family-rows.ts`. */

import type { ParamRow } from "../material-params.ts";
import type { SharedRoleName, TextureRole } from "../texture-roles.ts";

/**
 * Traits: code asks for them instead of a family's name. Shaders ask by `@if(<trait>)`, TypeScript by `hasTrait`. The linker
 * knows no trait by name.
 */
export const TRAITS = [
  /** Shows what was drawn behind the surface: its shader has `refractedOf`. See `PASS_REFRACTING`. */
  "refracting",
  /** A surface of water: what is below it lies in its fog, and it may mirror what is above. */
  "water",
  /** Water whose waves follow a map of the flow. */
  "flowing",
  /** Multiplies what is behind the surface. */
  "modulating",
  /** A factor by fog that is quadratic in what is left of the light: shadows of models. */
  "shadowing",
  /** `SurfacePoint.own`: the vertices' coordinates, for textures with transforms of their own. */
  "doubled",
  /** `SurfacePoint.place`, and `flowCoord`: inches along the surface. */
  "flowCoord",
  /** `SurfacePoint.place` and `facesTo`: textures are projected along the world's axes. */
  "seamless",
  /** `SurfacePoint.away`, and `facing` by a normal of unit length. */
  "distant",
  /** Weights of a second to a fourth texture come from the vertices; the layers are mixed by `layers.wgsl`. */
  "layered",
  /** Colours and weights of four textures come from the vertices: see `multiblend.wgsl`. */
  "vertexBlends",
  /** Lit by `wallColor`: borders between layers, added normal maps, highlights of the sun. */
  "walled",
  /** Its shader lights models itself: it has `modelColor`. */
  "modeled",
  /** Lit by finer baked light than a colour a vertex. */
  "finelyLit",
  /** Its vertices sway in the wind. */
  "swaying",
  /** `ModelLight.forward`: the direction of `PARAM_TEETH` in the world. */
  "forward",
  /** `modelColor` takes the eyeball that the surface shows. */
  "eyeball",
  /** `SurfacePoint.ownPlace`, `ownNormal` and `decalCoord`: a place in the model, and second texture coordinates. */
  "ownSpace",
  /** Colours of the base texture are rows of a gradient. */
  "gradient",
  /** Has a pipeline for each pattern of `missing.ts`. */
  "patterned",
  /** Proxies do not change the material's tint: colours come from its own parameters. */
  "ownTint",
  /** Opaque materials ignore proxies that change their alpha. */
  "opaqueAlways",
  /** Models are always lit by fragments. */
  "litByFragments",
  /** Models are lit by fragments, unless `MATERIAL_VERTEX_LIT` is set or ambient light alone counts. */
  "litAsFlagged",
  /** `MODEL_LIGHT` is one of its parameters: below 0, ambient light alone lights models. */
  "mayBeAmbient",
  /** Models are lit by fragments if the material has a normal map. */
  "litIfBumped",
] as const;

export type Trait = (typeof TRAITS)[number];

/** A role of one family. Its texture is 2D, with the coordinates of the base texture. */
export type OwnRole = Pick<TextureRole, "space" | "standIn" | "level">;

export interface FamilyRow {
  /** Shared roles that its shader reads. */
  readonly roles: readonly SharedRoleName[];
  /** Its own roles: `OWN_ROLE.<name>`, in shaders `ROLE_<NAME>`, `sample_<name>`, `<name>_texture`. */
  readonly ownRoles?: Readonly<Record<string, OwnRole>>;
  /** Its own parameters with their numbers at rest: `OWN_PARAM.<NAME>`, in shaders `PARAM_<NAME>`. */
  readonly params?: Readonly<Record<string, ParamRow>>;
  /** Numbers that its parameters choose between: `FAMILY_CONSTANT.<NAME>`, in shaders `<NAME>`. */
  readonly constants?: Readonly<Record<string, number>>;
  readonly traits?: readonly Trait[];
  /**
   * True if few maps have it: its shaders are fetched with its first material, and are not part of the shader of all
   * families. Its translucent materials have pipelines of their own.
   */
  readonly rare?: boolean;
  /** `LEVEL_*` of a rare family; others have the level of the roles that a material shows. */
  readonly level?: number;
  /** Family at low quality. Without a second base texture, `blend` is `lit`. Left out: the same. */
  readonly plain?: string;
  /** Family of models with finer baked light than a colour a vertex. Left out: they show none. */
  readonly finely?: string;
  /** Valve's name of the shader, in legends. Left out: the family's name. */
  readonly label?: string;
}
