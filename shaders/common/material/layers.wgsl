// Blends up to four textures in order. A layer's share is its vertex weight, raised where the layer
// is bright and the layer below is dark. Sources: public importers of CS:GO's and Black Mesa's
// materials (SourceIO, Plumber).

import constants::MATERIAL_SSBUMP;
import constants::PARAM_DETAIL_TINT;
import constants::PARAM_LAYER_BUMP;
import constants::PARAM_LAYER_END;
import constants::PARAM_LAYER_LUM;
import constants::PARAM_LAYER_LUM_END;
import constants::PARAM_LAYER_LUM_START;
import constants::PARAM_LAYER_S;
import constants::PARAM_LAYER_START;
import constants::PARAM_LAYER_T;
import constants::PARAM_LAYER_PLACES;
import constants::ROLE_BASE;
import constants::ROLE_BASE2;
import constants::ROLE_BASE3;
import constants::ROLE_BASE4;
import constants::ROLE_BUMP;
import constants::ROLE_BUMP2;
import constants::ROLE_BUMP3;
import constants::ROLE_BUMP4;
import constants::TEXTURE_PLACE_LAYER_MASK;
import package::common::material::material::Material;
import package::common::material::material::hasTexture;
import package::common::material::material::placeOf;
import package::common::material::params::paramOf;
import package::common::material::surface::SurfacePoint;
import package::textures::base2_sampler;
import package::textures::base2_texture;
import package::textures::base_sampler;
import package::textures::base_texture;
import package::textures::bump2_sampler;
import package::textures::bump2_texture;
import package::textures::bump_sampler;
import package::textures::bump_texture;
import package::textures::base3_sampler;
import package::textures::base3_texture;
import package::textures::bump4_sampler;
import package::textures::bump4_texture;
import package::textures::base4_sampler;
import package::textures::base4_texture;
import package::textures::bump3_sampler;
import package::textures::bump3_texture;

const LUMINANCE = vec3f(0.3, 0.59, 0.11);
// Texel of a flat surface in a normal map, and in a self-shadowed one.
const FLAT = vec3f(0.5, 0.5, 1.0);
const FLAT_SHADOWED = vec3f(0.57735027);

// Vertex weights of the second to the fourth texture.
var<private> layerWeights: vec3f;
// Results of blending: colour, alpha of the first texture, normal map texel and strength of the
// detail texture.
var<private> layeredBase: vec4f;
var<private> firstAlpha: f32;
var<private> layeredBump: vec4f;
var<private> layeredDetail: f32;

// A place in the textures: on one plane, or on the world's three planes, each with its share.
struct LayerPlace {
  at: vec3f,
  dx: vec3f,
  dy: vec3f,
  share: vec3f,
}

// Call from uniform control flow.
fn layerPlace(material: Material, at: SurfacePoint, position: vec3f, normal: vec3f) -> LayerPlace {
  let scale = paramOf(material, PARAM_LAYER_PLACES).x;
  let facing = normal * normal;
  let share = facing / max(facing.x + facing.y + facing.z, 1e-12);
  let own = vec3f(at.texCoord, 0.0);
  let isSeamless = scale != 0.0;
  let place = select(own, position * scale, isSeamless);
  return LayerPlace(place, dpdx(place), dpdy(place), select(vec3f(0.0, 0.0, 1.0), share, isSeamless));
}

fn readLayer(image: texture_2d_array<f32>, filtering: sampler, layer: u32, p: LayerPlace, scale: vec2f) -> vec4f {
  var texel = vec4f(0.0);
  if (p.share.x > 0.0) {
    texel += p.share.x * textureSampleGrad(image, filtering, p.at.zy * scale, layer, p.dx.zy * scale, p.dy.zy * scale);
  }
  if (p.share.y > 0.0) {
    texel += p.share.y * textureSampleGrad(image, filtering, p.at.xz * scale, layer, p.dx.xz * scale, p.dy.xz * scale);
  }
  if (p.share.z > 0.0) {
    texel += p.share.z * textureSampleGrad(image, filtering, p.at.xy * scale, layer, p.dx.xy * scale, p.dy.xy * scale);
  }
  return texel;
}

fn layerOf(material: Material, role: u32) -> u32 {
  return placeOf(material, role) & TEXTURE_PLACE_LAYER_MASK;
}

// Returns a smooth step from `first` (0) to `last` (1), in either order. If they are equal, it is a
// hard step.
fn ramp(first: f32, last: f32, value: f32) -> f32 {
  let span = last - first;
  let isStep = span == 0.0;
  let along = (value - first) / select(span, 1.0, isStep);
  let t = select(saturate(along), select(0.0, 1.0, along > 0.0), isStep);
  return t * t * (3.0 - 2.0 * t);
}

fn readLayers(material: Material, at: SurfacePoint, position: vec3f, normal: vec3f) {
  let p = layerPlace(material, at, position, normal);
  let s = paramOf(material, PARAM_LAYER_S);
  let t = paramOf(material, PARAM_LAYER_T);
  var isThere = array(
    hasTexture(material, ROLE_BASE), hasTexture(material, ROLE_BASE2),
    hasTexture(material, ROLE_BASE3), hasTexture(material, ROLE_BASE4),
  );
  var colors: array<vec4f, 4>;
  colors[0] = vec4f(material.fallbackColor, 1.0);
  if (isThere[0]) {
    colors[0] = readLayer(base_texture, base_sampler, layerOf(material, ROLE_BASE), p, vec2f(s.x, t.x));
  }
  if (isThere[1]) {
    colors[1] = readLayer(base2_texture, base2_sampler, layerOf(material, ROLE_BASE2), p, vec2f(s.y, t.y));
  }
  if (isThere[2]) {
    colors[2] = readLayer(base3_texture, base3_sampler, layerOf(material, ROLE_BASE3), p, vec2f(s.z, t.z));
  }
  if (isThere[3]) {
    colors[3] = readLayer(base4_texture, base4_sampler, layerOf(material, ROLE_BASE4), p, vec2f(s.w, t.w));
  }
  let isSelfShadowed = (material.flags & MATERIAL_SSBUMP) != 0u;
  let flatTexel = select(FLAT, FLAT_SHADOWED, isSelfShadowed);
  var bumps: array<vec4f, 4>;
  var hasBump = array(
    hasTexture(material, ROLE_BUMP), hasTexture(material, ROLE_BUMP2),
    hasTexture(material, ROLE_BUMP3), hasTexture(material, ROLE_BUMP4),
  );
  bumps[0] = vec4f(flatTexel, 1.0);
  if (hasBump[0]) {
    bumps[0] = readLayer(bump_texture, bump_sampler, layerOf(material, ROLE_BUMP), p, vec2f(s.x, t.x));
  }
  if (hasBump[1]) {
    bumps[1] = readLayer(bump2_texture, bump2_sampler, layerOf(material, ROLE_BUMP2), p, vec2f(s.y, t.y));
  }
  if (hasBump[2]) {
    bumps[2] = readLayer(bump3_texture, bump3_sampler, layerOf(material, ROLE_BUMP3), p, vec2f(s.z, t.z));
  }
  if (hasBump[3]) {
    bumps[3] = readLayer(bump4_texture, bump4_sampler, layerOf(material, ROLE_BUMP4), p, vec2f(s.w, t.w));
  }
  let lumStart = paramOf(material, PARAM_LAYER_LUM_START);
  let lumEnd = paramOf(material, PARAM_LAYER_LUM_END);
  let start = paramOf(material, PARAM_LAYER_START);
  let end = paramOf(material, PARAM_LAYER_END);
  let ownLum = paramOf(material, PARAM_LAYER_LUM);
  let bumpShare = paramOf(material, PARAM_LAYER_BUMP);
  let details = paramOf(material, PARAM_LAYER_PLACES);
  layeredBase = colors[0];
  firstAlpha = colors[0].a;
  layeredBump = bumps[0];
  layeredDetail = paramOf(material, PARAM_DETAIL_TINT).a;
  var under = ramp(lumStart.x, lumEnd.x, dot(colors[0].rgb, LUMINANCE));
  for (var i = 1u; i < 4u; i++) {
    if (!isThere[i]) {
      continue;
    }
    let k = i - 1u;
    let own = ramp(lumStart[i], lumEnd[i], dot(colors[i].rgb, LUMINANCE));
    // If the layer below is missing, only the layer's own luminance counts.
    let lum = mix(1.0 - under, own, select(1.0, ownLum[k], isThere[k]));
    let share = ramp(start[k], end[k], layerWeights[k] * (1.0 + lum));
    layeredBase = mix(layeredBase, colors[i], share);
    layeredDetail = mix(layeredDetail, details[i], share);
    // A layer without a normal map flattens the one below.
    let flattened = vec4f(mix(flatTexel, layeredBump.xyz, bumpShare[k]), layeredBump.a);
    let turned = select(flattened, mix(layeredBump, bumps[i], bumpShare[k]), hasBump[i]);
    layeredBump = mix(layeredBump, turned, share);
    under = own;
  }
}
