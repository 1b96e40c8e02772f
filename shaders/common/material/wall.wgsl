// The family `wall`: lightmapped surfaces with rare parameters. Borders between two layers follow
// SourceIO's importer of CS:GO; Valve's SDK lacks that shader. Light warping, added normal maps and
// the tint of the glow follow `lightmappedgeneric_ps2_3_x.h` of the SDK.

import constants::FRAME_TEXTURES;
import constants::HIDDEN_PHONG;
import constants::MATERIAL_SSBUMP;
import constants::PARAM_WALL_BLEND;
import constants::PARAM_WALL_BORDER;
import constants::PARAM_WALL_BUMP2_S;
import constants::PARAM_WALL_BUMP2_T;
import constants::PARAM_WALL_BUMP_S;
import constants::PARAM_WALL_BUMP_T;
import constants::PARAM_WALL_EDGE;
import constants::PARAM_WALL_GLOW;
import constants::PARAM_WALL_PHONG;
import constants::PARAM_WALL_PHONG_AMOUNT;
import constants::PARAM_WALL_PHONG_AMOUNT2;
import constants::PARAM_WALL_PHONG_MASK;
import constants::PARAM_WALL_SUN;
import constants::ROLE_BASE2;
import constants::ROLE_BLENDMASK;
import constants::ROLE_BUMP_MASK;
import constants::ROLE_LIGHT_WARP;
import constants::SHINES_BY_BASE;
import constants::SHINES_BY_BUMP;
import constants::SHINES_NOT;
import constants::TEXTURE_PLACE_LAYER_MASK;
import package::common::material::bump::movedBy;
import package::common::material::material::Material;
import package::common::material::material::hasTexture;
import package::common::material::material::placeOf;
import package::common::material::params::paramOf;
import package::common::material::reflection::mirrorLight;
import package::common::material::surface::Surface;
import package::common::material::surface::SurfacePoint;
import package::common::view::frame::frame;
import package::common::view::frame::hasFrameFlag;
import package::textures::blendmask_texture;
import package::textures::light_warp_sampler;
import package::textures::light_warp_texture;
import package::textures::sample_blendmask;
import package::textures::sample_bump;
import package::textures::sample_bump2;
import package::textures::sample_bump_mask;

const LUMINANCE = vec3f(0.299, 0.587, 0.114);

// Albedo without the material's tints, for the glow.
var<private> untinted: vec3f;
// Masks of highlights: the normal map's alpha, 1 minus the base texture's alpha, and the second
// layer's share.
var<private> masks: vec3f;

// Returns true if the layers meet by `$newlayerblending`.
fn hasBorder(material: Material) -> bool {
  return paramOf(material, PARAM_WALL_BLEND).x >= 0.0
    && hasTexture(material, ROLE_BASE2)
    && hasTexture(material, ROLE_BLENDMASK);
}

// Returns 0 below an edge, 1 above it, and a smooth step within `softness` of it.
fn overEdge(edge: f32, softness: f32, weight: f32) -> f32 {
  let first = saturate(edge - softness);
  let last = saturate(edge + softness);
  let share = saturate((weight - first) / max(last - first, 1e-6));
  return share * share * (3.0 - 2.0 * share);
}

// Returns the factor of the first layer: a tint along the border, strongest in its middle.
fn borderTint(material: Material, at: SurfacePoint) -> vec3f {
  let edge = sample_blendmask(material, at).g;
  let blend = paramOf(material, PARAM_WALL_BLEND);
  let over = overEdge(edge, blend.w, saturate(at.painted + blend.z));
  let band = blend.y * (1.0 - abs(2.0 * over - 1.0));
  let tint = mix(vec3f(1.0), paramOf(material, PARAM_WALL_BORDER).rgb, band);
  return select(vec3f(1.0), tint, hasBorder(material));
}

// Returns what the border adds to a normal, as if the second layer lay higher than the first. The
// slope is the difference of the mask between neighboring texels. An approximation: no public
// source has the formula. Call from uniform control flow.
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

fn hasAddedNormals(material: Material) -> bool {
  return paramOf(material, PARAM_WALL_GLOW).w > 0.5 && hasTexture(material, ROLE_BUMP_MASK);
}

// Returns the sum of two normal maps, each with its own transform, blended under a third. w is the
// share of the sum, which also scales the reflection. Call from uniform control flow.
fn addedNormal(material: Material, at: SurfacePoint) -> vec4f {
  var place = at;
  place.texCoord = movedBy(material, PARAM_WALL_BUMP_S, PARAM_WALL_BUMP_T, at.own);
  let first = sample_bump(material, place).xyz * 2.0 - 1.0;
  place.texCoord = movedBy(material, PARAM_WALL_BUMP2_S, PARAM_WALL_BUMP2_T, at.own);
  let texel = sample_bump2(material, place).xyz;
  let isSelfShadowed = (material.flags & MATERIAL_SSBUMP) != 0u;
  let sum = first + select(texel * 2.0 - 1.0, texel, isSelfShadowed);
  let unit = sum * inverseSqrt(max(dot(sum, sum), 1e-12));
  let over = sample_bump_mask(material, at);
  return vec4f(mix(over.xyz * 2.0 - 1.0, unit, over.a), over.a);
}

// Returns light mapped through the light warp texture, which is read at half the light's length.
fn warpedLight(material: Material, light: vec3f) -> vec3f {
  let layer = placeOf(material, ROLE_LIGHT_WARP) & TEXTURE_PLACE_LAYER_MASK;
  let at = vec2f(0.5 * length(light * material.tint), 0.0);
  let ramp = textureSampleLevel(light_warp_texture, light_warp_sampler, at, layer, 0.0).rgb;
  return select(light, 2.0 * light * ramp, hasTexture(material, ROLE_LIGHT_WARP));
}

// Returns the highlight of the sun, scaled by the light on the surface. The engine masks it by the
// sun's real-time shadows, which are not drawn here. An approximation: no public source has the
// formula.
fn sunHighlight(material: Material, at: SurfacePoint, place: vec3f, light: vec3f) -> vec3f {
  let sun = paramOf(material, PARAM_WALL_SUN);
  let kind = u32(sun.w);
  if (kind == SHINES_NOT || (frame.hidden & HIDDEN_PHONG) != 0u) {
    return vec3f(0.0);
  }
  let normal = at.normal * inverseSqrt(max(dot(at.normal, at.normal), 1e-12));
  let toEye = normalize(frame.cameraPosition - place);
  let mirrored = 2.0 * dot(normal, toEye) * normal - toEye;
  let share = masks.z;
  let how = paramOf(material, PARAM_WALL_PHONG);
  let levels = paramOf(material, PARAM_WALL_PHONG_MASK);
  let amount = mix(paramOf(material, PARAM_WALL_PHONG_AMOUNT), paramOf(material, PARAM_WALL_PHONG_AMOUNT2), share);
  let level = mix(levels.xy, levels.zw, share);
  var mask = saturate(pow(max(dot(untinted, LUMINANCE), 1e-6), level.x) * level.y);
  mask *= select(1.0, masks.x, kind == SHINES_BY_BUMP) * select(1.0, masks.y, kind == SHINES_BY_BASE);
  let along = clamp(dot(mirrored, sun.xyz), 1e-6, 1.0);
  let shown = pow(along, mix(how.x, how.y, share)) * saturate(dot(normal, sun.xyz));
  let tint = mix(vec3f(1.0), untinted, mix(how.z, how.w, share));
  return amount.rgb * amount.a * tint * (mask * shown * saturate(dot(light, LUMINANCE)));
}

// Returns light towards the eye. If `isLit`, `light` is the light on the surface, otherwise full
// brightness.
fn wallColor(
  material: Material,
  at: SurfacePoint,
  place: vec3f,
  surface: Surface,
  light: vec3f,
  isLit: bool,
) -> vec3f {
  var lit = light;
  var mirrored = surface.reflection;
  if (isLit) {
    lit = warpedLight(material, light);
    mirrored *= mirrorLight(material, light);
    mirrored += select(vec3f(0.0), sunHighlight(material, at, place, light), hasFrameFlag(FRAME_TEXTURES));
  }
  let glow = paramOf(material, PARAM_WALL_GLOW).rgb * untinted;
  let isPlain = !hasFrameFlag(FRAME_TEXTURES);
  let albedo = select(surface.albedo, vec3f(1.0), isPlain);
  return mix(albedo * lit, select(glow, vec3f(1.0), isPlain), surface.glow) + mirrored;
}
