import type { Vmt } from "../../formats/vmt/types.ts";
import { DEFAULT_ALPHA_TEST_REFERENCE } from "../../scene/materials/material-state.ts";
import { isSelfIllumByAlpha, readOpacity } from "../../scene/materials/opacity.ts";
import { createVmtReader, type ReadVmt } from "../../scene/materials/read-vmt.ts";
import {
  colorParam,
  flagParam,
  linearColor,
  numberParam,
  textureParam,
} from "../../scene/materials/vmt-values.ts";
import type { ContentAccess } from "../../scene/open/read-content.ts";
import type { GltfBuilder } from "../gltf/gltf-builder.ts";
import type { GltfMaterial, GltfTextureInfo } from "../gltf/gltf-types.ts";
import { coverByBrightness, flipGreen, maskByAlpha } from "../images/texture-pixels.ts";
import type { TextureTable } from "./texture-table.ts";
import { readTextureTransform } from "./texture-transform.ts";

/** Of a material that nobody knows anything of. */
const UNKNOWN: GltfMaterial = {
  pbrMetallicRoughness: {
    baseColorFactor: [0.214, 0.214, 0.214, 1],
    metallicFactor: 0,
    roughnessFactor: 1,
  },
};

/**
 * Materials as glTF has them: a base colour, how it covers, its bumps and what shines by itself. What has no
 * word there is kept: all of the VMT is in `extras.vmt`.
 */
export class MaterialTable {
  readonly #builder: GltfBuilder;
  readonly #access: ContentAccess;
  readonly #textures: TextureTable;
  readonly #readVmt: ReadVmt;
  readonly #rows = new Map<string, Promise<number>>();

  constructor(builder: GltfBuilder, access: ContentAccess, textures: TextureTable) {
    this.#builder = builder;
    this.#access = access;
    this.#textures = textures;
    this.#readVmt = createVmtReader(access);
  }

  /** Row of the first material of a list of names that is there; of a grey one, with a warning, else. */
  add(names: readonly string[]): Promise<number> {
    const key = names.join("|");
    let row = this.#rows.get(key);
    if (row === undefined) {
      this.#access.ledger.take("materials", 1, names[0], "VMT");
      row = this.#find(names);
      this.#rows.set(key, row);
    }
    return row;
  }

  async #find(names: readonly string[]): Promise<number> {
    for (const name of names) {
      const vmt = await this.#readVmt(name);
      if (vmt === undefined) return this.#push({ name, ...UNKNOWN });
      if (vmt !== null) return this.#push(await this.#convert(name, vmt));
    }
    const path = `materials/${names[0]}.vmt`;
    this.#access.diagnostics.warn("missing-material", path, `No material ${path}: it is grey.`);
    return this.#push({ name: names[0], ...UNKNOWN });
  }

  #push(material: GltfMaterial): number {
    return this.#builder.json.materials.push(material) - 1;
  }

  async #convert(name: string, vmt: Vmt): Promise<GltfMaterial> {
    const alpha = Math.min(1, Math.max(0, numberParam(vmt, "$alpha") ?? 1));
    const opacity = readOpacity(vmt, alpha);
    const isAdded = opacity === "additive";
    const texture = textureParam(vmt, "$basetexture");
    const base =
      texture === undefined
        ? null
        : await this.#textures.add(
            texture,
            isAdded ? "added" : "",
            opacity !== "opaque",
            isAdded ? coverByBrightness : undefined,
          );
    const transform = readTextureTransform(this.#builder, vmt);
    const at = (index: number): GltfTextureInfo => ({ index, ...transform });
    const material: GltfMaterial = {
      name,
      pbrMetallicRoughness: {
        baseColorFactor: [...tintOf(vmt), alpha],
        ...(base === null ? {} : { baseColorTexture: at(base.index) }),
        metallicFactor: 0,
        roughnessFactor: roughnessOf(vmt),
      },
      extras: { vmt: { shader: vmt.shader, params: Object.fromEntries(vmt.params) } },
    };
    if (opacity === "cut-out") {
      const reference = numberParam(vmt, "$alphatestreference") ?? 0;
      material.alphaMode = "MASK";
      material.alphaCutoff = reference > 0 ? reference : DEFAULT_ALPHA_TEST_REFERENCE;
    } else if (isAdded || opacity === "blended" || base?.hasAlpha === true) {
      material.alphaMode = "BLEND";
    }
    if (flagParam(vmt, "$nocull")) material.doubleSided = true;
    const isUnlit = vmt.shader.startsWith("unlit") || isAdded;
    if (isUnlit) {
      this.#builder.useExtension("KHR_materials_unlit");
      material.extensions = { KHR_materials_unlit: {} };
      return material;
    }
    const bump = textureParam(vmt, "$bumpmap");
    if (bump !== undefined && !flagParam(vmt, "$ssbump")) {
      const normal = await this.#textures.add(bump, "normals", false, flipGreen);
      if (normal !== null) material.normalTexture = at(normal.index);
    }
    if (isSelfIllumByAlpha(vmt) && texture !== undefined) {
      const glow = await this.#textures.add(texture, "glow", false, maskByAlpha);
      if (glow !== null) {
        material.emissiveTexture = at(glow.index);
        material.emissiveFactor = [1, 1, 1];
      }
    }
    return material;
  }
}

/** Linear; glTF has none above 1. */
function tintOf(vmt: Vmt): number[] {
  const [a, b] = ["$color", "$color2"].map((name) =>
    linearColor(colorParam(vmt, name) ?? [1, 1, 1]),
  );
  return a.map((value, i) => Math.min(1, Math.max(0, value * b[i])));
}

/** Of highlights as wide as Phong's with the material's exponent (Blinn's: four times of it). */
function roughnessOf(vmt: Vmt): number {
  if (!flagParam(vmt, "$phong")) return 1;
  const exponent = Math.max(1, numberParam(vmt, "$phongexponent") ?? 5);
  return (2 / (4 * exponent + 2)) ** 0.25;
}
