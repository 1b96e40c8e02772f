// Texture slots of bind group 2, for draws that combine materials with different textures:
// translucent surfaces have to be one draw to keep their order. Every other draw binds one texture
// per role, see `link-plugin.ts`.

import constants::SHARED_ROLE_COUNT;
import constants::SLOT_ROLES;
import constants::TEXTURE_PLACE_LAYER_MASK;
import constants::TEXTURE_PLACE_SLOT_SHIFT;
import package::common::material::material::Material;
import package::common::material::material::placeOf;
import package::common::material::roles::TexelPlace;
import package::common::material::roles::placeOfRole;
import package::common::material::surface::SurfacePoint;

// Array textures, each with a sampler for its clamp mode.
@group(2) @binding(0) var textures0: texture_2d_array<f32>;
@group(2) @binding(1) var textures1: texture_2d_array<f32>;
@group(2) @binding(2) var textures2: texture_2d_array<f32>;
@group(2) @binding(3) var textures3: texture_2d_array<f32>;
@group(2) @binding(4) var textures4: texture_2d_array<f32>;
@group(2) @binding(5) var textures5: texture_2d_array<f32>;
@group(2) @binding(6) var textures6: texture_2d_array<f32>;
@group(2) @binding(7) var textures7: texture_2d_array<f32>;
@group(2) @binding(8) var textures8: texture_2d_array<f32>;
@group(2) @binding(9) var textures9: texture_2d_array<f32>;
@group(2) @binding(10) var textures10: texture_2d_array<f32>;
@group(2) @binding(11) var textures11: texture_2d_array<f32>;
@group(2) @binding(12) var sampler0: sampler;
@group(2) @binding(13) var sampler1: sampler;
@group(2) @binding(14) var sampler2: sampler;
@group(2) @binding(15) var sampler3: sampler;
@group(2) @binding(16) var sampler4: sampler;
@group(2) @binding(17) var sampler5: sampler;
@group(2) @binding(18) var sampler6: sampler;
@group(2) @binding(19) var sampler7: sampler;
@group(2) @binding(20) var sampler8: sampler;
@group(2) @binding(21) var sampler9: sampler;
@group(2) @binding(22) var sampler10: sampler;
@group(2) @binding(23) var sampler11: sampler;

// Number of slots in the pipeline's bind groups: 1, 2, 4 or 12.
override slotCount = 1u;

// Samples a texture by its slot. Triangles of one draw may use different slots, so callers take
// derivatives beforehand. Slots that a pipeline never has are left out, because software adapters
// execute all cases for every fragment.
fn sampleSlot(place: u32, texel: TexelPlace) -> vec4f {
  let at = texel.coord;
  let dx = texel.dx;
  let dy = texel.dy;
  let layer = place & TEXTURE_PLACE_LAYER_MASK;
  let slot = place >> TEXTURE_PLACE_SLOT_SHIFT;
  if (slotCount > 4u) {
    switch slot {
      case 4u: { return textureSampleGrad(textures4, sampler4, at, layer, dx, dy); }
      case 5u: { return textureSampleGrad(textures5, sampler5, at, layer, dx, dy); }
      case 6u: { return textureSampleGrad(textures6, sampler6, at, layer, dx, dy); }
      case 7u: { return textureSampleGrad(textures7, sampler7, at, layer, dx, dy); }
      case 8u: { return textureSampleGrad(textures8, sampler8, at, layer, dx, dy); }
      case 9u: { return textureSampleGrad(textures9, sampler9, at, layer, dx, dy); }
      case 10u: { return textureSampleGrad(textures10, sampler10, at, layer, dx, dy); }
      case 11u: { return textureSampleGrad(textures11, sampler11, at, layer, dx, dy); }
      default: {}
    }
  }
  if (slotCount > 2u) {
    switch slot {
      case 2u: { return textureSampleGrad(textures2, sampler2, at, layer, dx, dy); }
      case 3u: { return textureSampleGrad(textures3, sampler3, at, layer, dx, dy); }
      default: {}
    }
  }
  if (slotCount > 1u) {
    if (slot == 1u) {
      return textureSampleGrad(textures1, sampler1, at, layer, dx, dy);
    }
  }
  return textureSampleGrad(textures0, sampler0, at, layer, dx, dy);
}

// Texels of the shaded material, one per role.
var<private> roleTexels: array<vec4f, SHARED_ROLE_COUNT>;

// Reads the texels of all slot roles whose textures are loaded. It is one loop, so that the choice
// of a slot is compiled once. The test is at the end, because software adapters would run an extra
// iteration otherwise.
fn readRoles(material: Material, at: SurfacePoint) {
  var left = material.rowFlags & SLOT_ROLES;
  loop {
    let role = min(firstTrailingBit(left), SHARED_ROLE_COUNT - 1u);
    roleTexels[role] = sampleSlot(placeOf(material, role), placeOfRole(role, at));
    left &= left - 1u;
    continuing {
      break if left == 0u;
    }
  }
}
