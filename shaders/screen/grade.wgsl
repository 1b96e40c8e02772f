// Converts linear light for the display, in place of the plain post pass: automatic exposure, bloom
// added to encoded colours, and colour correction by lookup tables, as the engine's `Engine_Post`.

import package::common::view::frame::frame;
import package::common::view::screen::screenTriangle;
import package::common::light::srgb::encodeSrgb;

override hasBloom: bool = false;
override hasLookups: bool = false;

// Weights of the mixed tables, their numbers, and the weight of the uncorrected colour.
struct Mix {
  weights: vec4f,
  tables: vec4f,
  rest: f32,
}

@group(1) @binding(0) var<storage, read> exposure: array<f32>;
@group(1) @binding(1) var linearColor: texture_2d<f32>;
// A quarter of the picture's size. A single black texel if there is no bloom.
@group(1) @binding(2) var bloom: texture_2d<f32>;
@group(1) @binding(3) var smoothly: sampler;
// The tables, stacked in depth.
@group(1) @binding(4) var lookups: texture_3d<f32>;
@group(1) @binding(5) var<uniform> lookupMix: Mix;

// Applies the tables to an encoded colour. Coordinates run from the centre of a table's first texel
// to that of its last.
fn corrected(color: vec3f) -> vec3f {
  let place = saturate(color) * (31.0 / 32.0) + 0.5 / 32.0;
  let tables = f32(textureDimensions(lookups).z / 32u);
  var sum = color * lookupMix.rest;
  for (var i = 0u; i < 4u; i++) {
    let weight = lookupMix.weights[i];
    if (weight > 0.0) {
      let depth = (place.z + lookupMix.tables[i]) / tables;
      sum += textureSampleLevel(lookups, smoothly, vec3f(place.xy, depth), 0.0).rgb * weight;
    }
  }
  return sum;
}

@vertex fn vertexMain(@builtin(vertex_index) vertex: u32) -> @builtin(position) vec4f {
  return screenTriangle(vertex);
}

@fragment fn fragmentMain(@builtin(position) position: vec4f) -> @location(0) vec4f {
  let light = textureLoad(linearColor, vec2u(position.xy), 0).rgb;
  var color = encodeSrgb(saturate(light * frame.exposure * exposure[0]));
  if (hasBloom) {
    // Remaining pixels on the right and below use the last bloom texels.
    let place = position.xy / (vec2f(textureDimensions(bloom)) * 4.0);
    color += textureSampleLevel(bloom, smoothly, place, 0.0).rgb;
  }
  if (hasLookups) {
    color = corrected(color);
  }
  return vec4f(saturate(color), 1.0);
}
