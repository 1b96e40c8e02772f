// Alpha-tested holes of surfaces, from their base texture. Bind group 2 of families that read one.

import constants::MATERIAL_TRANSFORMED;
import constants::PARAM_BASE_S;
import constants::PARAM_BASE_T;
import constants::ROLE_BASE;
import constants::TEXTURE_PLACE_LAYER_MASK;
import package::common::material::material::Material;
import package::common::material::material::hasTexture;
import package::common::material::material::placeOf;
import package::common::material::params::paramOf;

@group(2) @binding(0) var holeTexture: texture_2d_array<f32>;
@group(2) @binding(1) var holeSampler: sampler;

// Returns true if the surface has a hole at `texCoord`. Call from uniform control flow.
fn isHole(material: Material, texCoord: vec2f) -> bool {
  let own = vec3f(texCoord, 1.0);
  let isMoved = (material.flags & MATERIAL_TRANSFORMED) != 0u;
  let moved = vec2f(
    dot(own, paramOf(material, PARAM_BASE_S).xyz),
    dot(own, paramOf(material, PARAM_BASE_T).xyz),
  );
  let layer = placeOf(material, ROLE_BASE) & TEXTURE_PLACE_LAYER_MASK;
  let texel = textureSample(holeTexture, holeSampler, select(texCoord, moved, isMoved), layer);
  return hasTexture(material, ROLE_BASE) && texel.a < material.alphaTestReference;
}
