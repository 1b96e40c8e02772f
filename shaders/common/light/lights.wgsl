// Lights models and other surfaces without a lightmap by the map's lamps and sun, as the engine's
// vertex shaders do.

import constants::CONSTANT_DOT;
@if(modeled) import constants::LIGHTS_PER_PROP;
import constants::PROP_IGNORE_NORMALS;
import constants::WORLD_LIGHT_STYLE_MASK;
import constants::WORLD_LIGHT_SUN;
import package::common::view::frame::styleBrightness;

struct WorldLight {
  origin: vec3f,
  // Light style in the low byte, WORLD_LIGHT_* bits above.
  flags: u32,
  // Linear light where the attenuation is 1.
  intensity: vec3f,
  exponent: f32,
  // Direction in which the light shines.
  normal: vec3f,
  innerCosine: f32,
  constant: f32,
  linear: f32,
  quadratic: f32,
  outerCosine: f32,
}

// Returns the spotlight factor: 1 within the inner cone, 0 outside the outer one.
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

// Light that reaches a point: the direction to the light, and linear light on a surface that faces
// it.
struct LightRay {
  toLight: vec3f,
  light: vec3f,
}

fn lightRay(light: WorldLight, point: vec3f) -> LightRay {
  var toLight = -light.normal;
  var share = 1.0;
  if ((light.flags & WORLD_LIGHT_SUN) == 0u) {
    let delta = light.origin - point;
    // The distance to a lamp is at least an inch.
    let inches = max(length(delta), 1.0);
    toLight = delta / inches;
    share = coneAt(light, dot(-toLight, light.normal))
      / (light.constant + inches * (light.linear + inches * light.quadratic));
  }
  let brightness = styleBrightness(light.flags & WORLD_LIGHT_STYLE_MASK);
  return LightRay(toLight, light.intensity * (share * brightness));
}

// Returns the share of light that a surface takes at an angle. With wrapped (half-Lambert)
// lighting, callers square it.
fn facingShare(cosine: f32, wraps: bool, flags: u32) -> f32 {
  if ((flags & PROP_IGNORE_NORMALS) != 0u) {
    return select(CONSTANT_DOT, sqrt(CONSTANT_DOT), wraps);
  }
  return saturate(select(cosine, cosine * 0.5 + 0.5, wraps));
}

// Returns linear light at a point with a unit normal. `flags` holds PROP_* bits.
fn worldLightAt(light: WorldLight, point: vec3f, normal: vec3f, wraps: bool, flags: u32) -> vec3f {
  let ray = lightRay(light, point);
  let share = facingShare(dot(normal, ray.toLight), wraps, flags);
  return ray.light * select(share, share * share, wraps);
}

// Light on a fragment of a model whose family lights fragments by each lamp.
@if(modeled)
struct ModelLight {
  // Linear light from +x, -x, +y, -y, +z, -z.
  ambient: array<vec4f, 6>,
  // Baked light, plus that of lamps if those light the vertices. w is 1 if there is baked light.
  byVertices: vec4f,
  toLamp: array<vec3f, LIGHTS_PER_PROP>,
  // Linear light on a surface that faces the lamp.
  lamp: array<vec3f, LIGHTS_PER_PROP>,
  count: u32,
  // PROP_* bits.
  flags: u32,
  // Linear baked light from each of three directions, if `isDirected`.
  @if(finelyLit) directed: array<vec3f, 3>,
  @if(finelyLit) isDirected: bool,
  // Forward direction of the model's mouth, in the world.
  @if(forward) forward: vec3f,
}
