// The map's lamps and its sun on what has no lightmap, as the engine's vertex shaders light models.

import constants::CONSTANT_DOT;
import constants::PROP_IGNORE_NORMALS;
import constants::WORLD_LIGHT_STYLE_MASK;
import constants::WORLD_LIGHT_SUN;
import package::common::view::frame::styleBrightness;

struct WorldLight {
  origin: vec3f,
  // The style in the low byte, WORLD_LIGHT_* bits above.
  flags: u32,
  // Linear, where attenuation is 1.
  intensity: vec3f,
  exponent: f32,
  // Where it shines.
  normal: vec3f,
  innerCosine: f32,
  constant: f32,
  linear: f32,
  quadratic: f32,
  outerCosine: f32,
}

// 1 within the inner cone, 0 outside of the outer one.
fn coneAt(light: WorldLight, cosine: f32) -> f32 {
  if (cosine >= light.innerCosine) {
    return 1.0;
  }
  if (cosine <= light.outerCosine) {
    return 0.0;
  }
  let part = (cosine - light.outerCosine) / (light.innerCosine - light.outerCosine);
  return pow(part, light.exponent);
}

// Linear light at a point that faces along a unit normal; `flags`: PROP_* bits.
fn worldLightAt(light: WorldLight, point: vec3f, normal: vec3f, flags: u32) -> vec3f {
  var toLight = -light.normal;
  var share = 1.0;
  if ((light.flags & WORLD_LIGHT_SUN) == 0u) {
    let delta = light.origin - point;
    // A lamp is never nearer than an inch.
    let inches = max(length(delta), 1.0);
    toLight = delta / inches;
    share = coneAt(light, dot(-toLight, light.normal))
      / (light.constant + inches * (light.linear + inches * light.quadratic));
  }
  var facing = max(dot(normal, toLight), 0.0);
  if ((flags & PROP_IGNORE_NORMALS) != 0u) {
    facing = CONSTANT_DOT;
  }
  let brightness = styleBrightness(light.flags & WORLD_LIGHT_STYLE_MASK);
  return light.intensity * (share * facing * brightness);
}
