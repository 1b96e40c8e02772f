// Modulating surfaces, which multiply the picture behind them. The engine multiplies gamma-encoded
// values; here linear light is multiplied by the same factors made linear.

import constants::MATERIAL_ALPHA_MASK;
import constants::MATERIAL_MOD2X;
import constants::ROLE_BASE;
import package::common::material::material::Material;
import package::common::material::material::hasTexture;
import package::common::light::srgb::encodeSrgb;
import package::common::material::surface::Surface;
import package::common::material::surface::SurfacePoint;
import package::common::material::surface::plainSurface;
import package::textures::sample_base;

// Neutral value of a doubling ($mod2x) surface. Transparent texels count as this grey.
const GREY = vec3f(0.5);

fn surfaceOf(material: Material, at: SurfacePoint) -> Surface {
  let base = sample_base(material, at);
  let isMask = (material.flags & MATERIAL_ALPHA_MASK) != 0u;
  let stored = encodeSrgb(base.rgb);
  let colored = saturate(stored * pow(material.tint, vec3f(1.0 / 2.2)));
  // Decals skip transparent texels and ignore the alpha of all others.
  let shown = select(mix(GREY, colored, base.a * material.alpha), stored, isMask);
  let times = select(1.0, 2.0, (material.flags & MATERIAL_MOD2X) != 0u);
  let isHole = !hasTexture(material, ROLE_BASE) || (isMask && base.a <= 0.0);
  let factor = select(pow(shown * times, vec3f(2.2)), vec3f(1.0), isHole);
  return plainSurface(factor, 1.0, 1.0);
}
