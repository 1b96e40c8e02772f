// Up to four blended textures, which `common/material/layers.wgsl` has read.

import package::common::material::detail::detailed;
import package::common::material::layers::firstAlpha;
import package::common::material::layers::layeredBase;
import package::common::material::material::Material;
import package::common::material::reflection::reflectionOf;
import package::common::material::surface::Surface;
import package::common::material::surface::SurfacePoint;
import package::common::material::surface::baseSurface;
import package::textures::sample_detail;
import package::textures::sample_env;

fn surfaceOf(material: Material, at: SurfacePoint) -> Surface {
  // Only the first texture's alpha counts, as with two textures.
  let color = detailed(material, vec4f(layeredBase.rgb, firstAlpha), sample_detail(material, at));
  var surface = baseSurface(material, color);
  surface.reflection = reflectionOf(material, at, sample_env(material, at).rgb, layeredBase.a);
  return surface;
}
