// A mean colour. Draws materials without any texture, and is the fallback of the other families
// until their pipelines are ready.

import package::common::material::material::Material;
import package::common::material::surface::Surface;
import package::common::material::surface::SurfacePoint;
import package::common::material::surface::baseSurface;

fn surfaceOf(material: Material, at: SurfacePoint) -> Surface {
  return baseSurface(material, vec4f(material.fallbackColor, 1.0));
}
