// Finds the triangles of a chunk that face the camera and lie in the view.

import constants::CHUNK_BRUSH_MODEL;
import constants::CHUNK_DISPLACEMENT;
import constants::CHUNK_KIND_SHIFT;
import constants::CHUNK_TWO_SIDED;
import constants::FRAME_BRUSH_MODELS;
import constants::FRAME_DISPLACEMENTS;
import constants::FRAME_FRUSTUM;
import constants::FRUSTUM_PLANES;
import constants::WORLD_VERTEX_STRIDE_WORDS;
import package::common::cull::tables::geometry;
import package::common::cull::views::hasViewFlag;
import package::common::cull::views::view;
import package::common::cull::views::views;

fn isKindDrawn(info: u32) -> bool {
  switch (info >> CHUNK_KIND_SHIFT) & 3u {
    case CHUNK_DISPLACEMENT: { return hasViewFlag(FRAME_DISPLACEMENTS); }
    case CHUNK_BRUSH_MODEL: { return hasViewFlag(FRAME_BRUSH_MODELS); }
    default: { return true; }
  }
}

fn cornerPosition(index: u32) -> vec3f {
  let word = geometry[index] * WORLD_VERTEX_STRIDE_WORDS;
  return bitcast<vec3f>(
    vec3u(geometry[word], geometry[word + 1u], geometry[word + 2u]),
  );
}

fn isTriangleSeen(a: vec3f, b: vec3f, c: vec3f, isTwoSided: bool) -> bool {
  for (var i = 0u; i < FRUSTUM_PLANES; i++) {
    let plane = views[view].frame.planes[i];
    let side = vec3f(dot(plane.xyz, a), dot(plane.xyz, b), dot(plane.xyz, c)) + plane.w;
    if (all(side < vec3f(0.0))) {
      return false;
    }
  }
  if (isTwoSided) {
    return true;
  }
  // Edge-on triangles are kept: the rasterizer decides about them exactly.
  let normal = cross(b - a, c - a);
  let toCamera = views[view].frame.cameraPosition - a;
  return dot(normal, toCamera) >= -1e-4 * length(normal) * length(toCamera);
}

// Returns one bit for each triangle to draw. With frustum culling off, all of them.
fn triangleMask(firstIndex: u32, info: u32) -> u32 {
  let count = info & 0xffu;
  if (!hasViewFlag(FRAME_FRUSTUM)) {
    return select((1u << count) - 1u, 0xffffffffu, count >= 32u);
  }
  let isTwoSided = (info & CHUNK_TWO_SIDED) != 0u;
  var mask = 0u;
  for (var i = 0u; i < count; i++) {
    let first = firstIndex + i * 3u;
    let a = cornerPosition(first);
    let b = cornerPosition(first + 1u);
    let c = cornerPosition(first + 2u);
    if (isTriangleSeen(a, b, c, isTwoSided)) {
      mask |= 1u << i;
    }
  }
  return mask;
}
