// One texture, in the light of its place.

import package::common::material::material::Material;
import package::common::material::reflection::reflectionOf;
import package::common::material::surface::Surface;
import package::common::material::surface::SurfacePoint;
import package::common::material::surface::baseSurface;
import package::textures::sample_base;
import package::textures::sample_env;

fn surfaceOf(material: Material, at: SurfacePoint) -> Surface {
  let base = sample_base(material, at);
  var surface = baseSurface(material, base);
  @if(framed) surface.reflection = reflectionOf(material, at, sample_env(material, at).rgb, base.a);
  return surface;
}
