// Light that the engine adds as it is stored.

import package::common::view::frame::frame;

// What is stored of a colour to its light.
const GAMMA = 2.2;

// What is added as it is stored brightens what is behind it: s to d makes (d^(1/g) + s^(1/g))^g of it, in
// light. One blending makes s + d (1 + k) of it, which is the same over black and, by this k, over white;
// of all channels what the darkest has, so that none gets more than its own.
fn storedGain(added: vec3f) -> f32 {
  let darkest = min(min(added.r, added.g), added.b) * frame.exposure;
  return pow(1.0 + pow(darkest, 1.0 / GAMMA), GAMMA) - darkest - 1.0;
}

// What is written of light that adds itself, so much of it.
fn addedLight(light: vec3f, weight: f32, isStored: bool) -> vec4f {
  let added = light * select(weight, pow(weight, GAMMA), isStored);
  return vec4f(added, select(0.0, -storedGain(added), isStored));
}
