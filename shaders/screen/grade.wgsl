// Linear light to what a display takes, in place of the plain post pass: the exposure that was found,
// bloom added to what is encoded, and colours corrected by tables, as the engine's `Engine_Post` does.

import package::common::view::frame::frame;
import package::common::view::screen::screenTriangle;
import package::common::light::srgb::encodeSrgb;

override hasBloom: bool = false;
override hasLookups: bool = false;

// How much each table counts that a colour is mixed of, which those are, and what is left of the colour.
struct Mix {
  weights: vec4f,
  tables: vec4f,
  rest: f32,
}

@group(1) @binding(0) var<storage, read> exposure: array<f32>;
@group(1) @binding(1) var linearColor: texture_2d<f32>;
// A quarter of the picture's size; one black texel where there is none.
@group(1) @binding(2) var bloom: texture_2d<f32>;
@group(1) @binding(3) var smoothly: sampler;
// One above the other.
@group(1) @binding(4) var lookups: texture_3d<f32>;
@group(1) @binding(5) var<uniform> lookupMix: Mix;

// What tables make of a colour as it is on the screen: from the middle of their first texel to that of
// their last.
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
    // Texels that are left over on the right and below are covered by its last ones.
    let place = position.xy / (vec2f(textureDimensions(bloom)) * 4.0);
    color += textureSampleLevel(bloom, smoothly, place, 0.0).rgb;
  }
  if (hasLookups) {
    color = corrected(color);
  }
  return vec4f(saturate(color), 1.0);
}
