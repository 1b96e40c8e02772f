/** Exports materials to glTF. */

import { listMaterialPaths } from "../../formats/studio/list-material-paths.ts";
import type { Mdl } from "../../formats/studio/types.ts";
import type { Vmt } from "../../formats/vmt/types.ts";
import { contentName } from "../../scene/materials/content-name.ts";
import { DEFAULT_ALPHA_TEST_REFERENCE } from "../../scene/materials/material-state.ts";
import { NAMELESS } from "../../scene/materials/nameless-faces.ts";
import { isSelfIllumByAlpha, readOpacity } from "../../scene/materials/opacity.ts";
import { createVmtReader, type ReadVmt } from "../../scene/materials/read-vmt.ts";
import { parseTransform } from "../../scene/materials/transform-text.ts";
import {
  colorParam,
  flagParam,
  linearColor,
  numberParam,
  textureParam,
} from "../../scene/materials/vmt-values.ts";
import type { ContentAccess } from "../../scene/open/read-content.ts";
import type { GltfBuilder } from "../gltf/gltf-builder.ts";
import type {
  GltfExtensions,
  GltfMaterial,
  GltfPrimitive,
  GltfTextureInfo,
} from "../gltf/gltf-types.ts";
import { coverByBrightness, flipGreen, maskByAlpha } from "./texture-pixels.ts";
import type { GltfTextureTable } from "./texture-table.ts";

const NAME = "KHR_texture_transform";

/**
 * Returns `$basetexturetransform` as the KHR_texture_transform extension, if it only scales and
 * moves. Rotations are left out, because loaders do not agree on their direction; they are in the
 * material's extras.
 */
function readTextureTransform(builder: GltfBuilder, vmt: Vmt): { extensions?: GltfExtensions } {
  const transform = parseTransform(vmt.params.get("$basetexturetransform") ?? "");
  if (transform === null) return {};
  const [[ss, st, s], [ts, tt, t]] = transform;
  if (st !== 0 || ts !== 0) return {};
  builder.useExtension(NAME);
  return { extensions: { [NAME]: { offset: [s, t], scale: [ss, tt] } } };
}

/** Color of an unknown material: a middle gray. */
const UNKNOWN: Color = [0.214, 0.214, 0.214];

type Color = readonly [number, number, number];

/** Overrides of a material's VMT. */
export interface MaterialWishes {
  /** Linear color for a missing material. */
  readonly fallback?: Color;
  /** Linear color and alpha that replace the VMT's. */
  readonly color?: readonly number[];
  /** True for the second texture, which covers the first by the vertices' alpha. */
  readonly isSecond?: boolean;
}

/** Row for a material without a second texture. */
export const NO_MATERIAL = -1;
/** Alpha of water, whose depth glTF cannot express. */
const WATER_ALPHA = 0.7;

/**
 * Materials converted to glTF: base color, alpha mode, normal map and emission. The whole VMT is
 * kept in `extras.vmt`, because glTF cannot express the rest.
 */
export class GltfMaterialTable {
  readonly #builder: GltfBuilder;
  readonly #access: ContentAccess;
  readonly #textures: GltfTextureTable;
  readonly #readVmt: ReadVmt;
  readonly #light: Pick<GltfMaterial, "occlusionTexture">;
  readonly #rows = new Map<string, Promise<number>>();

  /**
   * @param lightmap texture of the light on lit surfaces, by the second set of coordinates; `null`
   * for none
   */
  constructor(
    builder: GltfBuilder,
    access: ContentAccess,
    textures: GltfTextureTable,
    lightmap: number | null = null,
  ) {
    this.#light = lightmap === null ? {} : { occlusionTexture: { index: lightmap, texCoord: 1 } };
    this.#builder = builder;
    this.#access = access;
    this.#textures = textures;
    this.#readVmt = createVmtReader(access);
  }

  /**
   * Returns the row of the first existing material of a list of names, or of a gray one, with a
   * warning. `NO_MATERIAL` if a second texture is requested and the material has none.
   */
  add(names: readonly string[], wishes: MaterialWishes = {}): Promise<number> {
    const key = [wishes.isSecond === true, ...names, ...(wishes.color ?? [])].join("|");
    let row = this.#rows.get(key);
    if (row === undefined) {
      this.#access.ledger.take("materials", 1, names[0], "VMT");
      row = this.#find(names, wishes);
      this.#rows.set(key, row);
    }
    return row;
  }

  async #find(names: readonly string[], wishes: MaterialWishes): Promise<number> {
    for (const name of names) {
      const vmt = await this.#readVmt(name);
      // The VMT is broken, which has been reported.
      if (vmt === undefined && wishes.isSecond !== true) {
        return this.#push(this.#unknown(name, wishes));
      }
      if (vmt === undefined) return NO_MATERIAL;
      if (vmt === null) continue;
      if (wishes.isSecond === true && textureParam(vmt, "$basetexture2") === undefined) {
        return NO_MATERIAL;
      }
      return this.#push(await this.#convert(name, vmt, wishes));
    }
    if (wishes.isSecond === true) return NO_MATERIAL;
    this.#warnOfMissing(names[0]);
    return this.#push(this.#unknown(names[0], wishes));
  }

  /**
   * Warns about a missing material. The empty name comes from a truncated map, for which no file is
   * missing.
   */
  #warnOfMissing(name: string): void {
    const { diagnostics } = this.#access;
    if (name === "") {
      const message = "Of some faces the map names no material: they are grey.";
      diagnostics.warn("damaged-section", NAMELESS, message);
      return;
    }
    const path = `materials/${name}.vmt`;
    diagnostics.warn("missing-material", path, `No material ${path}: it is grey.`);
  }

  #unknown(name: string, { fallback = UNKNOWN, color = [...fallback, 1] }: MaterialWishes) {
    const baseColorFactor = color.map((value) => Math.min(1, Math.max(0, value)));
    const pbrMetallicRoughness = { baseColorFactor, metallicFactor: 0, roughnessFactor: 1 };
    return { name, pbrMetallicRoughness, ...this.#light };
  }

  #push(material: GltfMaterial): number {
    return this.#builder.json.materials.push(material) - 1;
  }

  async #convert(name: string, vmt: Vmt, wishes: MaterialWishes): Promise<GltfMaterial> {
    const { color, isSecond } = wishes;
    const alpha = Math.min(1, Math.max(0, color?.[3] ?? numberParam(vmt, "$alpha") ?? 1));
    const opacity = readOpacity(vmt, alpha);
    const isAdded = opacity === "additive";
    const texture = textureParam(vmt, isSecond === true ? "$basetexture2" : "$basetexture");
    const keepsAlpha = opacity !== "opaque" && isSecond !== true;
    const change = isAdded ? coverByBrightness : undefined;
    const base =
      texture === undefined
        ? null
        : await this.#textures.add(texture, isAdded ? "added" : "", keepsAlpha, change);
    const transform = readTextureTransform(this.#builder, vmt);
    const at = (index: number): GltfTextureInfo => ({ index, ...transform });
    const material: GltfMaterial = {
      name,
      pbrMetallicRoughness: {
        baseColorFactor:
          base === null && !isBare(vmt) ? plainColor(vmt, wishes) : [...tintOf(vmt, color), alpha],
        ...(base === null ? {} : { baseColorTexture: at(base.index) }),
        metallicFactor: 0,
        roughnessFactor: roughnessOf(vmt),
      },
      extras: { vmt: { shader: vmt.shader, params: Object.fromEntries(vmt.params) } },
    };
    if (isSecond === true) {
      material.alphaMode = "BLEND";
    } else if (opacity === "cut-out") {
      const reference = numberParam(vmt, "$alphatestreference") ?? 0;
      material.alphaMode = "MASK";
      material.alphaCutoff = reference > 0 ? reference : DEFAULT_ALPHA_TEST_REFERENCE;
    } else if (isAdded || opacity === "blended" || base?.hasAlpha === true || isWater(vmt)) {
      material.alphaMode = "BLEND";
    }
    if (flagParam(vmt, "$nocull")) material.doubleSided = true;
    const isUnlit = vmt.shader.startsWith("unlit") || isAdded;
    if (isUnlit) {
      this.#builder.useExtension("KHR_materials_unlit");
      material.extensions = { KHR_materials_unlit: {} };
      return material;
    }
    Object.assign(material, this.#light);
    const bump = textureParam(vmt, isSecond === true ? "$bumpmap2" : "$bumpmap");
    if (bump !== undefined && !flagParam(vmt, "$ssbump")) {
      const normal = await this.#textures.add(bump, "normals", false, flipGreen);
      if (normal !== null) material.normalTexture = at(normal.index);
    }
    if (isSecond !== true && isSelfIllumByAlpha(vmt) && texture !== undefined) {
      const glow = await this.#textures.add(texture, "glow", false, maskByAlpha);
      if (glow !== null) {
        material.emissiveTexture = at(glow.index);
        material.emissiveFactor = [1, 1, 1];
      }
    }
    return material;
  }
}

const isWater = ({ shader }: Vmt): boolean => shader.startsWith("water");

/** Whether a material has only a color. Such shaders use white if no texture is named. */
function isBare({ shader, params }: Vmt): boolean {
  const isPlain = /^(lightmapped|unlit|vertexlit)generic$/.test(shader);
  return isPlain && !params.has("$basetexture") && !params.has("$envmap");
}

/** Returns the color of a material without an available texture; for water its fog color. */
function plainColor(vmt: Vmt, { fallback = UNKNOWN, color }: MaterialWishes): number[] {
  const fog = isWater(vmt) ? colorParam(vmt, "$fogcolor") : undefined;
  const own = color ?? [...(fog === undefined ? fallback : linearColor(fog)), 1];
  const alpha = isWater(vmt) ? WATER_ALPHA : own[3];
  return [...own.slice(0, 3), alpha].map((value) => Math.min(1, Math.max(0, value)));
}

/** Returns the linear tint. glTF allows none above 1. */
function tintOf(vmt: Vmt, color: readonly number[] | undefined): number[] {
  if (color !== undefined) {
    return color.slice(0, 3).map((value) => Math.min(1, Math.max(0, value)));
  }
  const [a, b] = ["$color", "$color2"].map((name) =>
    linearColor(colorParam(vmt, name) ?? [1, 1, 1]),
  );
  return a.map((value, i) => Math.min(1, Math.max(0, value * b[i])));
}

/**
 * Returns the roughness whose highlight is as wide as Phong's with the material's exponent (Blinn's
 * exponent is four times that).
 */
function roughnessOf(vmt: Vmt): number {
  if (!flagParam(vmt, "$phong")) return 1;
  const exponent = Math.max(1, numberParam(vmt, "$phongexponent") ?? 5);
  return (2 / (4 * exponent + 2)) ** 0.25;
}

const VARIANTS = "KHR_materials_variants";

/** Material of a primitive, with its variants. */
export type MaterialWords = Pick<GltfPrimitive, "material" | "extensions">;

/**
 * Returns the material of each column of a model's skin table in the shown skin, with those of all
 * skins as variants if there are several.
 * @param table `null` for no materials
 * @param used columns that are drawn
 */
export async function resolveModelMaterials(
  builder: GltfBuilder,
  mdl: Mdl,
  table: GltfMaterialTable | null,
  used: ReadonlySet<number>,
  { ledger }: Pick<ContentAccess, "ledger">,
): Promise<MaterialWords[]> {
  const { skinFamilyCount, skinReferenceCount } = mdl;
  if (table === null) return Array.from({ length: skinReferenceCount }, () => ({}));
  const rows: number[][] = [];
  for (let skin = 0; skin < Math.max(1, skinFamilyCount); skin++) {
    const family: number[] = [];
    for (let column = 0; column < skinReferenceCount; column++) {
      // Unused columns get no material.
      if (!used.has(column)) {
        family.push(-1);
        continue;
      }
      ledger.take("materialPlaces", Math.max(1, mdl.textureDirs.length), mdl.name, "MDL");
      const paths = listMaterialPaths(mdl, skin, column);
      family.push(await table.add(paths.map((path) => contentName(path, ".vmt"))));
    }
    rows.push(family);
  }
  const varies = rows.some((family) => family.some((row, column) => row !== rows[0][column]));
  if (!varies) return rows[0].map((material) => ({ material }));
  builder.useExtension(VARIANTS);
  builder.json.extensions = {
    ...builder.json.extensions,
    [VARIANTS]: { variants: rows.map((_, skin) => ({ name: `skin ${skin}` })) },
  };
  return rows[0].map((material, column) => ({
    material,
    extensions: { [VARIANTS]: { mappings: mapVariants(rows.map((family) => family[column])) } },
  }));
}

/** Maps each material to its skins. */
function mapVariants(materials: readonly number[]) {
  const skins = new Map<number, number[]>();
  for (const [skin, material] of materials.entries()) {
    skins.set(material, [...(skins.get(material) ?? []), skin]);
  }
  return Array.from(skins, ([material, variants]) => ({ material, variants }));
}
