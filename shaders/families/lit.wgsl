// One texture, in the light of its place.

import package::common::material::Material;
import package::common::surface::Surface;
import package::common::surface::SurfacePoint;
import package::common::surface::baseSurface;
import package::textures::sample_base;

fn surfaceOf(material: Material, at: SurfacePoint) -> Surface {
  return baseSurface(material, sample_base(material, at));
}
