/** The map's materials in three.js' node language, equivalent to `shaders/surfaces/world.wgsl`. */

import {
  attribute,
  Fn,
  If,
  int,
  materialColor,
  mix,
  select,
  texture,
  uv,
  vec2,
  vec3,
  vec4,
} from "three/tsl";
import * as THREE from "three/webgpu";
import {
  MATERIAL_NO_CULL,
  MATERIAL_SELF_ILLUM,
  MATERIAL_UNLIT,
  PASS_ADDITIVE,
  PASS_ALPHA_TEST,
  PASS_TRANSLUCENT,
} from "../../src/map/material.ts";
import { FAMILY } from "../../src/map/material-families.ts";
import { ROLE_BASE, ROLE_BASE2, ROLE_COUNT } from "../../src/map/texture-roles.ts";
import type { LoadedMap } from "./loaded-map.ts";
import { createBaseTexture, createLightmapTexture } from "./three-textures.ts";

/** Sums a face's styles, which are adjacent in the atlas, by brightness. */
function lightmapLight(atlas: THREE.DataArrayTexture) {
  return Fn(() => {
    const place = attribute<"vec4">("lightmap", "vec4").toVar();
    const weights = attribute<"vec4">("styleWeights", "vec4").toVar();
    const page = int(place.z.add(0.5));
    const sample = (style: number) =>
      texture(atlas, vec2(place.x.add(place.w.mul(style)), place.y))
        .depth(page)
        .level(int(0)).rgb;
    const light = sample(0).mul(weights.x).toVar();
    If(weights.y.greaterThan(0), () => {
      light.addAssign(sample(1).mul(weights.y));
    });
    If(weights.z.greaterThan(0), () => {
      light.addAssign(sample(2).mul(weights.z));
    });
    If(weights.w.greaterThan(0), () => {
      light.addAssign(sample(3).mul(weights.w));
    });
    return select(weights.x.lessThan(0), vec3(1), light);
  })();
}

/** Creates a row's material on first use. */
export function createWorldMaterials(map: LoadedMap): (material: number) => THREE.Material {
  const { materials: set, images, scene } = map;
  const light =
    scene.lightmap === null ? vec3(1) : lightmapLight(createLightmapTexture(scene.lightmap));
  const textures = new Map<number, THREE.Texture>();
  const made = new Map<number, THREE.Material>();

  const textureOf = (row: number): THREE.Texture | null => {
    const image = images.get(row);
    if (image === undefined) return null;
    const known = textures.get(row) ?? createBaseTexture(image, set.textures.clamp[row]);
    textures.set(row, known);
    return known;
  };

  const colorOf = (material: number) => {
    const flags = set.flags[material];
    const baseTexture = textureOf(set.roleTexture[material * ROLE_COUNT + ROLE_BASE]);
    const base2 = set.roleTexture[material * ROLE_COUNT + ROLE_BASE2];
    const base2Texture = set.family[material] === FAMILY.blend ? textureOf(base2) : null;
    const at = material * 3;
    let base = baseTexture
      ? vec4(texture(baseTexture, uv()))
      : vec4(...(set.fallbackColor.subarray(at, at + 3) as unknown as [number, number, number]), 1);
    if (base2Texture) {
      base = vec4(mix(base, texture(base2Texture, uv()), attribute<"float">("blend", "float")));
    }
    // Water only has a ripple texture, so it is drawn in its fog color.
    if (set.family[material] === FAMILY.water) base = vec4(1, 1, 1, 1);
    if (flags & MATERIAL_UNLIT) return base.mul(vec4(materialColor, 1));
    const lit =
      flags & MATERIAL_SELF_ILLUM && baseTexture ? mix(vec3(light), vec3(1), base.a) : vec3(light);
    return vec4(base.rgb.mul(materialColor).mul(lit), base.a);
  };

  return (material) => {
    const known = made.get(material);
    if (known) return known;
    const pass = set.pass[material];
    const node = new THREE.MeshBasicNodeMaterial();
    node.color.setRGB(
      ...(set.tint.subarray(material * 3, material * 3 + 3) as unknown as [number, number, number]),
      THREE.LinearSRGBColorSpace,
    );
    node.colorNode = colorOf(material);
    node.opacity = set.alpha[material];
    node.side = set.flags[material] & MATERIAL_NO_CULL ? THREE.DoubleSide : THREE.FrontSide;
    if (pass === PASS_ALPHA_TEST) node.alphaTest = set.alphaTestReference[material];
    if (pass === PASS_TRANSLUCENT || pass === PASS_ADDITIVE) {
      node.transparent = true;
      node.depthWrite = false;
      // visleaf also draws two-sided glass in one pass.
      node.forceSinglePass = true;
      if (pass === PASS_ADDITIVE) node.blending = THREE.AdditiveBlending;
    }
    node.fog = false;
    node.toneMapped = false;
    made.set(material, node);
    return node;
  };
}
