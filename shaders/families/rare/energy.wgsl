// SolidEnergy: bridges, beams and fields of light, following the public renderer noclip. Two detail
// textures are combined with the base texture or with a flow map. The surface fades near the eye.

import constants::ENERGY_ADDED;
import constants::ENERGY_MASKED;
import constants::ENERGY_MASKED_TOO;
import constants::ENERGY_MULTIPLIED;
import constants::ENERGY_TWICE;
import constants::MATERIAL_ROW_ADDITIVE;
import constants::PARAM_ENERGY_COLOR;
import constants::PARAM_ENERGY_DETAIL1_S;
import constants::PARAM_ENERGY_DETAIL1_T;
import constants::PARAM_ENERGY_DETAIL2_S;
import constants::PARAM_ENERGY_DETAIL2_T;
import constants::PARAM_ENERGY_FLOW;
import constants::PARAM_ENERGY_HOW;
import constants::ROLE_ENERGY_BOUNDS;
import constants::ROLE_ENERGY_NOISE;
import package::common::material::bump::movedBy;
import package::common::material::energy::flowCoord;
import package::common::material::material::Material;
import package::common::material::material::hasTexture;
import package::common::material::params::paramOf;
import package::common::material::surface::Surface;
import package::common::material::surface::SurfacePoint;
import package::common::material::surface::plainSurface;
import package::common::view::frame::frame;
import package::textures::sample_base;
import package::textures::sample_energy_detail2;
import package::textures::sample_energy_flow;
import package::textures::sample_energy_noise;
import package::textures::sample_energy_detail1;
import package::textures::sample_energy_bounds;

// Offset in the flow texture from one cycle to the next.
const TURN_OFFSET = 0.311;
// Opacity gained per inch of distance from the eye.
const FADE = 0.025;

fn moved(plain: SurfacePoint, texCoord: vec2f) -> SurfacePoint {
  var at = plain;
  at.texCoord = texCoord;
  return at;
}

// Returns the opacity near the eye, by depth along the view's axis.
fn eyeFade(place: vec3f) -> f32 {
  let m = frame.clipFromWorld;
  let depth = dot(vec4f(m[0].w, m[1].w, m[2].w, m[3].w), vec4f(place, 1.0));
  return smoothstep(0.0, 1.0, saturate(depth * FADE));
}

// Call from uniform control flow.
fn surfaceOf(material: Material, at: SurfacePoint) -> Surface {
  let scales = paramOf(material, PARAM_ENERGY_FLOW);
  let tint = paramOf(material, PARAM_ENERGY_COLOR);
  let how = paramOf(material, PARAM_ENERGY_HOW);
  let flows = how.w > 0.5;

  // Two copies of the flowing texture run half a cycle apart, each faded in while the other
  // restarts.
  let stored = sample_energy_bounds(material, at);
  let bounds = select(vec3f(1.0, 0.0, 1.0), stored.rgb, hasTexture(material, ROLE_ENERGY_BOUNDS));
  let toward = sample_energy_flow(material, moved(at, flowCoord * scales.x)).rg * 2.0 - 1.0;
  let noise = sample_energy_noise(material, moved(at, flowCoord * scales.z)).g;
  let turns = frame.time * scales.w + select(0.0, noise, hasTexture(material, ROLE_ENERGY_NOISE));
  let own = flowCoord * scales.y;
  let shift = toward * (tint.w * bounds.r);
  let first = own + floor(turns) * TURN_OFFSET + fract(turns) * shift;
  let later = turns + 0.5;
  let second = own + floor(later) * TURN_OFFSET + 0.5 + fract(later) * shift;
  let base = sample_base(material, moved(at, select(at.texCoord, first, flows)));
  let other = sample_base(material, moved(at, second));
  let shares = pow(abs(fract(vec2f(later, turns)) * 2.0 - 1.0), vec2f(how.z));
  let flowing = base.a * shares.x + other.a * shares.y + bounds.g;

  var color = base.rgb;
  var mask = base.a;
  var usesMask = true;
  if (flows) {
    color = tint.rgb * (flowing * bounds.b);
    mask = 1.0;
    usesMask = false;
  }
  let detail1 = sample_energy_detail1(
    material,
    moved(at, movedBy(material, PARAM_ENERGY_DETAIL1_S, PARAM_ENERGY_DETAIL1_T, at.own)),
  ).rgb;
  var detail2 = sample_energy_detail2(
    material,
    moved(at, movedBy(material, PARAM_ENERGY_DETAIL2_S, PARAM_ENERGY_DETAIL2_T, at.own)),
  ).rgb;
  if (how.x == f32(ENERGY_TWICE)) {
    color *= detail1 * 2.0;
  } else if (how.x == f32(ENERGY_MASKED) || how.x == f32(ENERGY_MASKED_TOO)) {
    color = mix(color * detail1, color, mask);
    usesMask = usesMask && how.x == f32(ENERGY_MASKED_TOO);
  }
  if (how.y == f32(ENERGY_ADDED)) {
    color += detail2 * select(vec3f(1.0), detail1, how.x > 0.0);
  } else if (how.y == f32(ENERGY_MULTIPLIED)) {
    color *= detail2;
  }
  var alpha = select(1.0, mask, usesMask);
  if ((material.rowFlags & MATERIAL_ROW_ADDITIVE) != 0u) {
    color *= 1.0 + alpha;
    alpha = 1.0;
  }
  return plainSurface(color, alpha * eyeFade(at.place), 1.0);
}
