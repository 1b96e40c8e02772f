// How props fade out with distance.

import package::common::view::frame::frame;
import package::common::view::frame::metricAt;

// How much of a prop is left: all up to `minDist`, nothing from `maxDist` on, by squares; 0 never fades.
fn fadeAt(middle: vec3f, minDist: f32, maxDist: f32) -> f32 {
  return decalFade(middle, vec2f(minDist * minDist, maxDist * maxDist));
}

// How much of a prop is left by its size on the screen, which is as 1 / the LOD metric: all up to `whole`, nothing
// from `end` on; 0 there never fades.
fn screenFadeAt(middle: vec3f, whole: f32, end: f32) -> f32 {
  if (end <= 0.0) {
    return 1.0;
  }
  let metric = max(metricAt(middle), 1e-6);
  return saturate((end / metric - 1.0) / max(end / whole - 1.0, 1e-6));
}

// How much is left of what lies on a surface, whose range is of squared distances: all up to the first, nothing from
// the second on; 0 there never fades.
fn decalFade(origin: vec3f, range: vec2f) -> f32 {
  if (range.y <= 0.0) {
    return 1.0;
  }
  let toCamera = frame.cameraPosition - origin;
  return saturate((range.y - dot(toCamera, toCamera)) / max(range.y - range.x, 1e-3));
}

// Whether a pixel is left out, so that `fade` of all remain: ordered dither, 4 by 4 (Bayer).
fn isDitheredAway(pixel: vec2f, fade: f32) -> bool {
  let p = vec2u(pixel);
  let q = p.x ^ p.y;
  let rank = ((q & 1u) << 3u) | ((p.y & 1u) << 2u) | (q & 2u) | ((p.y & 2u) >> 1u);
  return fade * 16.0 < f32(rank) + 0.5;
}
