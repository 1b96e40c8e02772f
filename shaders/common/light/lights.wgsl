// The map's lamps and its sun on what has no lightmap, as the engine's vertex shaders light models.

import constants::CONSTANT_DOT;
@if(modeled) import constants::LIGHTS_PER_PROP;
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

// What comes from a light to a point: towards it, and linear light where it is faced.
struct LightRay {
  toLight: vec3f,
  light: vec3f,
}

fn lightRay(light: WorldLight, point: vec3f) -> LightRay {
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
  let brightness = styleBrightness(light.flags & WORLD_LIGHT_STYLE_MASK);
  return LightRay(toLight, light.intensity * (share * brightness));
}

// How much a surface takes of a light at an angle: one that it wraps around takes the square of this.
fn facingShare(cosine: f32, wraps: bool, flags: u32) -> f32 {
  if ((flags & PROP_IGNORE_NORMALS) != 0u) {
    return select(CONSTANT_DOT, sqrt(CONSTANT_DOT), wraps);
  }
  return saturate(select(cosine, cosine * 0.5 + 0.5, wraps));
}

// Linear light at a point that faces along a unit normal; `flags`: PROP_* bits.
fn worldLightAt(light: WorldLight, point: vec3f, normal: vec3f, wraps: bool, flags: u32) -> vec3f {
  let ray = lightRay(light, point);
  let share = facingShare(dot(normal, ray.toLight), wraps, flags);
  return ray.light * select(share, share * share, wraps);
}

// What lights a fragment of a model whose family asks for its lamps one by one.
@if(modeled)
struct ModelLight {
  // Linear light of +x, -x, +y, -y, +z, -z.
  ambient: array<vec4f, 6>,
  // Baked light, and that of lamps if those light it by its vertices; w is 1 where the first is there.
  byVertices: vec4f,
  toLamp: array<vec3f, LIGHTS_PER_PROP>,
  // Linear, where it is faced.
  lamp: array<vec3f, LIGHTS_PER_PROP>,
  count: u32,
  // PROP_* bits.
  flags: u32,
  // Linear light along each of three directions, of what has it.
  @if(finelyLit) directed: array<vec3f, 3>,
  @if(finelyLit) isDirected: bool,
  // Where its mouth opens to, in the world.
  @if(forward) forward: vec3f,
}
