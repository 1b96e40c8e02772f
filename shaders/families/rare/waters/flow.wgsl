// Flowing water, shaded like other water. `common/material/flow.wgsl` computes its waves.

import package::common::material::material::Material;
import package::common::material::surface::Surface;
import package::common::material::surface::SurfacePoint;
import package::common::view::refracting::RefractingPoint;
import package::families::rare::waters::water::refractedOf as refractedByWater;
import package::families::rare::waters::water::surfaceOf as surfaceOfWater;

fn surfaceOf(material: Material, at: SurfacePoint) -> Surface {
  return surfaceOfWater(material, at);
}

fn refractedOf(material: Material, at: RefractingPoint) -> vec4f {
  return refractedByWater(material, at);
}
