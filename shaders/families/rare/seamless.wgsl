// Seamless textures, projected along the three world axes and weighted by the surface's direction
// (`common_lightmappedgeneric_fxc.h` of the engine's public SDK). Used on cliffs, where no single
// projection fits.

import constants::ROLE_BASE;
import constants::ROLE_BASE2;
import constants::TEXTURE_PLACE_LAYER_MASK;
import package::common::material::material::Material;
import package::common::material::material::hasTexture;
import package::common::material::material::placeOf;
import package::common::material::reflection::reflectionOf;
import package::common::material::seamless::readSeamless;
import package::common::material::surface::Surface;
import package::common::material::surface::SurfacePoint;
import package::common::material::surface::baseSurface;
import package::common::material::surface::overWorld;
import package::textures::base2_sampler;
import package::textures::base2_texture;
import package::textures::base_sampler;
import package::textures::base_texture;
import package::textures::sample_env;

// Call from uniform control flow.
fn surfaceOf(material: Material, at: SurfacePoint) -> Surface {
  let place = overWorld(material, at);
  let layer = placeOf(material, ROLE_BASE) & TEXTURE_PLACE_LAYER_MASK;
  let shown = readSeamless(base_texture, base_sampler, layer, place);
  let mean = vec4f(material.fallbackColor, 1.0);
  let base = select(mean, shown, hasTexture(material, ROLE_BASE));
  let layer2 = placeOf(material, ROLE_BASE2) & TEXTURE_PLACE_LAYER_MASK;
  let base2 = readSeamless(base2_texture, base2_sampler, layer2, place);
  let blended = mix(base, base2, select(0.0, at.blend, hasTexture(material, ROLE_BASE2)));
  var surface = baseSurface(material, vec4f(blended.rgb, base.a));
  surface.reflection = reflectionOf(material, at, sample_env(material, at).rgb, blended.a);
  return surface;
}
