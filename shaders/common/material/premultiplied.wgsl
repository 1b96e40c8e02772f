// Surfaces that blend and surfaces that add, drawn with one blend state: premultiplied colour over
// what is behind, of which an additive surface covers nothing.

import constants::MATERIAL_ROW_ADDITIVE;
import package::common::material::material::Material;

fn premultiplied(material: Material, color: vec4f) -> vec4f {
  let isAdditive = (material.rowFlags & MATERIAL_ROW_ADDITIVE) != 0u;
  return vec4f(color.rgb * color.a, select(color.a, 0.0, isAdditive));
}
