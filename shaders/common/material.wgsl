// Material rows and the texels they choose: bind groups 1 (rows) and 2 (textures).

import constants::FRAME_TEXTURES;
import constants::MATERIAL_ALPHA_MASK;
import constants::MATERIAL_NO_CULL;
import constants::MATERIAL_WATER;
import constants::ROLE_BASE;
import constants::ROLE_BASE2;
import constants::ROLE_COUNT;
import constants::TEXTURE_PLACE_LAYER_MASK;
import constants::TEXTURE_PLACE_SLOT_SHIFT;
import package::common::frame::hasFrameFlag;
import package::common::missing::missingColor;

struct Material {
  tint: vec3f,
  alpha: f32,
  fallbackColor: vec3f,
  // 0 where every texel is drawn.
  alphaTestReference: f32,
  // MATERIAL_* bits of the map.
  flags: u32,
  // Which roles' textures are there, MATERIAL_ROW_* bits.
  rowFlags: u32,
  // Of the grid of a missing texture: across, down, 8 bits each.
  gridCells: u32,
  // Of each role's texture: slot of the bind group, layer in that slot's texture.
  places: array<u32, ROLE_COUNT>,
}

@group(1) @binding(0) var<storage, read> materials: array<Material>;

// Slots: array textures, each with the sampler of its clamp mode.
@group(2) @binding(0) var textures0: texture_2d_array<f32>;
@group(2) @binding(1) var textures1: texture_2d_array<f32>;
@group(2) @binding(2) var textures2: texture_2d_array<f32>;
@group(2) @binding(3) var textures3: texture_2d_array<f32>;
@group(2) @binding(4) var textures4: texture_2d_array<f32>;
@group(2) @binding(5) var textures5: texture_2d_array<f32>;
@group(2) @binding(6) var textures6: texture_2d_array<f32>;
@group(2) @binding(7) var textures7: texture_2d_array<f32>;
@group(2) @binding(8) var textures8: texture_2d_array<f32>;
@group(2) @binding(9) var textures9: texture_2d_array<f32>;
@group(2) @binding(10) var textures10: texture_2d_array<f32>;
@group(2) @binding(11) var textures11: texture_2d_array<f32>;
@group(2) @binding(12) var sampler0: sampler;
@group(2) @binding(13) var sampler1: sampler;
@group(2) @binding(14) var sampler2: sampler;
@group(2) @binding(15) var sampler3: sampler;
@group(2) @binding(16) var sampler4: sampler;
@group(2) @binding(17) var sampler5: sampler;
@group(2) @binding(18) var sampler6: sampler;
@group(2) @binding(19) var sampler7: sampler;
@group(2) @binding(20) var sampler8: sampler;
@group(2) @binding(21) var sampler9: sampler;
@group(2) @binding(22) var sampler10: sampler;
@group(2) @binding(23) var sampler11: sampler;

// Slots of the bind groups that a pipeline is for: 0, 1, 2, 4 or 12. With one there is nothing to choose,
// and no second texture; with none there is no texture at all, and only such pipelines know of grids.
override slotCount = 1u;

// Triangles of one draw may differ in their slots: derivatives have to be taken before. Slots that a
// pipeline never has are left out, as software adapters go through all of them for every fragment.
fn sampleSlot(place: u32, at: vec2f, dx: vec2f, dy: vec2f) -> vec4f {
  let layer = place & TEXTURE_PLACE_LAYER_MASK;
  let slot = place >> TEXTURE_PLACE_SLOT_SHIFT;
  if (slotCount > 4u) {
    switch slot {
      case 4u: { return textureSampleGrad(textures4, sampler4, at, layer, dx, dy); }
      case 5u: { return textureSampleGrad(textures5, sampler5, at, layer, dx, dy); }
      case 6u: { return textureSampleGrad(textures6, sampler6, at, layer, dx, dy); }
      case 7u: { return textureSampleGrad(textures7, sampler7, at, layer, dx, dy); }
      case 8u: { return textureSampleGrad(textures8, sampler8, at, layer, dx, dy); }
      case 9u: { return textureSampleGrad(textures9, sampler9, at, layer, dx, dy); }
      case 10u: { return textureSampleGrad(textures10, sampler10, at, layer, dx, dy); }
      case 11u: { return textureSampleGrad(textures11, sampler11, at, layer, dx, dy); }
      default: {}
    }
  }
  if (slotCount > 2u) {
    switch slot {
      case 2u: { return textureSampleGrad(textures2, sampler2, at, layer, dx, dy); }
      case 3u: { return textureSampleGrad(textures3, sampler3, at, layer, dx, dy); }
      default: {}
    }
  }
  if (slotCount > 1u) {
    if (slot == 1u) {
      return textureSampleGrad(textures1, sampler1, at, layer, dx, dy);
    }
  }
  return textureSampleGrad(textures0, sampler0, at, layer, dx, dy);
}

fn hasTexture(material: Material, role: u32) -> bool {
  return (material.rowFlags & (1u << role)) != 0u;
}

// The base texture's colour and alpha, mixed by `blend` where there are two.
// Stand-in colour until a texture is there. Call it from uniform control flow.
fn sampleBase(material: Material, texCoord: vec2f, blend: f32) -> vec4f {
  let dx = dpdx(texCoord);
  let dy = dpdy(texCoord);
  if (slotCount == 0u) {
    let cells = vec2f(vec2u(material.gridCells, material.gridCells >> 8u) & vec2u(0xffu));
    let color = material.fallbackColor;
    return vec4f(missingColor(color, material.flags, cells, texCoord, dx, dy), 1.0);
  }
  var base = vec4f(material.fallbackColor, 1.0);
  let isThere = hasTexture(material, ROLE_BASE);
  if (slotCount == 1u) {
    let layer = material.places[ROLE_BASE] & TEXTURE_PLACE_LAYER_MASK;
    return select(base, textureSample(textures0, sampler0, texCoord, layer), isThere);
  }
  // Once, or twice where there is a second texture: a loop, so that the choice of a slot is compiled
  // once, and tested at its end, as software adapters would run the second turn for nothing.
  let hasBase2 = hasTexture(material, ROLE_BASE2);
  var place = material.places[ROLE_BASE];
  var weight = select(0.0, 1.0, isThere);
  var isLast = !hasBase2;
  loop {
    base = mix(base, sampleSlot(place, texCoord, dx, dy), weight);
    let isDone = isLast;
    continuing {
      place = material.places[ROLE_BASE2];
      weight = blend;
      isLast = true;
      break if isDone;
    }
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
  let isMask = (material.flags & (MATERIAL_WATER | MATERIAL_ALPHA_MASK)) != 0u;
  return material.alpha * select(base.a, 1.0, isMask);
}

// Whether a fragment lies on the back of a surface that has none: pipelines that draw one-sided and
// two-sided surfaces together cull nothing themselves.
fn isCulled(material: Material, isFront: bool) -> bool {
  return !isFront && (material.flags & MATERIAL_NO_CULL) == 0u;
}
