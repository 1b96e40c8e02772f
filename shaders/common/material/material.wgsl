// Material rows: bind group 1.

import constants::MATERIAL_NO_CULL;
import constants::PARAM_COUNT;
import constants::ROLE_COUNT;
import package::common::view::frame::frame;

struct Material {
  tint: vec3f,
  alpha: f32,
  fallbackColor: vec3f,
  // 0 where every texel is drawn.
  alphaTestReference: f32,
  // MATERIAL_* bits of the map.
  flags: u32,
  // Which roles' textures are there, MATERIAL_ROW_* bits.
  rowFlags: u32,
  // Row of the families.
  family: u32,
  // What is drawn in place of a missing texture: see `map/families/missing.ts`.
  standIn: u32,
  // Its own row.
  row: u32,
}

// In parts, so that whoever reads the first does not load the others.
struct MaterialRow {
  material: Material,
  // Of each role's texture: the layer, and above it the slot where there are slots.
  places: array<u32, ROLE_COUNT>,
  // See `params.wgsl`.
  params: array<vec4f, PARAM_COUNT>,
  // A second's change of each.
  rates: array<vec4f, PARAM_COUNT>,
}

@group(1) @binding(0) var<storage, read> materials: array<MaterialRow>;

fn materialAt(row: u32) -> Material {
  return materials[row].material;
}

fn hasTexture(material: Material, role: u32) -> bool {
  return (material.rowFlags & ~frame.hidden & (1u << role)) != 0u;
}

// Where the texture of a role is.
fn placeOf(material: Material, role: u32) -> u32 {
  return materials[material.row].places[role];
}

// Whether a fragment lies on the back of a surface that has none: pipelines that draw one-sided and
// two-sided surfaces together cull nothing themselves.
fn isCulled(material: Material, isFront: bool) -> bool {
  return !isFront && (material.flags & MATERIAL_NO_CULL) == 0u;
}
