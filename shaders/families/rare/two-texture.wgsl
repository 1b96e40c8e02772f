// Monitor screens: two textures multiplied, each with a separate transform, then contrast,
// saturation and tint. Unlit.

import constants::MATERIAL_ALPHA_MASK;
import constants::PARAM_MONITOR_CONTRAST;
import constants::PARAM_MONITOR_SATURATION;
import constants::PARAM_MONITOR_TINT;
import constants::PARAM_SECOND_S;
import constants::PARAM_SECOND_T;
import constants::ROLE_BASE2;
import package::common::material::material::Material;
import package::common::material::material::hasTexture;
import package::common::material::params::paramOf;
import package::common::material::surface::Surface;
import package::common::material::surface::SurfacePoint;
import package::common::material::surface::plainSurface;
import package::textures::sample_base;
import package::textures::sample_base2;

fn surfaceOf(material: Material, at: SurfacePoint) -> Surface {
  let base = sample_base(material, at);
  var second = at;
  let own = vec3f(at.own, 1.0);
  let s = paramOf(material, PARAM_SECOND_S);
  let t = paramOf(material, PARAM_SECOND_T);
  second.texCoord = vec2f(dot(own, s.xyz), dot(own, t.xyz));
  let other = sample_base2(material, second);
  let both = base * select(vec4f(1.0), other, hasTexture(material, ROLE_BASE2));
  var color = both.rgb * material.tint;
  color = mix(color, color * color, paramOf(material, PARAM_MONITOR_CONTRAST).rgb);
  let grey = vec3f(dot(color, vec3f(1.0 / 3.0)));
  color = mix(grey, color, paramOf(material, PARAM_MONITOR_SATURATION).rgb);
  color *= paramOf(material, PARAM_MONITOR_TINT).rgb;
  let isSolid = (material.flags & MATERIAL_ALPHA_MASK) != 0u;
  return plainSurface(color, select(both.a * material.alpha, 1.0, isSolid), 1.0);
}
