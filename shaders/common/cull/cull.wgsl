// What culling asks of a box: is one of its clusters visible, is it in the view, is it behind what
// was drawn. Bind group 1 is the view's visibility; a set's clusters are group 2, binding 1.

import constants::FRAME_FRUSTUM;
import constants::FRAME_PVS;
import constants::FRUSTUM_PLANES;
import constants::PYRAMID_SHIFT;
import package::common::view::frame::frame;
import package::common::view::frame::hasFrameFlag;
import package::common::cull::pyramid::levelSize;

// One bit a cluster.
@group(1) @binding(0) var<storage, read> visibleClusters: array<u32>;
// Farthest depth of squares of the picture, level after level.
@group(1) @binding(1) var<storage, read> pyramid: array<f32>;
@group(2) @binding(1) var<storage, read> clusters: array<u32>;

// Of a run of `clusters`; an empty one is seen from everywhere.
fn isAnyClusterVisible(first: u32, count: u32) -> bool {
  if (count == 0u || !hasFrameFlag(FRAME_PVS)) {
    return true;
  }
  for (var i = first; i < first + count; i++) {
    let cluster = clusters[i];
    if ((visibleClusters[cluster >> 5u] & (1u << (cluster & 31u))) != 0u) {
      return true;
    }
  }
  return false;
}

// Whether a box is not wholly outside one of the view's planes.
fn isBoxInFrustum(mins: vec3f, maxs: vec3f) -> bool {
  if (!hasFrameFlag(FRAME_FRUSTUM)) {
    return true;
  }
  for (var i = 0u; i < FRUSTUM_PLANES; i++) {
    let plane = frame.planes[i];
    let farthest = select(mins, maxs, plane.xyz > vec3f(0.0));
    if (dot(plane.xyz, farthest) + plane.w < 0.0) {
      return false;
    }
  }
  return true;
}

// Whether all of a box lies behind what the pyramid was made of.
fn isBoxOccluded(mins: vec3f, maxs: vec3f) -> bool {
  var low = vec2f(1e9);
  var high = vec2f(-1e9);
  var nearest = 0.0;
  for (var corner = 0u; corner < 8u; corner++) {
    let isMax = vec3<bool>((corner & 1u) != 0u, (corner & 2u) != 0u, (corner & 4u) != 0u);
    let clip = frame.clipFromWorld * vec4f(select(mins, maxs, isMax), 1.0);
    // Beside or behind the eye: the box reaches the near plane.
    if (clip.w <= clip.z) {
      return false;
    }
    let ndc = clip.xyz / clip.w;
    low = min(low, ndc.xy);
    high = max(high, ndc.xy);
    nearest = max(nearest, ndc.z);
  }
  let size = vec2f(frame.pictureSize);
  let last = vec2i(frame.pictureSize) - 1;
  // Clip space's y is up, the picture's is down.
  let first = vec2f(low.x * 0.5 + 0.5, 0.5 - high.y * 0.5) * size;
  let end = vec2f(high.x * 0.5 + 0.5, 0.5 - low.y * 0.5) * size;
  let firstTexel = vec2u(clamp(vec2i(floor(first)), vec2i(0), last)) >> vec2u(PYRAMID_SHIFT);
  let lastTexel = vec2u(clamp(vec2i(floor(end)), vec2i(0), last)) >> vec2u(PYRAMID_SHIFT);

  // The level at which the box covers at most three texels each way.
  var level = 0u;
  var offset = 0u;
  var texels = levelSize(0u);
  while (any((lastTexel >> vec2u(level)) - (firstTexel >> vec2u(level)) > vec2u(2u))) {
    offset += texels.x * texels.y;
    level++;
    texels = levelSize(level);
  }
  let lowTexel = firstTexel >> vec2u(level);
  let highTexel = lastTexel >> vec2u(level);
  var farthest = 1.0;
  for (var y = lowTexel.y; y <= highTexel.y; y++) {
    for (var x = lowTexel.x; x <= highTexel.x; x++) {
      farthest = min(farthest, pyramid[offset + y * texels.x + x]);
    }
  }
  // Reverse-Z: greater is nearer. A hair of slack for what was rounded on the way.
  return nearest * 1.00001 < farthest;
}
