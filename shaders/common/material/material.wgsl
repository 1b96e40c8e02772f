// Material rows of bind group 1.

import constants::MATERIAL_NO_CULL;
import constants::PARAM_COUNT;
import constants::ROLE_COUNT;
import package::common::view::frame::frame;

struct Material {
  tint: vec3f,
  alpha: f32,
  fallbackColor: vec3f,
  // 0 if every texel is drawn.
  alphaTestReference: f32,
  // MATERIAL_* bits of the map.
  flags: u32,
  // A bit for each role whose texture is loaded, and MATERIAL_ROW_* bits.
  rowFlags: u32,
  // Row of the table of families.
  family: u32,
  // Pattern drawn in place of a missing texture: see `map/families/missing.ts`.
  standIn: u32,
  // Row of this material.
  row: u32,
}

// Split in parts, so that a shader that reads `material` does not load the arrays.
struct MaterialRow {
  material: Material,
  // Place of each role's texture: the layer, and the slot above it if there are slots.
  places: array<u32, ROLE_COUNT>,
  // See `params.wgsl`.
  params: array<vec4f, PARAM_COUNT>,
  // Change of each parameter per second.
  rates: array<vec4f, PARAM_COUNT>,
}

@group(1) @binding(0) var<storage, read> materials: array<MaterialRow>;

fn materialAt(row: u32) -> Material {
  return materials[row].material;
}

fn hasTexture(material: Material, role: u32) -> bool {
  return (material.rowFlags & ~frame.hidden & (1u << role)) != 0u;
}

// Returns the place of a role's texture.
fn placeOf(material: Material, role: u32) -> u32 {
  return materials[material.row].places[role];
}

// Returns true if the fragment is on the culled back of a one-sided surface. Pipelines that draw
// one-sided and two-sided surfaces together do not cull.
fn isCulled(material: Material, isFront: bool) -> bool {
  return !isFront && (material.flags & MATERIAL_NO_CULL) == 0u;
}
