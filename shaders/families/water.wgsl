// Water in its fog's colour.

import package::common::material::Material;
import package::common::surface::Surface;
import package::common::surface::SurfacePoint;
import package::common::surface::isUnlit;
import package::common::surface::plainSurface;

fn surfaceOf(material: Material, at: SurfacePoint) -> Surface {
  return plainSurface(material.tint, material.alpha, select(0.0, 1.0, isUnlit(material)));
}
