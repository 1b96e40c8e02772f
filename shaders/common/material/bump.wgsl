// Normal maps: the normal that a texel gives to a surface, and the light it takes from each
// direction of the bump basis. As in the engine's `lightmappedgeneric_ps2_3_x.h` of its public SDK.

import constants::DETAIL_BUMP;
import constants::MATERIAL_BUMP_MASK;
import constants::MATERIAL_SSBUMP;
import constants::MATERIAL_TEXTURE_MASK;
import constants::PARAM_BLEND_S;
import constants::PARAM_BLEND_T;
import constants::PARAM_DETAIL_S;
import constants::PARAM_DETAIL_T;
import constants::PARAM_DETAIL_TINT;
import constants::PARAM_MASK_S;
import constants::PARAM_MASK_T;
@if(walled) import constants::PARAM_WALL_BLEND;
@if(walled) import constants::PARAM_WALL_TINT;
@if(walled) import constants::PARAM_WALL_TINT2;
import constants::ROLE_BLENDMASK;
import constants::ROLE_BUMP;
import constants::ROLE_BUMP2;
import constants::ROLE_DETAIL;
import constants::ROLE_MASK;
@if(seamless) import constants::TEXTURE_PLACE_LAYER_MASK;
import package::common::material::detail::detailMode;
import package::common::material::detail::hasDetail;
@if(layered) import package::common::material::layers::layeredBump;
@if(layered) import package::common::material::layers::readLayers;
import package::common::material::material::Material;
import package::common::material::material::hasTexture;
@if(seamless) import package::common::material::material::placeOf;
import package::common::material::params::paramOf;
import package::common::material::roles::isShown;
@if(seamless) import package::common::material::seamless::readSeamless;
import package::common::material::surface::SurfacePoint;
import package::common::material::surface::facingPoint;
@if(seamless) import package::common::material::surface::overWorld;
import package::common::material::surface::surfacePoint;
@if(walled) import package::common::material::wall::addedNormal;
@if(walled) import package::common::material::wall::edgeNormal;
@if(walled) import package::common::material::wall::hasAddedNormals;
import package::common::geometry::tangents::TangentFrame;
@if(seamless) import package::textures::bump_sampler;
@if(seamless) import package::textures::bump_texture;
import package::textures::readTexels;
import package::textures::sample_blendmask;
import package::textures::sample_bump;
import package::textures::sample_bump2;
import package::textures::sample_detail;
import package::textures::sample_mask;

// Directions that bumped lightmaps are compiled for (`mathlib/bumpvects.h`), a third of a turn
// apart.
const BUMP_BASIS = array(
  vec3f(0.81649658, 0.0, 0.57735026),
  vec3f(-0.40824829, 0.70710678, 0.57735026),
  vec3f(-0.40824829, -0.70710678, 0.57735026),
);
// Weights of the three directions for a flat surface.
const ALL_ALIKE = vec3f(1.0 / 3.0);

fn movedBy(material: Material, s: u32, t: u32, texCoord: vec2f) -> vec2f {
  let own = vec3f(texCoord, 1.0);
  return vec2f(dot(own, paramOf(material, s).xyz), dot(own, paramOf(material, t).xyz));
}

// Returns the surface point for a vertex's texture coordinates, with its normal map applied. Call
// from uniform control flow.
fn bumpedPoint(
  material: Material,
  texCoord: vec2f,
  blend: f32,
  position: vec3f,
  frame: TangentFrame,
) -> SurfacePoint {
  var at = surfacePoint(material, texCoord, blend);
  at.maskCoord = at.texCoord;
  if (isShown(ROLE_DETAIL)) {
    at.detailCoord = movedBy(material, PARAM_DETAIL_S, PARAM_DETAIL_T, texCoord);
    at.detailDx = dpdx(at.detailCoord);
    at.detailDy = dpdy(at.detailCoord);
  }
  if (isShown(ROLE_BLENDMASK)) {
    at.blendCoord = movedBy(material, PARAM_BLEND_S, PARAM_BLEND_T, texCoord);
    at.blendDx = dpdx(at.blendCoord);
    at.blendDy = dpdy(at.blendCoord);
  }
  if (isShown(ROLE_MASK)) {
    at.maskCoord = movedBy(material, PARAM_MASK_S, PARAM_MASK_T, texCoord);
    at.maskDx = dpdx(at.maskCoord);
    at.maskDy = dpdy(at.maskCoord);
  }
  readTexels(material, at);
  @if(walled) at.painted = blend;
  if (isShown(ROLE_BLENDMASK)) {
    let mask = sample_blendmask(material, at).rg;
    at.blend = select(at.blend, masked(material, at.blend, mask), hasTexture(material, ROLE_BLENDMASK));
  }
  at.directions = ALL_ALIKE;
  at.mirroring = vec3f(1.0);
  at.normal = frame.normal;
  @if(seamless) at.place = position;
  @if(seamless) at.facesTo = frame.normal;
  @if(layered) readLayers(material, at, position, frame.normal);
  if (isShown(ROLE_BUMP)) {
    at = turned(material, at, frame);
  }
  // Without a mask texture nothing is reflected.
  if (isShown(ROLE_MASK)) {
    let mask = sample_mask(material, at).rgb;
    at.mirroring = select(at.mirroring, mask, (material.flags & MATERIAL_TEXTURE_MASK) != 0u);
  }
  return facingPoint(material, at, position, at.normal);
}

// Returns the blend modulated by its mask: green is the blend at which the layers are equal, red
// half the width of the transition.
fn masked(material: Material, blend: f32, mask: vec2f) -> f32 {
  @if(!walled) let softness = mask.r;
  @if(walled) let own = paramOf(material, PARAM_WALL_BLEND).x;
  @if(walled) let softness = select(mask.r, own, own >= 0.0);
  let first = saturate(mask.g - softness);
  let last = saturate(mask.g + softness);
  let share = saturate((blend - first) / max(last - first, 1e-6));
  let isItself = paramOf(material, PARAM_BLEND_S).w > 0.5;
  return select(share * share * (3.0 - 2.0 * share), mask.g, isItself);
}

@if(seamless)
fn bumpLayer(material: Material) -> u32 {
  return placeOf(material, ROLE_BUMP) & TEXTURE_PLACE_LAYER_MASK;
}

fn turned(material: Material, plain: SurfacePoint, frame: TangentFrame) -> SurfacePoint {
  var at = plain;
  @if(!layered && !seamless && !walled) let texel = sample_bump(material, at);
  @if(seamless) let texel = readSeamless(bump_texture, bump_sampler, bumpLayer(material), overWorld(material, at));
  @if(layered) let texel = layeredBump;
  @if(walled) let texel = sample_bump(material, at);
  @if(walled) let edge = edgeNormal(material, at);
  @if(walled) let added = addedNormal(material, at);
  var normal = texel.xyz;
  let isSelfShadowed = (material.flags & MATERIAL_SSBUMP) != 0u;
  if (!isSelfShadowed) {
    normal = normal * 2.0 - 1.0;
  }
  var mirroring = texel.a;
  @if(!layered)
  if (isShown(ROLE_BUMP2)) {
    let second = sample_bump2(material, at);
    let other = select(second.xyz * 2.0 - 1.0, second.xyz, isSelfShadowed);
    let share = select(0.0, at.blend, hasTexture(material, ROLE_BUMP2));
    normal = mix(normal, other, share);
    @if(walled) mirroring *= paramOf(material, PARAM_WALL_TINT).w;
    @if(!walled) let secondMirroring = second.a;
    @if(walled) let secondMirroring = second.a * paramOf(material, PARAM_WALL_TINT2).w;
    // With two normal maps the first gives the reflection mask, unless the blend has a mask.
    if (isShown(ROLE_BLENDMASK)) {
      let isMasked = hasTexture(material, ROLE_BLENDMASK);
      mirroring = mix(mirroring, secondMirroring, select(0.0, share, isMasked));
    }
  }
  @if(walled)
  if (!isSelfShadowed) {
    normal += edge;
  }
  @if(walled) let isAdded = hasAddedNormals(material);
  @if(walled) normal = select(normal, added.xyz, isAdded);
  var detail = vec3f(1.0);
  if (isShown(ROLE_DETAIL)) {
    let shadow = sample_detail(material, at).rgb * paramOf(material, PARAM_DETAIL_TINT).rgb;
    let isBump = hasDetail(material) && detailMode(material) == DETAIL_BUMP;
    detail = select(detail, 2.0 * shadow, isBump);
  }
  let isThere = hasTexture(material, ROLE_BUMP);
  if ((material.flags & MATERIAL_BUMP_MASK) != 0u) {
    at.mirroring = vec3f(select(0.0, mirroring, isThere));
  }
  @if(walled) at.mirroring *= select(1.0, added.w, isAdded);
  if (!isThere) {
    return at;
  }
  let basis = BUMP_BASIS;
  if (isSelfShadowed) {
    at.directions = normal;
    normal = normal.x * basis[0] + normal.y * basis[1] + normal.z * basis[2];
    normal *= inverseSqrt(max(dot(normal, normal), 1e-12));
  } else {
    var weight = saturate(vec3f(dot(normal, basis[0]), dot(normal, basis[1]), dot(normal, basis[2])));
    weight *= weight * detail;
    let sum = weight.x + weight.y + weight.z;
    // A texel that faces inwards takes the light of a flat one.
    at.directions = select(ALL_ALIKE, weight / sum, sum > 0.0);
  }
  at.normal = normal.x * frame.tangent + normal.y * frame.binormal + normal.z * frame.normal;
  return at;
}
