// Light on an albedo.

import constants::FRAME_FULLBRIGHT;
import constants::MATERIAL_SELF_ILLUM;
import constants::MATERIAL_UNLIT;
import constants::ROLE_BASE;
import package::common::frame::hasFrameFlag;
import package::common::material::Material;
import package::common::material::albedoOf;
import package::common::material::hasTexture;

// Whether the settings and the material let light change the surface at all.
fn takesLight(material: Material) -> bool {
  return !hasFrameFlag(FRAME_FULLBRIGHT) && (material.flags & MATERIAL_UNLIT) == 0u;
}

fn shade(material: Material, base: vec4f, light: vec3f) -> vec3f {
  let albedo = albedoOf(material, base);
  let glows = (material.flags & MATERIAL_SELF_ILLUM) != 0u
    && hasTexture(material, ROLE_BASE);
  let glow = select(0.0, base.a, glows);
  return albedo * mix(light, vec3f(1.0), glow);
}
