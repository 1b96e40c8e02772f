// MultiBlend: each of three textures takes its share of what the previous ones have left, and the
// fourth takes the rest. Unlit. Follows `multiblend_ps2x.fxc` and `multiblend_vs20.fxc` of the
// public Alien Swarm SDK. Highlights are left out, because no published source says where their
// light comes from.

import constants::PARAM_MULTI_COS;
import constants::PARAM_MULTI_SIN;
import package::common::material::material::Material;
import package::common::material::multiblend::blends;
import package::common::material::params::paramOf;
import package::common::material::surface::Surface;
import package::common::material::surface::SurfacePoint;
import package::common::material::surface::plainSurface;
import package::textures::sample_base;
import package::textures::sample_base2;
import package::textures::sample_multi_spec;
import package::textures::sample_multi_spec2;
import package::textures::sample_multi_base3;
import package::textures::sample_multi_base4;
import package::textures::sample_multi_spec3;

// Rotates the coordinates about the middle of a repeat.
fn turned(plain: SurfacePoint, cos: f32, sin: f32) -> SurfacePoint {
  var at = plain;
  let off = plain.own - 0.5;
  at.texCoord = vec2f(off.x * cos - off.y * sin, off.x * sin + off.y * cos) + 0.5;
  return at;
}

// Returns the share of a texture, at most `left`.
fn shareOf(softness: f32, edge: f32, weight: f32, limit: f32, left: f32) -> f32 {
  if (left <= 0.0 || weight <= 0.0) {
    return 0.0;
  }
  let low = max(edge - softness, 0.0);
  let high = min(edge + softness, 1.0);
  var share = select(0.0, 1.0, weight >= low);
  if (low != high) {
    share = smoothstep(low, high, weight);
  }
  if (edge < limit) {
    share *= saturate(2.0 - limit - edge);
  }
  return clamp(share, 0.0, left);
}

// Call from uniform control flow.
fn surfaceOf(material: Material, at: SurfacePoint) -> Surface {
  let cos = paramOf(material, PARAM_MULTI_COS);
  let sin = paramOf(material, PARAM_MULTI_SIN);
  let at1 = turned(at, cos.x, sin.x);
  let at2 = turned(at, cos.y, sin.y);
  let at3 = turned(at, cos.z, sin.z);
  let color1 = sample_base(material, at1);
  let color2 = sample_base2(material, at2);
  let color3 = sample_multi_base3(material, at3);
  let color4 = sample_multi_base4(material, turned(at, cos.w, sin.w));
  let soft1 = sample_multi_spec(material, at1).a;
  let soft2 = sample_multi_spec2(material, at2).a;
  let soft3 = sample_multi_spec3(material, at3).a;
  let share1 = shareOf(soft1, color1.a, blends.first.a, blends.alphas.x, 1.0);
  let left2 = 1.0 - share1;
  let share2 = shareOf(soft2, color2.a, blends.second.a, blends.alphas.y, left2);
  let left3 = left2 - share2;
  let share3 = shareOf(soft3, color3.a, blends.third.a, blends.alphas.z, left3);
  let color = color1.rgb * blends.first.rgb * share1
    + color2.rgb * blends.second.rgb * share2
    + color3.rgb * blends.third.rgb * share3
    + color4.rgb * blends.fourth * (left3 - share3);
  return plainSurface(color, 1.0, 1.0);
}
