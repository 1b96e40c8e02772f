// Ropes: strips that face the eye. Alpha is the exact coverage of a pixel, so that a rope thinner
// than a pixel fades instead of breaking up.

import constants::FRAME_FULLBRIGHT;
import constants::ROPE_BLENDED;
import constants::ROPE_FIRST;
import constants::ROPE_LAST;
import package::common::light::fog::fogged;
import package::common::view::frame::clipPosition;
import package::common::view::frame::frame;
import package::common::view::frame::hasFrameFlag;
import package::common::material::material::materialAt;
import package::common::geometry::sprite::clipRow;
import package::common::material::surface::surfacePoint;
import package::family::surfaceOf;

// A row of `src/map/placed/ropes.ts`.
struct RopePoint {
  position: vec3f,
  texCoord: f32,
  light: vec3f,
  halfWidth: f32,
  material: u32,
  flags: u32,
}

@group(1) @binding(1) var<storage, read> points: array<RopePoint>;

struct VertexOut {
  @builtin(position) position: vec4f,
  // Distance from the middle of the rope in pixels, half the rope's width in pixels, texture
  // coordinate along the rope.
  @location(0) across: f32,
  @location(1) halfPixels: f32,
  @location(2) along: f32,
  @location(3) light: vec3f,
  @location(4) @interpolate(flat) material: u32,
  @location(5) @interpolate(flat) flags: u32,
}

fn unit(v: vec3f) -> vec3f {
  return v * inverseSqrt(max(dot(v, v), 1e-12));
}

// Returns the direction to the side of a segment as seen from the eye.
fn sideOf(start: vec3f, end: vec3f) -> vec3f {
  return unit(cross(start - end, start - frame.cameraPosition));
}

// The vertex index is twice the point's index, plus one on the other side.
@vertex fn vertexMain(@builtin(vertex_index) vertex: u32) -> VertexOut {
  let index = vertex >> 1u;
  let point = points[index];
  var side = vec3f();
  if ((point.flags & ROPE_LAST) == 0u) {
    side += sideOf(point.position, points[index + 1u].position);
  }
  if ((point.flags & ROPE_FIRST) == 0u) {
    side += sideOf(points[index - 1u].position, point.position);
  }
  let depth = dot(clipRow(3u), point.position) + frame.clipFromWorld[3].w;
  let pixelsPerInch = length(clipRow(0u)) * f32(frame.pictureSize.x) * 0.5 / max(depth, 0.1);
  let isOther = (vertex & 1u) != 0u;
  // Widened by half a pixel on either side, to reach partially covered pixels.
  let reach = point.halfWidth + 0.5 / pixelsPerInch;
  var out: VertexOut;
  out.position = clipPosition(point.position + unit(side) * select(reach, -reach, isOther));
  out.across = select(reach, -reach, isOther) * pixelsPerInch;
  out.halfPixels = point.halfWidth * pixelsPerInch;
  out.along = point.texCoord;
  out.light = point.light;
  out.material = point.material;
  out.flags = point.flags;
  return out;
}

@fragment fn fragmentTranslucent(in: VertexOut) -> @location(0) vec4f {
  let material = materialAt(in.material);
  let s = saturate(0.5 - 0.5 * in.across / max(in.halfPixels, 1e-4));
  let surface = surfaceOf(material, surfacePoint(material, vec2f(s, in.along), 0.0));
  let away = abs(in.across);
  let covered = saturate(min(away + 0.5, in.halfPixels) - max(away - 0.5, -in.halfPixels));
  let alpha = covered * select(1.0, surface.alpha, (in.flags & ROPE_BLENDED) != 0u);
  let light = select(in.light, vec3f(1.0), hasFrameFlag(FRAME_FULLBRIGHT));
  return vec4f(fogged(material, surface.albedo * light, in.position) * alpha, alpha);
}
