// Fading of props and decals with distance.

import package::common::view::frame::frame;
import package::common::view::frame::metricAt;

// Returns the opacity of a prop by squared distance: 1 up to `minDist`, 0 from `maxDist` on. If
// `maxDist` is 0, it never fades.
fn fadeAt(middle: vec3f, minDist: f32, maxDist: f32) -> f32 {
  return decalFade(middle, vec2f(minDist * minDist, maxDist * maxDist));
}

// Returns the opacity of a prop by its size on the screen, which is proportional to 1 / LOD metric:
// 1 up to the metric `whole`, 0 from `end` on. If `end` is 0, it never fades.
fn screenFadeAt(middle: vec3f, whole: f32, end: f32) -> f32 {
  if (end <= 0.0) {
    return 1.0;
  }
  let metric = max(metricAt(middle), 1e-6);
  return saturate((end / metric - 1.0) / max(end / whole - 1.0, 1e-6));
}

// Returns the opacity of a decal. `range` holds squared distances: 1 up to the first, 0 from the
// second on. If the second is 0, it never fades.
fn decalFade(origin: vec3f, range: vec2f) -> f32 {
  if (range.y <= 0.0) {
    return 1.0;
  }
  let toCamera = frame.cameraPosition - origin;
  return saturate((range.y - dot(toCamera, toCamera)) / max(range.y - range.x, 1e-3));
}

// Returns true if a pixel is discarded so that the share `fade` of all pixels remains: ordered
// dither, 4 by 4 (Bayer).
fn isDitheredAway(pixel: vec2f, fade: f32) -> bool {
  let p = vec2u(pixel);
  let q = p.x ^ p.y;
  let rank = ((q & 1u) << 3u) | ((p.y & 1u) << 2u) | (q & 2u) | ((p.y & 2u) >> 1u);
  return fade * 16.0 < f32(rank) + 0.5;
}
