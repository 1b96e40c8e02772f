// The eyeball that a mesh is drawn as: its material's parameters, transformed into the world.

import constants::EYE_REFRACTING;
import constants::PARAM_EYE_OCCLUSION;
import constants::PARAM_EYE_ORIGIN;
import constants::PARAM_EYE_S;
import constants::PARAM_EYE_T;
import constants::PARAM_EYE_UP;
import package::common::geometry::skinning::Affine;
import package::common::geometry::skinning::transformDirection;
import package::common::geometry::skinning::transformPoint;
import package::common::material::material::Material;
import package::common::material::params::paramOf;

struct Eyeball {
  origin: vec3f,
  // World inches per model inch.
  scale: f32,
  // Repeats of the iris texture per inch, to the right (s) and down (t). Zero if the mesh is no
  // eyeball.
  s: vec3f,
  t: vec3f,
  up: vec3f,
  // EYE_* kind.
  kind: f32,
}

// Returns one more than the bone that moves the eyeball, or 0 if the eyeball stays in model space.
fn eyeBone(material: Material) -> u32 {
  return u32(paramOf(material, PARAM_EYE_OCCLUSION).w);
}

fn eyeballOf(material: Material, worldFromModel: Affine) -> Eyeball {
  let up = paramOf(material, PARAM_EYE_UP);
  let squared = dot(worldFromModel.row0.xyz, worldFromModel.row0.xyz);
  var eye: Eyeball;
  eye.scale = sqrt(squared);
  eye.origin = transformPoint(worldFromModel, paramOf(material, PARAM_EYE_ORIGIN).xyz);
  eye.s = transformDirection(worldFromModel, paramOf(material, PARAM_EYE_S).xyz) / squared;
  eye.t = transformDirection(worldFromModel, paramOf(material, PARAM_EYE_T).xyz) / squared;
  eye.up = transformDirection(worldFromModel, up.xyz) / eye.scale;
  eye.kind = up.w;
  return eye;
}

// Returns the texture coordinates of the iris at a place.
fn irisAt(eye: Eyeball, place: vec3f) -> vec2f {
  let offset = place - eye.origin;
  return 0.5 + vec2f(dot(eye.s, offset), dot(eye.t, offset));
}

fn unit(v: vec3f) -> vec3f {
  return v * inverseSqrt(max(dot(v, v), 1e-12));
}

// Returns the normal for lighting: that of the ball, flattened so that it does not darken towards
// the lids. A mesh that is no eyeball keeps its own normal.
fn eyeNormal(eye: Eyeball, place: vec3f, own: vec3f) -> vec3f {
  if (dot(eye.s, eye.s) == 0.0) {
    return own;
  }
  let offset = place - eye.origin;
  if (eye.kind == f32(EYE_REFRACTING)) {
    let aside = unit(eye.s);
    let normal = unit(offset);
    return unit(normal - 0.5 * dot(normal, aside) * aside);
  }
  // Reduces the normal's component along `up`.
  return unit(offset - 0.125 * dot(offset, eye.up) * eye.up);
}
