// Mixes two textures by the vertices' blend. Shows the first alone until the second is loaded.

import constants::ROLE_BASE2;
@if(bumped) import package::common::material::detail::detailed;
import package::common::material::material::Material;
import package::common::material::material::hasTexture;
import package::common::material::reflection::reflectionOf;
import package::common::material::surface::Surface;
import package::common::material::surface::SurfacePoint;
import package::common::material::surface::baseSurface;
import package::textures::sample_base;
import package::textures::sample_base2;
@if(bumped) import package::textures::sample_detail;
import package::textures::sample_env;

fn surfaceOf(material: Material, at: SurfacePoint) -> Surface {
  let base = sample_base(material, at);
  let base2 = sample_base2(material, at);
  let weight = select(0.0, at.blend, hasTexture(material, ROLE_BASE2));
  let blended = mix(base, base2, weight);
  // Only the first texture's alpha counts.
  var color = vec4f(blended.rgb, base.a);
  @if(bumped) color = detailed(material, color, sample_detail(material, at));
  var surface = baseSurface(material, color);
  @if(framed) surface.reflection = reflectionOf(material, at, sample_env(material, at).rgb, blended.a);
  return surface;
}
