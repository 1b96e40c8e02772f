// Premultiplied colour, which lets alpha-blended and additive surfaces share one blend state. An
// additive surface has an alpha of 0.

import constants::MATERIAL_ROW_ADDITIVE;
import package::common::material::material::Material;

fn premultiplied(material: Material, color: vec4f) -> vec4f {
  let isAdditive = (material.rowFlags & MATERIAL_ROW_ADDITIVE) != 0u;
  return vec4f(color.rgb * color.a, select(color.a, 0.0, isAdditive));
}
