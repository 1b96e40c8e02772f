// Views of the kinds, slopes, textures and shaders of surfaces.

import constants::FACT_KIND_SHIFT;
import constants::MATERIAL_MISSING;
import constants::MATERIAL_TRANSFORMED;
import constants::MODEL_SHADERS;
import constants::PARAM_BASE_S;
import constants::PARAM_BASE_T;
import constants::STANDABLE_Z;
import constants::WALL_Z;
import package::common::inspect::looked::Looked;
import package::common::inspect::looked::normalOf;
import package::common::inspect::sheet::kindColor;
import package::common::inspect::sheet::scaleColor;
import package::common::inspect::sheet::textureSize;
import package::common::inspect::sheet::vertexFact;
import package::common::material::material::materialAt;
import package::common::material::params::paramOf;

// Legend rows: world faces, displacements, brush entities, models.
fn kindOfColor(at: Looked) -> vec3f {
  if (at.isModel) {
    return kindColor(3u);
  }
  return kindColor((vertexFact(at.vertex) >> FACT_KIND_SHIFT) & 3u);
}

// Returns the colour of the slope of the triangle's plane, because collision does not use smoothed
// normals.
fn steepColor(at: Looked) -> vec3f {
  let facing = at.facing * inverseSqrt(max(dot(at.facing, at.facing), 1e-30));
  // On a flat face the normal is more precise than the derivatives of the position.
  let normal = normalOf(at);
  let up = select(facing.z, normal.z, dot(facing, normal) > 0.9999);
  if (up >= STANDABLE_Z) {
    return kindColor(0u);
  }
  return kindColor(select(select(3u, 2u, up >= -WALL_Z), 1u, up > WALL_Z));
}

// Returns the colour of the texel density: texels per inch in one direction.
fn texelColor(at: Looked) -> vec3f {
  let size = textureSize(at.isModel, at.material);
  if (size.x == 0.0) {
    return kindColor(0u);
  }
  let material = materialAt(at.material);
  var scale = 1.0;
  if ((material.flags & MATERIAL_TRANSFORMED) != 0u) {
    let s = paramOf(material, PARAM_BASE_S);
    let t = paramOf(material, PARAM_BASE_T);
    scale = abs(s.x * t.y - s.y * t.x);
  }
  return scaleColor(sqrt(at.repeatDensity * scale * size.x * size.y));
}

fn shaderColor(at: Looked) -> vec3f {
  let family = materialAt(at.material).family;
  return kindColor(select(family, MODEL_SHADERS + family, at.isModel && family <= 1u));
}

// Returns stripes if a texture of the material is missing.
fn missingColor(at: Looked) -> vec3f {
  if ((materialAt(at.material).flags & MATERIAL_MISSING) == 0u) {
    return kindColor(select(1u, 2u, at.isModel));
  }
  let along = (at.place.x + at.place.y + at.place.z) / 64.0;
  return kindColor(0u) * select(1.0, 0.72, fract(along) < 0.5);
}
