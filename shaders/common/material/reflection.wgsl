// Reflection of the cubemap that a surface's material names, as in the engine's shaders.

import constants::FRAME_TEXTURES;
import constants::MATERIAL_ENV_MASK;
import constants::PARAM_ENV_CONTRAST;
import constants::PARAM_ENV_LIGHT;
import constants::PARAM_ENV_SATURATION;
import constants::PARAM_ENV_TINT;
import constants::ROLE_ENV;
import package::common::view::frame::hasFrameFlag;
import package::common::material::material::Material;
import package::common::material::material::hasTexture;
import package::common::material::params::paramOf;
import package::common::material::surface::SurfacePoint;

const LUMINANCE = vec3f(0.299, 0.587, 0.114);

// Returns the factor of a reflection by the light on the surface; 1 shows the cubemap unchanged. An
// approximation: no public source has the formula.
fn mirrorLight(material: Material, light: vec3f) -> vec3f {
  let how = paramOf(material, PARAM_ENV_LIGHT);
  return mix(vec3f(1.0), saturate((light - how.y) * how.z), how.x);
}

// Returns the reflected light. `env` is the cubemap in the mirrored direction, `baseAlpha` the
// alpha of the base textures.
@if(framed)
fn reflectionOf(material: Material, at: SurfacePoint, env: vec3f, baseAlpha: f32) -> vec3f {
  if (!hasFrameFlag(FRAME_TEXTURES) || !hasTexture(material, ROLE_ENV)) {
    return vec3f(0.0);
  }
  let isMasked = (material.flags & MATERIAL_ENV_MASK) != 0u;
  let tint = paramOf(material, PARAM_ENV_TINT);
  var light = env * tint.rgb * select(1.0, 1.0 - baseAlpha, isMasked);
  @if(bumped) light *= at.mirroring;
  light = mix(light, light * light, paramOf(material, PARAM_ENV_CONTRAST).rgb);
  let grey = vec3f(dot(light, LUMINANCE));
  light = mix(grey, light, paramOf(material, PARAM_ENV_SATURATION).rgb);
  // Schlick's approximation. The back of a two-sided surface reflects like its rim.
  return light * mix(tint.a, 1.0, pow(saturate(1.0 - at.facing), 5.0));
}
