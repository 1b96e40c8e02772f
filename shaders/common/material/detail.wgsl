// Detail textures, combined with the base texture as in the engine's shaders (`common_ps_fxc.h` of
// its public SDK).

import constants::DETAIL_ADD;
import constants::DETAIL_BASE;
import constants::DETAIL_COVER;
import constants::DETAIL_FADE;
import constants::DETAIL_GLOW;
import constants::DETAIL_GLOW_BAND;
import constants::DETAIL_MASK;
import constants::DETAIL_MULTIPLY;
import constants::DETAIL_SHADE;
import constants::DETAIL_TWICE;
import constants::DETAIL_TWO_PATTERNS;
import constants::DETAIL_UNDER;
import constants::FRAME_TEXTURES;
import constants::MATERIAL_SELF_ILLUM;
import constants::PARAM_DETAIL_S;
import constants::PARAM_DETAIL_T;
import constants::PARAM_DETAIL_TINT;
import constants::ROLE_DETAIL;
import package::common::view::frame::hasFrameFlag;
@if(layered) import package::common::material::layers::layeredDetail;
import package::common::material::material::Material;
import package::common::material::material::hasTexture;
import package::common::material::params::paramOf;
import package::common::material::roles::isShown;

// Returns the DETAIL_* mode of the material.
fn detailMode(material: Material) -> u32 {
  return u32(paramOf(material, PARAM_DETAIL_S).w);
}

fn hasDetail(material: Material) -> bool {
  return isShown(ROLE_DETAIL) && hasTexture(material, ROLE_DETAIL);
}

// Returns the base texel combined with a texel of the detail texture.
fn detailed(material: Material, base: vec4f, texel: vec4f) -> vec4f {
  if (!hasDetail(material)) {
    return base;
  }
  let tint = paramOf(material, PARAM_DETAIL_TINT);
  let detail = vec4f(texel.rgb * tint.rgb, texel.a);
  @if(!layered) let share = tint.a;
  @if(layered) let share = layeredDetail;
  var color = base;
  switch detailMode(material) {
    case DETAIL_TWICE: { color *= vec4f(mix(vec3f(1.0), 2.0 * detail.rgb, share), 1.0); }
    case DETAIL_ADD: { color += vec4f(share * detail.rgb, 0.0); }
    case DETAIL_COVER: { color = vec4f(mix(base.rgb, detail.rgb, share * detail.a), base.a); }
    case DETAIL_FADE: { color = mix(base, detail, share); }
    case DETAIL_UNDER: {
      color = vec4f(mix(base.rgb, detail.rgb, share * (1.0 - base.a)), detail.a);
    }
    case DETAIL_TWO_PATTERNS: {
      let pattern = mix(detail.r, detail.a, base.a);
      color = vec4f(base.rgb * mix(1.0, 2.0 * pattern, share), base.a);
    }
    case DETAIL_MULTIPLY: { color = mix(base, base * detail, share); }
    case DETAIL_MASK: { color.a = mix(base.a, base.a * detail.a, share); }
    case DETAIL_BASE: {
      color = vec4f(mix(vec3f(1.0), saturate(base.rgb * 2.0), detail.a) * detail.rgb, base.a);
    }
    case DETAIL_SHADE: { color = vec4f(base.rgb * dot(detail.rgb, vec3f(2.0 / 3.0)), base.a); }
    default: {}
  }
  // The alpha of lightmapped surfaces ignores the detail texture.
  color.a = select(color.a, base.a, paramOf(material, PARAM_DETAIL_T).w > 0.5);
  return color;
}

// Returns the light that the detail texture adds to the lit surface. It is scaled by 1 - `alpha` if
// the surface glows by its alpha.
fn detailGlow(material: Material, texel: vec4f, alpha: f32) -> vec3f {
  if (!hasDetail(material) || !hasFrameFlag(FRAME_TEXTURES)) {
    return vec3f(0.0);
  }
  let tint = paramOf(material, PARAM_DETAIL_TINT);
  let detail = texel.rgb * tint.rgb;
  let share = tint.a;
  var glow = vec3f(0.0);
  switch detailMode(material) {
    case DETAIL_GLOW: { glow = share * detail; }
    case DETAIL_GLOW_BAND: {
      // Stretches a band of the detail's brightness to 0 to 1: the upper part for small shares, all
      // of it for 1.
      let isWide = share >= 0.5;
      let scale = select(4.0 * share, 1.0 / share, isWide);
      let offset = select(-0.5 * scale, 1.0 - scale, isWide);
      glow = saturate(scale * detail + offset);
    }
    default: {}
  }
  let isLitByAlpha = (material.flags & MATERIAL_SELF_ILLUM) != 0u;
  return glow * select(1.0, 1.0 - alpha, isLitByAlpha);
}
