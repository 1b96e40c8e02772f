// Swaying of models in the wind, as in the engine's `tree_sway.h`: the trunk bends by height,
// branches by their distance from the trunk, and leaves flutter.

import constants::MATERIAL_HANGS;
import constants::PARAM_SWAY_CURVES;
import constants::PARAM_SWAY_SIZE;
import constants::PARAM_SWAY_SPEED;
import constants::PARAM_SWAY_WIND;
import package::common::geometry::skinning::Affine;
import package::common::material::material::Material;
import package::common::material::params::paramOf;
import package::common::view::frame::frame;

const TAU = 6.2831853;
// Delay of the sway in seconds per inch of the model's position along each axis.
const SECONDS_PER_INCH = 19.0;
const LEAST = 1e-6;

// The sine is only accurate within one turn of 0.
fn wave(radians: vec3f) -> vec3f {
  return sin(TAU * fract(radians / TAU));
}

// Returns where `value` lies between `start` and `end`, 0 to 1. If these are equal, it is a step
// there.
fn shareOf(value: f32, start: f32, end: f32) -> f32 {
  let span = end - start;
  return saturate((value - start) / select(span, LEAST, abs(span) < LEAST));
}

fn power(share: f32, exponent: f32) -> f32 {
  return pow(max(share, LEAST), exponent);
}

// Returns the position of a vertex in the wind, in model space.
fn swayed(material: Material, worldFromModel: Affine, at: vec3f) -> vec3f {
  let size = paramOf(material, PARAM_SWAY_SIZE);
  let speed = paramOf(material, PARAM_SWAY_SPEED);
  let curves = paramOf(material, PARAM_SWAY_CURVES);
  let blown = paramOf(material, PARAM_SWAY_WIND);
  let hangs = (material.flags & MATERIAL_HANGS) != 0u;
  let strength = length(blown.zw);
  let wind = worldFromModel.row0.xyz * blown.z + worldFromModel.row1.xyz * blown.w;
  let root = worldFromModel.row0.w + worldFromModel.row1.w + worldFromModel.row2.w;
  let startHeight = size.x * size.y;
  let high = shareOf(at.z, startHeight, size.x);
  // The engine subtracts the radius from both coordinates, not from the distance.
  let far = saturate(length(at.xy - size.z * size.w) / max((1.0 - size.w) * size.z, LEAST));
  let isLoose = select(at.z >= startHeight, at.z <= startHeight, hangs);
  let loose = select(0.0, 1.0, isLoose);

  let along = abs(dot(wind.xy, at.xy)) / (max(length(wind), 1e-4) * max(length(at.xy), 1e-4));
  let trunk = speed.y * power(high, curves.z);
  let branches = select(speed.y * (1.0 - saturate(along)) * far * loose, 0.0, hangs);
  let later = root * SECONDS_PER_INCH;
  let seconds = (frame.time + later) * speed.x;
  let isFast = smoothstep(0.0, 1.0, shareOf(strength, blown.x, blown.y));
  let slow = wave(seconds * vec3f(1.0, 2.31, 0.0)).xy;
  let fast = wave(seconds * curves.x * vec3f(1.0, 2.14, 0.0)).xy;
  let waves = mix(slow, fast, isFast);

  let unit = at * inverseSqrt(max(dot(at, at), 1e-12));
  let flutter = wave(curves.w * frame.time + unit.yzx * speed.z + later);
  let reach = power(far, curves.y) * speed.w * loose;
  let flat = select(vec3f(1.0), vec3f(0.5, 0.5, 1.0), hangs);
  return at + wind * (trunk * (waves.x + 0.1) + branches * (waves.y + 0.4))
    + strength * reach * flat * flutter;
}
