// Models with directional or per-texel baked light, shaded like other models. `surfaces/props.wgsl`
// reads that light.

import package::common::geometry::tangents::TangentFrame;
import package::common::light::lights::ModelLight;
import package::common::material::material::Material;
import package::common::material::surface::Surface;
import package::common::material::surface::SurfacePoint;
import package::families::rare::model::modelColor as colorOfModel;
import package::families::rare::model::surfaceOf as surfaceOfModel;

fn surfaceOf(material: Material, at: SurfacePoint) -> Surface {
  return surfaceOfModel(material, at);
}

fn modelColor(
  material: Material,
  at: SurfacePoint,
  place: vec3f,
  tangents: TangentFrame,
  side: f32,
  light: ModelLight,
  color: vec4f,
) -> vec4f {
  return colorOfModel(material, at, place, tangents, side, light, color);
}
