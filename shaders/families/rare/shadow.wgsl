// Shadow of a model on the surfaces it falls on. It multiplies the picture behind it, as the
// engine's `shadow_ps2x.fxc` and `shadow_vs20.fxc` do.

import constants::ROLE_BASE;
import package::common::material::material::Material;
import package::common::material::material::hasTexture;
import package::common::material::surface::Surface;
import package::common::material::surface::SurfacePoint;
import package::common::material::surface::plainSurface;
import package::textures::base_texture;
import package::textures::sample_base;

fn coverageAt(material: Material, at: SurfacePoint, texels: vec2f) -> f32 {
  var moved = at;
  moved.texCoord += texels / vec2f(textureDimensions(base_texture));
  return sample_base(material, moved).r;
}

// Returns the shadow's factor. `at.blend` lightens the shadow with the distance from its caster.
fn surfaceOf(material: Material, at: SurfacePoint) -> Surface {
  let sum = coverageAt(material, at, vec2f(0.0))
    + coverageAt(material, at, vec2f(1.0, 1.0)) + coverageAt(material, at, vec2f(-1.0, -1.0))
    + coverageAt(material, at, vec2f(1.0, -1.0)) + coverageAt(material, at, vec2f(-1.0, 1.0));
  let coverage = select(0.0, saturate(sum * 0.2 - at.blend), hasTexture(material, ROLE_BASE));
  return plainSurface(mix(vec3f(1.0), material.tint, coverage), 1.0, 1.0);
}
