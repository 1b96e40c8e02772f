// What a view says of a place on a surface: a colour of the legend, linear light.

import constants::SURFACE_LIT;
import constants::VIEW_LUXEL_DENSITY;
import constants::VIEW_NORMALS;
import constants::VIEW_SHADERS;
import package::common::inspect::looked::Looked;
import package::common::inspect::sheet::kindColor;
import package::common::inspect::sheet::scaleColor;
import package::common::light::srgb::decodeSrgb;
import package::common::material::material::materialAt;
import package::common::view::frame::frame;

// Row of the list of views.
override shownView: u32 = 0u;

fn lookAt(at: Looked) -> vec3f {
  switch shownView {
    case VIEW_NORMALS: { return decodeSrgb(normalOf(at) * 0.5 + 0.5); }
    case VIEW_LUXEL_DENSITY: { return shaped(at, luxelDensityColor(at)); }
    case VIEW_SHADERS: { return shaped(at, kindColor(materialAt(at.material).family)); }
    default: { return vec3f(0.5); }
  }
}

fn normalOf(at: Looked) -> vec3f {
  return at.normal * inverseSqrt(max(dot(at.normal, at.normal), 1e-12));
}

// Darker where it is seen from the side, so that its shape is seen.
fn shaped(at: Looked, color: vec3f) -> vec3f {
  let toEye = normalize(frame.cameraPosition - at.place);
  return color * (0.6 + 0.4 * abs(dot(normalOf(at), toEye)));
}

fn luxelDensityColor(at: Looked) -> vec3f {
  if (at.isModel) {
    return kindColor(1u);
  }
  if ((at.surface & SURFACE_LIT) == 0u) {
    return kindColor(0u);
  }
  return scaleColor(at.luxelDensity);
}
