// The texture as it is: no light is read for it.

import package::common::material::Material;
import package::common::surface::Surface;
import package::common::surface::SurfacePoint;
import package::common::surface::baseSurface;
import package::textures::sample_base;

fn surfaceOf(material: Material, at: SurfacePoint) -> Surface {
  let surface = baseSurface(material, sample_base(material, at));
  return Surface(surface.albedo, surface.alpha, 1.0);
}
