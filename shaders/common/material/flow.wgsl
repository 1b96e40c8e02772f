// Water waves that follow a flow map, as in `water_ps2x.fxc` of the public Alien Swarm SDK. The
// normal map scrolls along the flow and restarts. Two copies run half a cycle apart, and each is
// faded in while the other restarts.

import constants::PARAM_FLOW;
import constants::PARAM_FLOW_TIME;
import constants::ROLE_FLOW;
import constants::ROLE_FLOW_NOISE;
import constants::TEXTURE_PLACE_LAYER_MASK;
import package::common::material::material::Material;
import package::common::material::material::hasTexture;
import package::common::material::material::placeOf;
import package::common::material::params::paramOf;
import package::common::view::frame::frame;
import package::common::view::refracting::RefractingPoint;
import package::common::view::refracting::storedNormal;
import package::textures::flow_sampler;
import package::textures::flow_texture;
import package::textures::flow_noise_sampler;
import package::textures::flow_noise_texture;

// Offset in the normal map from one cycle to the next.
const TURN_OFFSET = 0.311;
// Strength of the waves where nothing flows.
const STILL = 0.1;

// Returns the waves' normal along the world's x, y and z, with an alpha of 1. Call from uniform
// control flow.
fn flowingWaves(material: Material, at: RefractingPoint) -> vec4f {
  let scales = paramOf(material, PARAM_FLOW);
  let times = paramOf(material, PARAM_FLOW_TIME);
  let place = (frame.cameraPosition - at.toEye).xy * vec2f(1.0, -1.0);
  let dx = dpdx(place) * scales.y;
  let dy = dpdy(place) * scales.y;
  let noiseLayer = placeOf(material, ROLE_FLOW_NOISE) & TEXTURE_PLACE_LAYER_MASK;
  let stored = textureSample(flow_noise_texture, flow_noise_sampler, place * times.z, noiseLayer).g;
  let noise = select(0.0, stored, hasTexture(material, ROLE_FLOW_NOISE));
  let layer = placeOf(material, ROLE_FLOW) & TEXTURE_PLACE_LAYER_MASK;
  let texel = textureSample(flow_texture, flow_sampler, at.texCoord * scales.x, layer);
  let flow = select(vec2f(0.0), texel.rg * 2.0 - 1.0, hasTexture(material, ROLE_FLOW));

  let turns = (frame.time * scales.w + noise) / (times.x * 2.0);
  let moved = times.y * flow;
  let own = place * scales.y;
  let first = own + floor(turns) * TURN_OFFSET + fract(turns) * moved;
  let second = own + floor(turns + 0.5) * TURN_OFFSET + 0.5 + fract(turns + 0.5) * moved;
  let share = abs(2.0 * fract(turns) - 1.0);
  let a = storedNormal(material, first, dx, dy).xy;
  let b = storedNormal(material, second, dx, dy).xy;
  let waves = (2.0 * mix(a, b, share) - 1.0) * ((dot(flow, flow) + STILL) * scales.z);
  return vec4f(waves, sqrt(saturate(1.0 - dot(waves, waves))), 1.0);
}

// Returns how far the normal of a level surface leans to the right of the picture (x) and away from
// the eye (y).
fn leaningInView(normal: vec3f) -> vec2f {
  let across = vec2f(frame.clipFromWorld[0].x, frame.clipFromWorld[1].x);
  let right = across * inverseSqrt(max(dot(across, across), 1e-12));
  return vec2f(dot(right, normal.xy), dot(vec2f(-right.y, right.x), normal.xy));
}
