// Light of projected textures on a surface: bind group 3. The formulas are those of `flashlight_ps2x.fxc` for the
// world and of `DoFlashlight` in `common_flashlight_fxc.h` for models.

import constants::LAMP_SHADOWS;
import constants::LAMP_WORLD;
import constants::LAMPS_AT_ONCE;

struct Lamp {
  // Clip space of the texture: x to the right, y up, w inches along the axis. Depth as in a view.
  clipFromWorld: mat4x4f,
  origin: vec3f,
  farZ: f32,
  // Linear light where the texture is white and the attenuation is 1.
  color: vec3f,
  nearZ: f32,
  // The light at d inches is x + y / d + z / d².
  attenuation: vec3f,
  shadowAttenuation: f32,
  textureLayer: u32,
  shadowLayer: u32,
  // LAMP_* bits.
  flags: u32,
  // Width of a texel of the shadow's depth, in inches per inch along the axis.
  texelSlope: f32,
}

struct Lamps {
  count: u32,
  lamps: array<Lamp, LAMPS_AT_ONCE>,
}

@group(3) @binding(0) var<uniform> lit: Lamps;
@group(3) @binding(1) var lampTextures: texture_2d_array<f32>;
@group(3) @binding(2) var lampSampler: sampler;
// Reverse-Z.
@group(3) @binding(3) var lampDepths: texture_depth_2d_array;
@group(3) @binding(4) var depthSampler: sampler_comparison;

// Inches by which a surface is moved towards the lamp before it is compared with the depth.
const SHADOW_SLACK = 0.25;
// Texels of the depth by which it is moved along its normal.
const SHADOW_OFFSET = 1.5;

struct LampRay {
  toLamp: vec3f,
  // Linear light on a surface that faces the lamp.
  light: vec3f,
}

// Returns the lit share of a place, mixed from nine neighbouring texels.
fn litShare(lamp: Lamp, place: vec3f, normal: vec3f) -> f32 {
  let inches = (lamp.clipFromWorld * vec4f(place, 1.0)).w;
  let moved = place + normal * (inches * lamp.texelSlope * SHADOW_OFFSET);
  let clip = lamp.clipFromWorld * vec4f(moved, 1.0);
  let coord = clip.xy / clip.w * vec2f(0.5, -0.5) + 0.5;
  let depth = clip.z / max(clip.w - SHADOW_SLACK, 1e-3);
  let texel = 1.0 / vec2f(textureDimensions(lampDepths));
  var sum = 0.0;
  for (var i = 0; i < 9; i++) {
    let at = coord + vec2f(f32(i % 3 - 1), f32(i / 3 - 1)) * texel;
    sum += textureSampleCompareLevel(lampDepths, depthSampler, at, lamp.shadowLayer, depth);
  }
  return sum / 9.0;
}

// Returns the light of a lamp at a place. `flat` is the normal of the surface without its normal map. Call from
// uniform control flow.
fn lampRay(row: u32, place: vec3f, flat: vec3f, isWorld: bool) -> LampRay {
  let lamp = lit.lamps[row];
  let clip = lamp.clipFromWorld * vec4f(place, 1.0);
  let coord = clip.xy / max(clip.w, 1e-3) * vec2f(0.5, -0.5) + 0.5;
  let dx = dpdx(coord);
  let dy = dpdy(coord);
  let delta = lamp.origin - place;
  let inches = max(length(delta), 1e-3);
  let toLamp = delta / inches;
  let isLeftOut = isWorld && (lamp.flags & LAMP_WORLD) == 0u;
  let isBeside = any(abs(clip.xy) > vec2f(clip.w)) || clip.w < lamp.nearZ || inches >= lamp.farZ;
  if (isLeftOut || isBeside || dot(flat, toLamp) <= -0.5) {
    return LampRay(toLamp, vec3f(0.0));
  }
  let end = saturate((lamp.farZ - inches) / (0.4 * lamp.farZ));
  let fading = dot(lamp.attenuation, vec3f(1.0, 1.0 / inches, 1.0 / (inches * inches)));
  let share = select(saturate(fading) * end, saturate(fading * end), isWorld);
  var light = textureSampleGrad(lampTextures, lampSampler, coord, lamp.textureLayer, dx, dy).rgb * lamp.color;
  if ((lamp.flags & LAMP_SHADOWS) != 0u) {
    let open = litShare(lamp, place, flat);
    let dim = mix(open, 1.0, lamp.shadowAttenuation);
    light *= saturate(mix(dim, open, select(saturate(fading), share, isWorld)));
  }
  return LampRay(toLamp, light * share);
}

// Returns the light of all lamps on a surface. Call from uniform control flow.
fn lampsLight(place: vec3f, normal: vec3f, flat: vec3f, isWorld: bool) -> vec3f {
  var sum = vec3f(0.0);
  for (var row = 0u; row < lit.count; row++) {
    let ray = lampRay(row, place, flat, isWorld);
    sum += ray.light * saturate(dot(normal, ray.toLamp));
  }
  return sum;
}
