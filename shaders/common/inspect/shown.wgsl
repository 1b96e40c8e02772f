// How a view's colour comes into the picture.

import package::common::view::frame::frame;

// How much of it covers what is behind: less than all where the surface blends.
override cover: f32 = 1.0;

// Whatever the picture is exposed by, a legend's colour is shown as it is.
fn shown(color: vec3f) -> vec4f {
  return vec4f(color * (cover / max(frame.exposure, 1e-6)), cover);
}
