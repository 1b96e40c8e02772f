// An unlit texture that fades where an opaque surface is close behind it. `common/view/soft.wgsl` fades it.

import package::common::material::detail::detailGlow;
import package::common::material::detail::detailed;
import package::common::material::material::Material;
import package::common::material::reflection::reflectionOf;
import package::common::material::surface::Surface;
import package::common::material::surface::SurfacePoint;
import package::common::material::surface::baseSurface;
import package::textures::sample_base;
import package::textures::sample_detail;
import package::textures::sample_env;

fn surfaceOf(material: Material, at: SurfacePoint) -> Surface {
  let detail = sample_detail(material, at);
  let base = detailed(material, sample_base(material, at), detail);
  var surface = baseSurface(material, base);
  surface.glow = 1.0;
  surface.reflection = reflectionOf(material, at, sample_env(material, at).rgb, base.a);
  surface.reflection += detailGlow(material, detail, base.a);
  return surface;
}
