// How props fade out with distance.

import package::common::view::frame::frame;

// How much of a prop is left: all up to `minDist`, nothing from `maxDist` on, by squares; 0 never fades.
fn fadeAt(middle: vec3f, minDist: f32, maxDist: f32) -> f32 {
  return decalFade(middle, vec2f(minDist * minDist, maxDist * maxDist));
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
