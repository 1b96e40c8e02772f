// Additive light in the gamma space of the engine's frame buffer.

import package::common::view::frame::frame;

// Gamma of stored colours.
const GAMMA = 2.2;

// Returns the gain k for adding light in gamma space. Adding s to d there makes (d^(1/g) +
// s^(1/g))^g in linear light. One blend operation makes s + d (1 + k), which is equal over black
// and, with this k, over white. The darkest channel gives k, so that no channel becomes too bright.
fn storedGain(added: vec3f) -> f32 {
  let darkest = min(min(added.r, added.g), added.b) * frame.exposure;
  return pow(1.0 + pow(darkest, 1.0 / GAMMA), GAMMA) - darkest - 1.0;
}

// Returns the fragment colour of additive light, scaled by `weight`. `isStored` selects addition in
// gamma space.
fn addedLight(light: vec3f, weight: f32, isStored: bool) -> vec4f {
  let added = light * select(weight, pow(weight, GAMMA), isStored);
  return vec4f(added, select(0.0, -storedGain(added), isStored));
}
