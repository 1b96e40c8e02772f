// One texture, lit by the light of its place.

@if(bumped) import package::common::material::detail::detailGlow;
@if(bumped) import package::common::material::detail::detailed;
import package::common::material::material::Material;
import package::common::material::reflection::reflectionOf;
import package::common::material::surface::Surface;
import package::common::material::surface::SurfacePoint;
import package::common::material::surface::baseSurface;
import package::textures::sample_base;
@if(bumped) import package::textures::sample_detail;
import package::textures::sample_env;

fn surfaceOf(material: Material, at: SurfacePoint) -> Surface {
  var base = sample_base(material, at);
  @if(bumped) let detail = sample_detail(material, at);
  @if(bumped) base = detailed(material, base, detail);
  var surface = baseSurface(material, base);
  @if(framed) surface.reflection = reflectionOf(material, at, sample_env(material, at).rgb, base.a);
  @if(bumped) surface.reflection += detailGlow(material, detail, base.a);
  return surface;
}
