// Distance-field alpha: hard or soft edges, an outline and a glow, as the engine's
// `vertexlit_and_unlit_generic_ps2x.fxc` draws them.

import constants::PARAM_DISTANCE_EDGE;
import constants::PARAM_DISTANCE_GLOW;
import constants::PARAM_DISTANCE_GLOW_COLOR;
import constants::PARAM_DISTANCE_HOW;
import constants::PARAM_DISTANCE_OUTLINE;
import constants::PARAM_DISTANCE_OUTLINE_COLOR;
import package::common::material::detail::detailGlow;
import package::common::material::detail::detailed;
import package::common::material::detail::hasDetail;
import package::common::material::material::Material;
import package::common::material::params::paramOf;
import package::common::material::surface::Surface;
import package::common::material::surface::SurfacePoint;
import package::common::material::surface::baseSurface;
import package::textures::sample_base;
import package::textures::sample_detail;

const EDGE = 0.5;

// Returns a smooth step from `low` (0) to `high` (1), in either order. If they are equal, it is a
// hard step.
fn ramp(low: f32, high: f32, value: f32) -> f32 {
  let span = high - low;
  let isStep = span == 0.0;
  let along = (value - low) / select(span, 1.0, isStep);
  let t = select(saturate(along), select(0.0, 1.0, along >= 0.0), isStep);
  return t * t * (3.0 - 2.0 * t);
}

// Call from uniform control flow.
fn surfaceOf(material: Material, at: SurfacePoint) -> Surface {
  let edge = paramOf(material, PARAM_DISTANCE_EDGE);
  let how = paramOf(material, PARAM_DISTANCE_HOW);
  let texel = sample_base(material, at);
  var detail = sample_detail(material, at);
  let isOfDetail = edge.w > 0.5;
  let distance = select(texel.a, detail.a, isOfDetail);
  detail.a = select(detail.a, 1.0, isOfDetail);
  var beside = at;
  beside.texCoord += how.zw;
  beside.detailCoord += how.zw;
  let glowing = select(sample_base(material, beside).a, sample_detail(material, beside).a, isOfDetail);

  var base = detailed(material, texel, detail);
  if (how.x > 0.5) {
    let outline = paramOf(material, PARAM_DISTANCE_OUTLINE);
    let share = ramp(outline.x, outline.w, distance) * ramp(outline.y, outline.z, distance);
    base = mix(base, paramOf(material, PARAM_DISTANCE_OUTLINE_COLOR), share);
  }
  var inside = select(0.0, 1.0, distance >= EDGE);
  if (edge.z > 0.5) {
    inside = ramp(edge.y, edge.x, distance);
    base.a *= inside;
  } else {
    base.a = select(1.0, base.a, hasDetail(material)) * inside;
  }
  if (how.y > 0.5) {
    let range = paramOf(material, PARAM_DISTANCE_GLOW);
    let glow = paramOf(material, PARAM_DISTANCE_GLOW_COLOR) * ramp(range.x, range.y, glowing);
    base = mix(glow, base, inside);
  }
  var surface = baseSurface(material, base);
  surface.reflection = detailGlow(material, detail, base.a);
  return surface;
}
