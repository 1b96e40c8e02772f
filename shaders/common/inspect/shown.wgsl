// Writes a view's colour to the picture.

import package::common::view::frame::frame;

// Alpha of the view's colour: less than 1 for translucent surfaces.
override cover: f32 = 1.0;

// Returns the colour divided by the exposure, so that legend colours appear unchanged.
fn shown(color: vec3f) -> vec4f {
  return vec4f(color * (cover / max(frame.exposure, 1e-6)), cover);
}
