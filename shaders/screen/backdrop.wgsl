// Fills the background with white, compensated for the exposure.

import package::common::view::frame::frame;
import package::common::view::screen::screenTriangle;

@vertex fn vertexMain(@builtin(vertex_index) vertex: u32) -> @builtin(position) vec4f {
  return screenTriangle(vertex);
}

@fragment fn fragmentMain() -> @location(0) vec4f {
  return vec4f(vec3f(1.0 / max(frame.exposure, 1e-6)), 1.0);
}
