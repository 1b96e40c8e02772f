// Sharpens the finished picture: adds each pixel's difference from its neighbourhood once more. It
// adds less where the contrast is already high, so that edges get no halos.

import package::common::view::frame::frame;
import package::common::view::screen::screenTriangle;

@group(1) @binding(0) var picture: texture_2d<f32>;

@vertex fn vertexMain(@builtin(vertex_index) vertex: u32) -> @builtin(position) vec4f {
  return screenTriangle(vertex);
}

@fragment fn fragmentMain(@builtin(position) position: vec4f) -> @location(0) vec4f {
  let middle = vec2i(position.xy);
  let last = vec2i(textureDimensions(picture)) - vec2i(1);
  var sum = vec3f(0.0);
  var low = vec3f(1.0);
  var high = vec3f(0.0);
  for (var y = -1; y <= 1; y++) {
    for (var x = -1; x <= 1; x++) {
      let color = textureLoad(picture, clamp(middle + vec2i(x, y), vec2i(0), last), 0).rgb;
      // Nearer pixels have more weight: 1 2 1 in each direction.
      sum += color * f32((2 - abs(x)) * (2 - abs(y)));
      low = min(low, color);
      high = max(high, color);
    }
  }
  let own = textureLoad(picture, middle, 0).rgb;
  let detail = own - sum / 16.0;
  let calm = vec3f(1.0) - (high - low);
  return vec4f(saturate(own + detail * calm * frame.sharpen * 2.0), 1.0);
}
