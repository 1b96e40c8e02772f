// A mean colour, under a grid where a texture is missing. Draws what has no texture at all, and stands in
// for the other families until their pipelines are ready.

import package::common::material::material::Material;
import package::common::material::missing::missingColor;
import package::common::material::surface::Surface;
import package::common::material::surface::SurfacePoint;
import package::common::material::surface::baseSurface;

fn surfaceOf(material: Material, at: SurfacePoint) -> Surface {
  let cells = vec2f(vec2u(material.gridCells, material.gridCells >> 8u) & vec2u(0xffu));
  let mean = material.fallbackColor;
  let color = missingColor(mean, material.flags, cells, at.texCoord, at.dx, at.dy);
  return baseSurface(material, vec4f(color, 1.0));
}
