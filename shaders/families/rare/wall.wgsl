// Lightmapped surfaces with rare parameters: two textures, with a tinted border along the edge
// between them.

import constants::PARAM_WALL_TINT;
import constants::PARAM_WALL_TINT2;
import constants::ROLE_BASE2;
import package::common::material::detail::detailed;
import package::common::material::material::Material;
import package::common::material::material::hasTexture;
import package::common::material::params::paramOf;
import package::common::material::reflection::reflectionOf;
import package::common::material::surface::Surface;
import package::common::material::surface::SurfacePoint;
import package::common::material::surface::baseSurface;
import package::common::material::wall::borderTint;
import package::common::material::wall::masks;
import package::common::material::wall::untinted;
import package::textures::sample_base;
import package::textures::sample_base2;
import package::textures::sample_bump;
import package::textures::sample_detail;
import package::textures::sample_env;

// Call from uniform control flow.
fn surfaceOf(material: Material, at: SurfacePoint) -> Surface {
  let base = sample_base(material, at);
  let base2 = sample_base2(material, at);
  let weight = select(0.0, at.blend, hasTexture(material, ROLE_BASE2));
  let first = base.rgb * paramOf(material, PARAM_WALL_TINT).rgb * borderTint(material, at);
  let second = base2.rgb * paramOf(material, PARAM_WALL_TINT2).rgb;
  // Only the first texture's alpha counts.
  let color = detailed(material, vec4f(mix(first, second, weight), base.a), sample_detail(material, at));
  untinted = color.rgb;
  var surface = baseSurface(material, color);
  let alpha = mix(base.a, base2.a, weight);
  masks = vec3f(sample_bump(material, at).a, 1.0 - alpha, weight);
  surface.reflection = reflectionOf(material, at, sample_env(material, at).rgb, alpha);
  return surface;
}
