// A mean colour, under a grid where a texture is missing. Draws what has no texture at all, and stands in
// for the other families until their pipelines are ready.

import package::common::material::Material;
import package::common::missing::missingColor;
import package::common::surface::Surface;
import package::common::surface::SurfacePoint;
import package::common::surface::baseSurface;

fn surfaceOf(material: Material, at: SurfacePoint) -> Surface {
  let cells = vec2f(vec2u(material.gridCells, material.gridCells >> 8u) & vec2u(0xffu));
  let mean = material.fallbackColor;
  let color = missingColor(mean, material.flags, cells, at.texCoord, at.dx, at.dy);
  return baseSurface(material, vec4f(color, 1.0));
}
