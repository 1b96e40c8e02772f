// What a material's family makes of a place on a surface, for whoever lights it.

import constants::FRAME_FULLBRIGHT;
import constants::FRAME_TEXTURES;
import constants::MATERIAL_ALPHA_MASK;
import constants::MATERIAL_SELF_ILLUM;
import constants::MATERIAL_TRANSFORMED;
import constants::MATERIAL_UNLIT;
import constants::PARAM_BASE_S;
import constants::PARAM_BASE_T;
import constants::ROLE_BASE;
import package::common::frame::hasFrameFlag;
import package::common::material::Material;
import package::common::material::hasTexture;
import package::common::params::paramOf;

struct SurfacePoint {
  // Of the base textures.
  texCoord: vec2f,
  // Derivatives of `texCoord`.
  dx: vec2f,
  dy: vec2f,
  // How much of a second texture there is.
  blend: f32,
}

struct Surface {
  // What it reflects of the light, linear.
  albedo: vec3f,
  alpha: f32,
  // How much of the albedo shines by itself: 1 where light changes nothing.
  glow: f32,
}

// From uniform control flow.
fn surfacePoint(material: Material, texCoord: vec2f, blend: f32) -> SurfacePoint {
  var at = texCoord;
  if ((material.flags & MATERIAL_TRANSFORMED) != 0u) {
    let own = vec3f(texCoord, 1.0);
    let s = paramOf(material, PARAM_BASE_S);
    let t = paramOf(material, PARAM_BASE_T);
    at = vec2f(dot(own, s.xyz), dot(own, t.xyz));
  }
  return SurfacePoint(at, dpdx(at), dpdy(at), blend);
}

// Of a base texel, what most families do with one.
fn baseSurface(material: Material, base: vec4f) -> Surface {
  let isMask = (material.flags & MATERIAL_ALPHA_MASK) != 0u;
  let glows = (material.flags & MATERIAL_SELF_ILLUM) != 0u && hasTexture(material, ROLE_BASE);
  return Surface(
    base.rgb * material.tint,
    material.alpha * select(base.a, 1.0, isMask),
    select(select(0.0, base.a, glows), 1.0, isUnlit(material)),
  );
}

fn isUnlit(material: Material) -> bool {
  return (material.flags & MATERIAL_UNLIT) != 0u;
}

// Whether the settings and the surface let light change it at all.
fn takesLight(surface: Surface) -> bool {
  return !hasFrameFlag(FRAME_FULLBRIGHT) && surface.glow < 1.0;
}

fn shade(surface: Surface, light: vec3f) -> vec3f {
  let albedo = select(vec3f(1.0), surface.albedo, hasFrameFlag(FRAME_TEXTURES));
  return albedo * mix(light, vec3f(1.0), surface.glow);
}
