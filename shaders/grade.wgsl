// Linear light to what a display takes, in place of the plain post pass: the exposure that was found,
// and bloom added to what is encoded, as the engine's `Engine_Post` does.

import package::common::frame::frame;
import package::common::screen::screenTriangle;
import package::common::srgb::encodeSrgb;

override hasBloom: bool = false;

@group(1) @binding(0) var<storage, read> exposure: array<f32>;
@group(1) @binding(1) var linearColor: texture_2d<f32>;
// A quarter of the picture's size; one black texel where there is none.
@group(1) @binding(2) var bloom: texture_2d<f32>;
@group(1) @binding(3) var smoothly: sampler;

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
  return vec4f(saturate(color), 1.0);
}
