// Lightmapped surfaces with rare parameters (`src/map/families/wall.ts`): borders between two layers. As the public
// importer SourceIO has CS:GO's blending of layers; Valve's SDK lacks that shader.

import constants::PARAM_WALL_BLEND;
import constants::PARAM_WALL_BORDER;
import constants::PARAM_WALL_EDGE;
import constants::ROLE_BASE2;
import constants::ROLE_BLENDMASK;
import package::common::material::material::Material;
import package::common::material::material::hasTexture;
import package::common::material::params::paramOf;
import package::common::material::surface::SurfacePoint;
import package::textures::blendmask_texture;
import package::textures::sample_blendmask;

// Whether its layers meet by `$newlayerblending`.
fn hasBorder(material: Material) -> bool {
  return paramOf(material, PARAM_WALL_BLEND).x >= 0.0
    && hasTexture(material, ROLE_BASE2)
    && hasTexture(material, ROLE_BLENDMASK);
}

// How far a weight has come over an edge.
fn overEdge(edge: f32, softness: f32, weight: f32) -> f32 {
  let first = saturate(edge - softness);
  let last = saturate(edge + softness);
  let share = saturate((weight - first) / max(last - first, 1e-6));
  return share * share * (3.0 - 2.0 * share);
}

// What the first layer is multiplied with: a tint along the border, strongest in its middle.
fn borderTint(material: Material, at: SurfacePoint) -> vec3f {
  let edge = sample_blendmask(material, at).g;
  let blend = paramOf(material, PARAM_WALL_BLEND);
  let over = overEdge(edge, blend.w, saturate(at.painted + blend.z));
  let band = blend.y * (1.0 - abs(2.0 * over - 1.0));
  let tint = mix(vec3f(1.0), paramOf(material, PARAM_WALL_BORDER).rgb, band);
  return select(vec3f(1.0), tint, hasBorder(material));
}

// What is added to a normal along the border, as if the second layer lay higher than the first: by how the edge changes
// from one texel of the mask to the next. An approximation: no public source has the engine's. From uniform control flow.
fn edgeNormal(material: Material, at: SurfacePoint) -> vec3f {
  let how = paramOf(material, PARAM_WALL_EDGE);
  let weight = saturate(at.painted + how.y);
  let texel = 1.0 / vec2f(textureDimensions(blendmask_texture));
  var heights: array<f32, 4>;
  for (var i = 0u; i < 4u; i++) {
    let off = select(vec2f(texel.x, 0.0), vec2f(0.0, texel.y), i >= 2u) * select(-1.0, 1.0, (i & 1u) == 1u);
    var beside = at;
    beside.blendCoord += off;
    heights[i] = overEdge(sample_blendmask(material, beside).g, how.z, weight);
  }
  let slope = vec2f(heights[0] - heights[1], heights[2] - heights[3]) * how.x;
  return select(vec3f(0.0), vec3f(slope, 0.0), hasBorder(material));
}
