// Adds a constant per fragment, so that the picture counts overdraw.

import constants::OVERDRAW_BLUE;
import constants::OVERDRAW_GREEN;
import constants::OVERDRAW_RED;
import package::common::view::frame::frame;

@fragment fn fragmentMain() -> @location(0) vec4f {
  let step = vec3f(OVERDRAW_RED, OVERDRAW_GREEN, OVERDRAW_BLUE);
  return vec4f(step / max(frame.exposure, 1e-6), 0.0);
}
