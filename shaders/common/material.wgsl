// Material rows and the texels they choose: bind groups 1 (rows) and 2 (textures).

import constants::FRAME_TEXTURES;
import constants::MATERIAL_ROW_BASE;
import constants::MATERIAL_ROW_BASE2;
import constants::MATERIAL_WATER;
import package::common::frame::hasFrameFlag;

struct Material {
  tint: vec3f,
  alpha: f32,
  fallbackColor: vec3f,
  alphaTestReference: f32,
  // MATERIAL_* bits of the map.
  flags: u32,
  // MATERIAL_ROW_* bits: which of its textures are there.
  loaded: u32,
  baseLayer: u32,
  base2Layer: u32,
}

@group(1) @binding(0) var<storage, read> materials: array<Material>;
@group(2) @binding(0) var baseTextures: texture_2d_array<f32>;
@group(2) @binding(1) var base2Textures: texture_2d_array<f32>;
@group(2) @binding(2) var baseSampler: sampler;

// Whether pipelines mix two base textures; batches without a second one spare its reads.
override hasBase2 = false;

// The base texture's colour and alpha, mixed by `blend` where there are two.
// Stand-in colour until a texture is there. Call it from uniform control flow.
fn sampleBase(material: Material, texCoord: vec2f, blend: f32) -> vec4f {
  var base = textureSample(baseTextures, baseSampler, texCoord, material.baseLayer);
  base = select(
    vec4f(material.fallbackColor, 1.0),
    base,
    (material.loaded & MATERIAL_ROW_BASE) != 0u,
  );
  if (hasBase2) {
    let base2 = textureSample(base2Textures, baseSampler, texCoord, material.base2Layer);
    let isThere = (material.loaded & MATERIAL_ROW_BASE2) != 0u;
    base = mix(base, base2, select(0.0, blend, isThere));
  }
  return base;
}

// What the surface reflects of the light, linear.
fn albedoOf(material: Material, base: vec4f) -> vec3f {
  if (!hasFrameFlag(FRAME_TEXTURES)) {
    return vec3f(1.0);
  }
  // Water has a texture for its ripples only: it is shown in its fog's colour.
  let color = select(base.rgb, vec3f(1.0), (material.flags & MATERIAL_WATER) != 0u);
  return color * material.tint;
}

fn alphaOf(material: Material, base: vec4f) -> f32 {
  return material.alpha * select(base.a, 1.0, (material.flags & MATERIAL_WATER) != 0u);
}
