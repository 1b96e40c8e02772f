// A particle as it is drawn: corners of its quad, and its fragments.

import constants::PARTICLE_ADDS;
import constants::PARTICLE_FLAT;
import constants::PARTICLE_ORIENTATION_MASK;
import constants::PARTICLE_SPOT;
import constants::PARTICLE_TRAIL;
import constants::PARTICLE_UPRIGHT;
import package::common::geometry::sprite::clipRow;
import package::common::view::frame::frame;

// A row of `PARTICLE_ROW` of `src/map/placed/particles.ts`.
struct Particle {
  position: vec3f,
  size: f32,
  axis: vec3f,
  turn: f32,
  // Linear light.
  color: vec3f,
  alpha: f32,
  frames: u32,
  frameBlend: f32,
  texCoord: f32,
  pad: f32,
}

// Mixes 32 bits, as `mixBits` of `src/particles/random.ts`.
fn mixBits(value: u32) -> u32 {
  let state = value * 747796405u + 2891336453u;
  let word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
  return (word >> 22u) ^ word;
}

// Returns a number from 0 to 1, without 1, as `randomOf` of `src/particles/random.ts`.
fn randomOf(seed: u32, particle: u32, purpose: u32) -> f32 {
  return f32(mixBits(mixBits(seed + particle) + purpose * 0x9e3779b9u) >> 8u) / 16777216.0;
}

fn unitOr(v: vec3f, fallback: vec3f) -> vec3f {
  let square = dot(v, v);
  return select(fallback, v * inverseSqrt(max(square, 1e-20)), square > 1e-12);
}

// Returns the place of a corner. `corner` is -1 or 1 to the right and up.
fn cornerPlace(particle: Particle, flags: u32, corner: vec2f) -> vec3f {
  let orientation = flags & PARTICLE_ORIENTATION_MASK;
  let toEye = frame.cameraPosition - particle.position;
  if (orientation == PARTICLE_TRAIL) {
    let across = unitOr(cross(toEye, particle.axis), vec3f());
    return particle.position + particle.axis * (corner.y * 0.5 + 0.5)
      + across * (particle.size * corner.x);
  }
  var right = normalize(clipRow(0u));
  var up = normalize(clipRow(1u));
  if (orientation == PARTICLE_UPRIGHT) {
    up = unitOr(particle.axis, vec3f(0.0, 0.0, 1.0));
    right = unitOr(cross(up, toEye), right);
  } else if (orientation == PARTICLE_FLAT) {
    right = vec3f(1.0, 0.0, 0.0);
    up = vec3f(0.0, 1.0, 0.0);
  }
  let c = cos(particle.turn);
  let s = sin(particle.turn);
  let turned = vec2f(corner.x * c - corner.y * s, corner.x * s + corner.y * c);
  return particle.position + (right * turned.x + up * turned.y) * particle.size;
}

// Returns the corner of a quad: lower left, upper left, upper right, lower right.
fn cornerOf(number: u32) -> vec2f {
  return vec2f(select(-1.0, 1.0, number >= 2u), select(-1.0, 1.0, number == 1u || number == 2u));
}

// Returns the fragment colour of a particle. `light` is that of its texel times its colour.
fn blended(flags: u32, light: vec3f, alpha: f32, fog: vec4f) -> vec4f {
  if ((flags & PARTICLE_ADDS) != 0u) {
    return vec4f(light * alpha * (1.0 - fog.a), 0.0);
  }
  return vec4f(mix(light, fog.rgb, fog.a) * alpha, alpha);
}

// Returns a texel of the spot that stands in for a missing texture: white, softer to the edge.
fn spotAt(texCoord: vec2f) -> vec4f {
  let away = length(texCoord * 2.0 - 1.0);
  let cover = saturate(1.0 - away);
  return vec4f(1.0, 1.0, 1.0, cover * cover * (3.0 - 2.0 * cover));
}

fn isSpot(flags: u32) -> bool {
  return (flags & PARTICLE_SPOT) != 0u;
}
