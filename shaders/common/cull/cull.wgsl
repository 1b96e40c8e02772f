// Visibility tests for boxes: frustum, and occlusion by the depth pyramid.

import constants::FRAME_FRUSTUM;
import constants::FRUSTUM_PLANES;
import constants::PYRAMID_LEVELS;
import constants::PYRAMID_SHIFT;
import package::common::cull::pyramid::levelSize;
import package::common::cull::views::hasViewFlag;
import package::common::cull::views::view;
import package::common::cull::views::views;

// Farthest depth of squares of the picture, stored level by level.
@group(1) @binding(5) var<storage, read> pyramid: array<f32>;

// Returns true unless the box lies wholly outside one of the frustum planes.
fn isBoxInFrustum(mins: vec3f, maxs: vec3f) -> bool {
  if (!hasViewFlag(FRAME_FRUSTUM)) {
    return true;
  }
  for (var i = 0u; i < FRUSTUM_PLANES; i++) {
    let plane = views[view].frame.planes[i];
    let farthest = select(mins, maxs, plane.xyz > vec3f(0.0));
    if (dot(plane.xyz, farthest) + plane.w < 0.0) {
      return false;
    }
  }
  return true;
}

// Returns true if the whole box lies behind the depth that the pyramid was built from.
fn isBoxOccluded(mins: vec3f, maxs: vec3f) -> bool {
  var low = vec2f(1e9);
  var high = vec2f(-1e9);
  var nearest = 0.0;
  for (var corner = 0u; corner < 8u; corner++) {
    let isMax = vec3<bool>((corner & 1u) != 0u, (corner & 2u) != 0u, (corner & 4u) != 0u);
    let clip = views[view].frame.clipFromWorld * vec4f(select(mins, maxs, isMax), 1.0);
    // The corner is beside or behind the eye, so the box reaches the near plane.
    if (clip.w <= clip.z) {
      return false;
    }
    let ndc = clip.xyz / clip.w;
    low = min(low, ndc.xy);
    high = max(high, ndc.xy);
    nearest = max(nearest, ndc.z);
  }
  let size = vec2f(views[view].frame.pictureSize);
  let last = vec2i(views[view].frame.pictureSize) - 1;
  // Clip space y points up, picture y points down.
  let first = vec2f(low.x * 0.5 + 0.5, 0.5 - high.y * 0.5) * size;
  let end = vec2f(high.x * 0.5 + 0.5, 0.5 - low.y * 0.5) * size;
  let firstTexel = vec2u(clamp(vec2i(floor(first)), vec2i(0), last)) >> vec2u(PYRAMID_SHIFT);
  let lastTexel = vec2u(clamp(vec2i(floor(end)), vec2i(0), last)) >> vec2u(PYRAMID_SHIFT);

  // Choose the level at which the box covers at most three texels in each direction, or the last.
  var level = 0u;
  var offset = 0u;
  var texels = levelSize(views[view].frame.pictureSize, 0u);
  while (level + 1u < PYRAMID_LEVELS
    && any((lastTexel >> vec2u(level)) - (firstTexel >> vec2u(level)) > vec2u(2u))) {
    offset += texels.x * texels.y;
    level++;
    texels = levelSize(views[view].frame.pictureSize, level);
  }
  let lowTexel = firstTexel >> vec2u(level);
  let highTexel = lastTexel >> vec2u(level);
  var farthest = 1.0;
  for (var y = lowTexel.y; y <= highTexel.y; y++) {
    for (var x = lowTexel.x; x <= highTexel.x; x++) {
      farthest = min(farthest, pyramid[offset + y * texels.x + x]);
    }
  }
  // Reverse-Z: a greater depth is nearer. The factor allows for rounding.
  return nearest * 1.00001 < farthest;
}
