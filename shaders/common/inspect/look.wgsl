// The colour that an inspection view gives to a place on a surface: linear light.

import constants::VIEW_AREAS;
import constants::VIEW_BUMPED_LIGHT;
import constants::VIEW_CLUSTERS;
import constants::VIEW_CULLED;
import constants::VIEW_FADES;
import constants::VIEW_KINDS;
import constants::VIEW_LIGHT_STYLES;
import constants::VIEW_LIGHTMAP_BYTES;
import constants::VIEW_LODS;
import constants::VIEW_LUXEL_DENSITY;
import constants::VIEW_LUXELS;
import constants::VIEW_MISSING;
import constants::VIEW_NORMALS;
import constants::VIEW_SHADERS;
import constants::VIEW_STEEP;
import constants::VIEW_TEXEL_DENSITY;
import constants::VIEW_WIREFRAME;
import package::common::inspect::looked::Looked;
import package::common::inspect::looked::normalOf;
import package::common::inspect::light::bumpColor;
import package::common::inspect::light::bytesColor;
import package::common::inspect::light::gridColor;
import package::common::inspect::light::luxelColor;
import package::common::inspect::light::styleColor;
import package::common::inspect::surfaces::kindOfColor;
import package::common::inspect::surfaces::missingColor;
import package::common::inspect::surfaces::shaderColor;
import package::common::inspect::surfaces::steepColor;
import package::common::inspect::surfaces::texelColor;
import package::common::inspect::visibility::areaColor;
import package::common::inspect::visibility::clusterColor;
import package::common::inspect::visibility::culledColor;
import package::common::inspect::visibility::fadeColor;
import package::common::inspect::visibility::lodColor;
import package::common::light::srgb::decodeSrgb;
import package::common::view::frame::frame;

// Row of the list of views.
override shownView: u32 = 0u;

fn lookAt(at: Looked) -> vec3f {
  if (shownView == VIEW_NORMALS) {
    return decodeSrgb(normalOf(at) * 0.5 + 0.5);
  }
  return shaped(at, legendColor(at));
}

fn legendColor(at: Looked) -> vec3f {
  switch shownView {
    case VIEW_LUXELS: { return gridColor(at); }
    case VIEW_LUXEL_DENSITY: { return luxelColor(at); }
    case VIEW_LIGHTMAP_BYTES: { return bytesColor(at); }
    case VIEW_LIGHT_STYLES: { return styleColor(at); }
    case VIEW_BUMPED_LIGHT: { return bumpColor(at); }
    case VIEW_WIREFRAME: { return kindOfColor(at) * mix(0.12, 1.0, at.edge); }
    case VIEW_KINDS: { return kindOfColor(at); }
    case VIEW_STEEP: { return steepColor(at); }
    case VIEW_TEXEL_DENSITY: { return texelColor(at); }
    case VIEW_SHADERS: { return shaderColor(at); }
    case VIEW_MISSING: { return missingColor(at); }
    case VIEW_CLUSTERS: { return clusterColor(at); }
    case VIEW_AREAS: { return areaColor(at); }
    case VIEW_LODS: { return lodColor(at); }
    case VIEW_FADES: { return fadeColor(at); }
    case VIEW_CULLED: { return culledColor(at); }
    default: { return vec3f(0.5); }
  }
}

// Darkens surfaces seen at an angle, so that their shape is visible.
fn shaped(at: Looked, color: vec3f) -> vec3f {
  let toEye = normalize(frame.cameraPosition - at.place);
  return color * (0.6 + 0.4 * abs(dot(normalOf(at), toEye)));
}
