// The parameter block of a material: see `src/map/material-params.ts`.

import package::common::view::frame::frame;
import package::common::material::material::Material;
import package::common::material::material::materials;

// Returns a parameter row at the current time.
fn paramOf(material: Material, param: u32) -> vec4f {
  let moved = fract(materials[material.row].rates[param] * frame.time);
  return materials[material.row].params[param] + moved;
}
