// Seamless textures with a seamless normal map.

import package::common::material::material::Material;
import package::common::material::surface::Surface;
import package::common::material::surface::SurfacePoint;
import package::families::rare::seamless::surfaceOf as surfaceOfSeamless;

fn surfaceOf(material: Material, at: SurfacePoint) -> Surface {
  return surfaceOfSeamless(material, at);
}
