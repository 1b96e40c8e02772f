// Model shading beyond diffuse light on a texture: highlights and rim light of lamps, light warps,
// glow by more than the base texture's alpha, and tints by alpha. Follows the engine's
// `skin_ps20b.fxc` and, without highlights, `vertexlit_and_unlit_generic_bump_ps2x.fxc` and
// `vertexlit_and_unlit_generic_ps2x.fxc`.

import constants::FRAME_FULLBRIGHT;
import constants::FRAME_TEXTURES;
import constants::HIDDEN_PHONG;
import constants::LIGHTS_PER_PROP;
import constants::MATERIAL_ALPHA_MASK;
import constants::MATERIAL_BUMP_MASK;
import constants::MATERIAL_SELF_ILLUM;
import constants::MATERIAL_TEXTURE_MASK;
@if(ownSpace) import constants::DECAL_ADDS;
@if(ownSpace) import constants::DECAL_DOUBLES;
@if(ownSpace) import constants::DECAL_MULTIPLIES;
@if(ownSpace) import constants::PARAM_DECAL;
@if(ownSpace) import constants::ROLE_DECAL;
@if(ownSpace) import constants::ROLE_TINT_MASK;
@if(ownSpace) import constants::PARAM_DRAPED;
@if(gradient) import constants::PARAM_INFECTED_ROWS;
import constants::PARAM_ENV_LIGHT;
import constants::PARAM_GLOW;
import constants::PARAM_GLOW_RANGES;
import constants::PARAM_MODEL_LIGHT;
import constants::PARAM_MODEL_TINT;
import constants::PARAM_PHONG;
import constants::PARAM_PHONG_RANGES;
import constants::PARAM_PHONG_TINT;
import constants::PARAM_RIM;
import constants::ROLE_BASE;
@if(ownSpace) import constants::ROLE_DETAIL;
import constants::ROLE_GLOW;
@if(gradient) import constants::ROLE_INFECTED_GRADIENT;
import constants::ROLE_LIGHT_WARP;
import constants::ROLE_MASK;
import constants::ROLE_PHONG_WARP;
import constants::TEXTURE_PLACE_LAYER_MASK;
import package::common::geometry::tangents::TangentFrame;
import package::common::light::ambient::ambientCubeLight;
import package::common::material::detail::detailGlow;
import package::common::material::detail::detailed;
import package::common::light::lights::ModelLight;
import package::common::light::lights::facingShare;
import package::common::material::material::Material;
import package::common::material::material::hasTexture;
import package::common::material::material::placeOf;
import package::common::material::params::paramOf;
import package::common::material::reflection::mirrorLight;
import package::common::material::reflection::reflectionOf;
@if(ownSpace) import package::common::material::seamless::SeamlessPlace;
@if(ownSpace) import package::common::material::seamless::readSeamless;
@if(ownSpace) import package::common::material::seamless::seamlessShare;
import package::common::material::surface::Surface;
import package::common::material::surface::SurfacePoint;
import package::common::material::surface::baseSurface;
import package::common::material::surface::facingPoint;
import package::common::view::frame::frame;
import package::common::view::frame::hasFrameFlag;
@if(gradient) import package::textures::infected_gradient_sampler;
@if(gradient) import package::textures::infected_gradient_texture;
@if(ownSpace) import package::textures::base_sampler;
@if(ownSpace) import package::textures::base_texture;
@if(ownSpace) import package::textures::detail_sampler;
@if(ownSpace) import package::textures::detail_texture;
import package::textures::light_warp_sampler;
import package::textures::light_warp_texture;
import package::textures::phong_warp_sampler;
import package::textures::phong_warp_texture;
import package::textures::sample_base;
@if(ownSpace) import package::textures::sample_decal;
@if(ownSpace) import package::textures::sample_tint_mask;
import package::textures::sample_bump;
import package::textures::sample_detail;
import package::textures::sample_env;
import package::textures::sample_exponent;
import package::textures::sample_glow;
import package::textures::sample_mask;

const LUMINANCE = vec3f(0.299, 0.587, 0.114);
// Least base of a power: highlights vanish there, and pow(0, 0) is undefined.
const LEAST = 1e-6;
// Values of `PARAM_MODEL_LIGHT`.x.
const BY_FRAGMENTS = 1.0;
const WITH_HIGHLIGHTS = 2.0;
const AMBIENT_ALONE = -1.0;
// Values of `PARAM_GLOW`.w.
const GLOWS_BY_TEXTURE = 1.0;
const GLOWS_BY_FACING = 2.0;
const GLOWS_BY_MASK = 3.0;

// For surfaces that are no models: lit by the light of their place.
fn surfaceOf(material: Material, at: SurfacePoint) -> Surface {
  let base = sample_base(material, at);
  var surface = baseSurface(material, base);
  surface.reflection = reflectionOf(material, at, sample_env(material, at).rgb, base.a);
  return surface;
}

fn unit(v: vec3f) -> vec3f {
  return v * inverseSqrt(max(dot(v, v), 1e-12));
}

// Read warp textures at their largest mip, because the branches have no derivatives.
fn lightWarp(material: Material, share: f32) -> vec3f {
  let layer = placeOf(material, ROLE_LIGHT_WARP) & TEXTURE_PLACE_LAYER_MASK;
  let at = vec2f(share, 0.0);
  return textureSampleLevel(light_warp_texture, light_warp_sampler, at, layer, 0.0).rgb;
}

fn phongWarp(material: Material, strength: f32, fresnel: f32) -> vec3f {
  let layer = placeOf(material, ROLE_PHONG_WARP) & TEXTURE_PLACE_LAYER_MASK;
  let at = vec2f(strength, fresnel);
  return textureSampleLevel(phong_warp_texture, phong_warp_sampler, at, layer, 0.0).rgb;
}

// Returns the Fresnel strength, interpolated from the facing direction over the middle to the rim.
fn rangedFresnel(away: f32, ranges: vec3f) -> f32 {
  let f = away * away - 0.5;
  return ranges.y + select(ranges.x, ranges.z, f >= 0.0) * f;
}

struct Lit {
  diffuse: vec3f,
  specular: vec3f,
  rim: vec3f,
}

// Returns the light of the lamps that light fragments.
fn lampsOn(
  material: Material,
  light: ModelLight,
  normal: vec3f,
  toEye: vec3f,
  wraps: bool,
  exponent: f32,
  rimExponent: f32,
  fresnel: f32,
) -> Lit {
  var lit: Lit;
  let mirrored = 2.0 * dot(normal, toEye) * normal - toEye;
  let isLightWarped = hasTexture(material, ROLE_LIGHT_WARP);
  let isPhongWarped = hasTexture(material, ROLE_PHONG_WARP);
  for (var i = 0u; i < light.count; i++) {
    let toLamp = light.toLamp[i];
    let cosine = dot(normal, toLamp);
    let share = facingShare(cosine, wraps, light.flags);
    var diffuse = vec3f(select(share, share * share, wraps));
    if (isLightWarped) {
      diffuse = 2.0 * lightWarp(material, share);
    }
    lit.diffuse += light.lamp[i] * diffuse;
    let along = max(dot(mirrored, toLamp), LEAST);
    let faced = light.lamp[i] * max(cosine, 0.0);
    var specular = vec3f(pow(min(along, 1.0), exponent));
    if (isPhongWarped) {
      specular *= phongWarp(material, specular.x, fresnel);
    }
    lit.specular += faced * specular;
    lit.rim += faced * pow(min(along, 1.0), rimExponent);
  }
  return lit;
}

// Directions of the stored light. The first is along t (`vertexlit_and_unlit_generic_bump_ps2x.fxc`
// of the public Alien Swarm SDK), unlike in lightmaps.
@if(finelyLit)
const UP_BASIS = array(
  vec3f(0.0, 0.81649661, 0.57735026),
  vec3f(-0.70710678, -0.40824829, 0.57735026),
  vec3f(0.70710678, -0.40824829, 0.57735026),
);

// Returns baked directional light for a texel of the normal map.
@if(finelyLit)
fn directedLight(material: Material, light: ModelLight, texel: vec3f) -> vec3f {
  let basis = UP_BASIS;
  var sum = vec3f(0.0);
  for (var i = 0u; i < 3u; i++) {
    let share = saturate(dot(texel, basis[i]));
    sum += share * share * light.directed[i];
  }
  if (hasTexture(material, ROLE_LIGHT_WARP)) {
    sum *= 2.0 * lightWarp(material, 0.5 * length(sum));
  }
  return sum;
}

// Returns seamless coordinates in model space, on the planes yz, zx and xy. Lightmapped surfaces
// use other planes.
@if(ownSpace)
fn overModel(at: SurfacePoint, scale: f32) -> SeamlessPlace {
  let place = at.ownPlace * scale;
  return SeamlessPlace(place.yz, place.zx, place.xy, seamlessShare(at.ownNormal));
}

// Call from uniform control flow.
@if(ownSpace)
fn drapedBase(material: Material, at: SurfacePoint) -> vec4f {
  let scale = paramOf(material, PARAM_DRAPED).x;
  let layer = placeOf(material, ROLE_BASE) & TEXTURE_PLACE_LAYER_MASK;
  let draped = readSeamless(base_texture, base_sampler, layer, overModel(at, scale));
  return select(sample_base(material, at), draped, scale != 0.0 && hasTexture(material, ROLE_BASE));
}

@if(ownSpace)
fn drapedDetail(material: Material, at: SurfacePoint) -> vec4f {
  let scale = paramOf(material, PARAM_DRAPED).y;
  let layer = placeOf(material, ROLE_DETAIL) & TEXTURE_PLACE_LAYER_MASK;
  let draped = readSeamless(detail_texture, detail_sampler, layer, overModel(at, scale));
  return select(sample_detail(material, at), draped, scale != 0.0 && hasTexture(material, ROLE_DETAIL));
}

// Returns the colour of the infected as Valve's wiki ("Infected (shader)") builds it: alpha is the
// position in a row of the gradient, blue the share of skin.
@if(gradient)
fn infectedBase(material: Material, at: SurfacePoint) -> vec4f {
  let texel = sample_base(material, at);
  let rows = paramOf(material, PARAM_INFECTED_ROWS);
  let layer = placeOf(material, ROLE_INFECTED_GRADIENT) & TEXTURE_PLACE_LAYER_MASK;
  let clothes = textureSampleLevel(infected_gradient_texture, infected_gradient_sampler, vec2f(texel.a, rows.x), layer, 0.0).rgb;
  let skin = textureSampleLevel(infected_gradient_texture, infected_gradient_sampler, vec2f(texel.a, rows.y), layer, 0.0).rgb;
  let isThere = hasTexture(material, ROLE_BASE) && hasTexture(material, ROLE_INFECTED_GRADIENT);
  return vec4f(select(material.fallbackColor, mix(clothes, skin, texel.b), isThere), 1.0);
}

// Returns the tint weighted by the green of its mask, as in Source 2's shaders according to the
// public renderer ValveResourceFormat.
@if(ownSpace)
fn maskedTint(material: Material, at: SurfacePoint, tint: vec3f) -> vec3f {
  let share = sample_tint_mask(material, at).g;
  return mix(vec3f(1.0), tint, select(1.0, share, hasTexture(material, ROLE_TINT_MASK)));
}

// Returns a colour with a decal applied, by the decal's mode ("$decaltexture" of Valve's wiki).
@if(ownSpace)
fn decaled(material: Material, at: SurfacePoint, color: vec3f) -> vec3f {
  var place = at;
  place.texCoord = at.decalCoord;
  let decal = sample_decal(material, place);
  var shown = mix(color, decal.rgb, decal.a);
  switch u32(paramOf(material, PARAM_DECAL).x) {
    case DECAL_MULTIPLIES: { shown = color * decal.rgb; }
    case DECAL_DOUBLES: { shown = color * decal.rgb * 2.0; }
    case DECAL_ADDS: { shown = color + decal.rgb; }
    default: {}
  }
  return select(color, shown, hasTexture(material, ROLE_DECAL));
}

// Returns the share of a texel that glows.
fn glowOf(material: Material, base: f32, texel: vec3f, facing: f32) -> vec3f {
  let how = paramOf(material, PARAM_GLOW).w;
  if (how == GLOWS_BY_TEXTURE) {
    return select(vec3f(0.0), texel, hasTexture(material, ROLE_GLOW));
  }
  if (how == GLOWS_BY_FACING) {
    let ranges = paramOf(material, PARAM_GLOW_RANGES);
    return vec3f(base * saturate(pow(max(facing, LEAST), ranges.z) * ranges.x + ranges.y));
  }
  let isThere = (material.flags & MATERIAL_SELF_ILLUM) != 0u && hasTexture(material, ROLE_BASE);
  return vec3f(select(0.0, base, isThere));
}

// Returns light towards the eye and the alpha. `side` is -1 on the back of a two-sided surface,
// `color` is the prop's colour. Call from uniform control flow.
fn modelColor(
  material: Material,
  plain: SurfacePoint,
  place: vec3f,
  tangents: TangentFrame,
  side: f32,
  light: ModelLight,
  color: vec4f,
) -> vec4f {
  var at = plain;
  @if(!ownSpace) let detail = sample_detail(material, at);
  @if(gradient) let base = infectedBase(material, at);
  @if(!ownSpace && !gradient) let base = detailed(material, sample_base(material, at), detail);
  @if(ownSpace) let detail = drapedDetail(material, at);
  @if(ownSpace) let base = detailed(material, drapedBase(material, at), detail);
  let bump = sample_bump(material, at);
  let exponentTexel = sample_exponent(material, at);
  let glowTexel = sample_glow(material, at);
  let mask = sample_mask(material, at);
  let how = paramOf(material, PARAM_MODEL_LIGHT);
  let phong = paramOf(material, PARAM_PHONG);
  let ranges = paramOf(material, PARAM_PHONG_RANGES);
  let tinting = paramOf(material, PARAM_MODEL_TINT);
  let hasHighlights = how.x == WITH_HIGHLIGHTS;
  let texel = mix(bump.xyz * 2.0 - 1.0, vec3f(0.0, 0.0, 1.0), phong.w);
  let turned = unit(texel.x * tangents.tangent + texel.y * tangents.binormal + texel.z * tangents.normal);
  let toEye = normalize(frame.cameraPosition - place);
  at = facingPoint(material, at, place, turned);
  let env = sample_env(material, at).rgb;
  let normal = turned * side;
  let away = saturate(1.0 - dot(normal, toEye));
  let fresnel = rangedFresnel(away, ranges.xyz);
  let specMask = mix(mix(bump.a, base.a, phong.w), dot(base.rgb, LUMINANCE), ranges.w);
  let rim = paramOf(material, PARAM_RIM);
  let alpha = material.alpha * color.a * select(base.a, 1.0, (material.flags & MATERIAL_ALPHA_MASK) != 0u);

  // Diffuse and specular light.
  var diffuse = vec3f(1.0);
  var specular = vec3f(0.0);
  if (!hasFrameFlag(FRAME_FULLBRIGHT)) {
    let isBaked = light.byVertices.w > 0.5 && how.x != AMBIENT_ALONE;
    diffuse = select(ambientCubeLight(light.ambient, normal), vec3f(0.0), isBaked);
    if (how.x != AMBIENT_ALONE) {
      diffuse += light.byVertices.rgb;
    }
    if (how.x >= BY_FRAGMENTS) {
      @if(finelyLit)
      if (light.isDirected) {
        diffuse = directedLight(material, light, texel);
      }
      let exponent = phong.x + phong.y * exponentTexel.r;
      let lit = lampsOn(material, light, normal, toEye, how.y > 0.5, exponent, rim.x, fresnel);
      diffuse += lit.diffuse;
      if (hasHighlights && (frame.hidden & HIDDEN_PHONG) == 0u) {
        let isWarped = hasTexture(material, ROLE_PHONG_WARP);
        specular = lit.specular * (specMask * select(fresnel, 1.0, isWarped) * phong.z);
        if (rim.w > 0.5) {
          let rimMask = select(exponentTexel.a, exponentTexel.r, rim.z < 0.0);
          let share = mix(1.0, rimMask, abs(rim.z)) * away * away * away * away;
          specular = max(specular, lit.rim * share);
          let behind = ambientCubeLight(light.ambient, toEye);
          specular += behind * (rim.y * saturate(share * normal.z));
        }
      }
    }
  }
  if (!hasFrameFlag(FRAME_TEXTURES)) {
    return vec4f(diffuse * color.rgb, alpha);
  }

  // The tint applies to the whole base texture, or by its alpha.
  @if(!ownSpace) let modulation = material.tint * color.rgb;
  @if(ownSpace) let modulation = maskedTint(material, at, material.tint * color.rgb);
  let tinted = mix(base.rgb * modulation, modulation, tinting.y);
  var albedo = mix(base.rgb * modulation, mix(base.rgb, tinted, base.a), tinting.x);
  @if(ownSpace) albedo = decaled(material, at, albedo);
  var shown = albedo * diffuse;
  let added = detailGlow(material, detail, 0.0);
  if (!hasHighlights) {
    shown += added;
  }
  let glow = paramOf(material, PARAM_GLOW);
  if (glow.w == GLOWS_BY_MASK) {
    let share = select(0.0, 8.0 * mask.a, hasTexture(material, ROLE_MASK));
    shown = max(0.0, 1.0 - share) * shown + share * glow.rgb * albedo;
  } else {
    let facing = dot(unit(tangents.normal), toEye);
    let brightness = select(1.0, paramOf(material, PARAM_GLOW_RANGES).w, glow.w == GLOWS_BY_FACING);
    shown = mix(shown, glow.rgb * albedo * brightness, glowOf(material, base.a, glowTexel.rgb, facing));
  }
  if (hasHighlights) {
    shown += added;
  }
  let phongTint = paramOf(material, PARAM_PHONG_TINT);
  specular *= phongTint.rgb * mix(vec3f(1.0), base.rgb * how.w, exponentTexel.g * phongTint.w);

  // Mask of the reflection.
  var envMask = vec3f(1.0);
  if (hasHighlights) {
    let inverted = tinting.w;
    let own = select(specMask, inverted, glow.w == GLOWS_BY_FACING);
    let share = mix(base.a, own, how.z);
    envMask = vec3f(mix(share, 1.0 - share, inverted) * mix(1.0, fresnel, tinting.z));
  } else if ((material.flags & MATERIAL_BUMP_MASK) != 0u) {
    envMask = vec3f(bump.a);
  } else if ((material.flags & MATERIAL_TEXTURE_MASK) != 0u) {
    envMask = mask.rgb;
  }
  envMask = mix(envMask, vec3f(1.0), paramOf(material, PARAM_ENV_LIGHT).w) * mirrorLight(material, diffuse);
  return vec4f(shown + specular + reflectionOf(material, at, env * envMask, base.a), alpha);
}
