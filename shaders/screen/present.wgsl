// Copies the finished picture to the canvas, texel for texel.

import package::common::view::screen::screenTriangle;

@group(1) @binding(0) var picture: texture_2d<f32>;

@vertex fn vertexMain(@builtin(vertex_index) vertex: u32) -> @builtin(position) vec4f {
  return screenTriangle(vertex);
}

@fragment fn fragmentMain(@builtin(position) position: vec4f) -> @location(0) vec4f {
  let last = textureDimensions(picture) - vec2u(1u);
  return textureLoad(picture, min(vec2u(position.xy), last), 0);
}
