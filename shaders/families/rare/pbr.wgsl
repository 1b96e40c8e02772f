// The community's PBR shader: metalness, roughness and ambient occlusion, following the public
// source-pbr (`pbr_ps30.fxc`, `pbr_common_ps2_3_x.h`). Lamps give no highlights except through the
// cubemap. For rough surfaces the cubemap's smallest mips replace the engine's ambient cube.

import constants::FRAME_TEXTURES;
import constants::ROLE_EMISSION;
import constants::ROLE_ENV;
import constants::ROLE_MRAO;
import constants::TEXTURE_PLACE_LAYER_MASK;
import package::common::material::material::Material;
import package::common::material::material::hasTexture;
import package::common::material::material::placeOf;
import package::common::material::surface::Surface;
import package::common::material::surface::SurfacePoint;
import package::common::material::surface::baseSurface;
import package::common::view::frame::hasFrameFlag;
import package::textures::env_sampler;
import package::textures::env_texture;
import package::textures::sample_base;
import package::textures::sample_emission;
import package::textures::sample_mrao;

// Reflectance of a dielectric seen head on.
const DIELECTRIC = vec3f(0.04);

// Returns the share of the cubemap's light that is reflected: Lazarov's fit to the integral, as in
// `EnvBRDFApprox`.
fn mirrorShare(headOn: vec3f, roughness: f32, facing: f32) -> vec3f {
  let r = roughness * vec4f(-1.0, -0.0275, -0.572, 0.022) + vec4f(1.0, 0.0425, 1.04, -0.04);
  let a = min(r.x * r.x, exp2(-9.28 * facing)) * r.x + r.y;
  let share = vec2f(-1.04, 1.04) * a + r.zw;
  return headOn * share.x + share.y;
}

fn cubeLight(material: Material, at: SurfacePoint, roughness: f32) -> vec3f {
  if (!hasTexture(material, ROLE_ENV)) {
    return vec3f(0.0);
  }
  let layer = placeOf(material, ROLE_ENV) & TEXTURE_PLACE_LAYER_MASK;
  let last = f32(textureNumLevels(env_texture) - 1u);
  let sharp = textureSampleLevel(env_texture, env_sampler, at.mirrored, layer, roughness * last).rgb;
  let ambient = textureSampleLevel(env_texture, env_sampler, at.mirrored, layer, last).rgb;
  return mix(sharp, ambient, roughness * roughness);
}

fn surfaceOf(material: Material, at: SurfacePoint) -> Surface {
  var surface = baseSurface(material, sample_base(material, at));
  let texel = sample_mrao(material, at).rgb;
  let emitted = sample_emission(material, at).rgb;
  // Rough, not metallic and unoccluded until the texture is loaded.
  let mrao = select(vec3f(0.0, 1.0, 1.0), texel, hasTexture(material, ROLE_MRAO));
  let facing = saturate(at.facing * inverseSqrt(max(dot(at.normal, at.normal), 1e-12)));
  let headOn = mix(DIELECTRIC, surface.albedo, mrao.r);
  let rim = headOn + (1.0 - headOn) * pow(1.0 - facing, 5.0);
  let light = cubeLight(material, at, mrao.g) * mirrorShare(headOn, mrao.g, facing) * mrao.b;
  let shown = light + select(vec3f(0.0), emitted, hasTexture(material, ROLE_EMISSION));
  surface.reflection = select(vec3f(0.0), shown, hasFrameFlag(FRAME_TEXTURES));
  surface.albedo *= (1.0 - rim) * (1.0 - mrao.r) * mrao.b;
  return surface;
}
