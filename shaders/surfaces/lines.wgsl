// Lines with a constant width in pixels at any distance. One instance per line, six vertices each.

import package::common::view::frame::frame;

struct Line {
  @location(0) start: vec3f,
  @location(1) startColor: vec4f,
  @location(2) end: vec3f,
  @location(3) endColor: vec4f,
}

struct VertexOut {
  @builtin(position) position: vec4f,
  @location(0) color: vec4f,
  // Signed distance in pixels from the middle of the line.
  @location(1) @interpolate(linear) across: f32,
}

// Half the width of a line, and the width of its soft edge; pixels.
const HALF_WIDTH = 0.55;
const EDGE = 0.6;
// Triangle corners of a quad with two corners at each end.
const CORNERS = array(0u, 1u, 2u, 2u, 1u, 3u);

fn linearOf(color: vec4f) -> vec4f {
  let c = color.rgb;
  let low = c / 12.92;
  let high = pow((c + 0.055) / 1.055, vec3f(2.4));
  return vec4f(select(high, low, c <= vec3f(0.04045)), color.a);
}

fn awayFromZero(w: f32) -> f32 {
  return select(w, 1e-3, abs(w) < 1e-3);
}

@vertex fn vertexMain(@builtin(vertex_index) vertex: u32, line: Line) -> VertexOut {
  // An end behind the eye is projected through it. The line through both ends is the same, and the
  // GPU clips it.
  let a = frame.clipFromWorld * vec4f(line.start, 1.0);
  let b = frame.clipFromWorld * vec4f(line.end, 1.0);
  var out: VertexOut;
  let half = vec2f(frame.pictureSize) * 0.5;
  let along = (b.xy / awayFromZero(b.w) - a.xy / awayFromZero(a.w)) * half;
  let length = max(length(along), 1e-4);
  let aside = vec2f(-along.y, along.x) / length;
  let corner = CORNERS[vertex];
  let atEnd = corner >= 2u;
  let side = select(-1.0, 1.0, (corner & 1u) == 1u);
  let reach = HALF_WIDTH + EDGE;
  var clip = select(a, b, atEnd);
  clip = vec4f(clip.xy + aside * side * reach / half * clip.w, clip.z * 1.001, clip.w);
  out.position = clip;
  out.color = linearOf(select(line.startColor, line.endColor, atEnd));
  out.across = side * reach;
  return out;
}

@fragment fn fragmentMain(in: VertexOut) -> @location(0) vec4f {
  let cover = saturate((HALF_WIDTH + EDGE - abs(in.across)) / EDGE);
  return vec4f(in.color.rgb / max(frame.exposure, 1e-6), in.color.a * cover);
}
