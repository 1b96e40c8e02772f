// The 2D skybox: six sides of a cube around the camera, infinitely far away.
//
// Which way each side lies is the engine's, as it was Quake II's (its public `gl_warp.c`, the table
// `st_to_vec`): with s to the right and t up on the picture, rt looks along +x, lf -x, bk +y, ft -y.

import package::common::frame::frame;

struct SkySide {
  // 1 if there is a picture.
  isThere: u32,
  // A picture half as high as wide covers the upper half; its last row goes on below.
  heightScale: f32,
}

// One side's picture and row: bind group 1.
@group(1) @binding(0) var<uniform> side: SkySide;
@group(1) @binding(1) var sideTexture: texture_2d<f32>;
@group(1) @binding(2) var sideSampler: sampler;

struct VertexOut {
  @builtin(position) position: vec4f,
  @location(0) texCoord: vec2f,
  @location(1) direction: vec3f,
}

// World direction of a place on a side, -1..1 to the right and up.
fn sideDirection(index: u32, s: f32, t: f32) -> vec3f {
  switch index {
    case 0u: { return vec3f(1.0, -s, t); }
    case 1u: { return vec3f(-1.0, s, t); }
    case 2u: { return vec3f(s, 1.0, t); }
    case 3u: { return vec3f(-s, -1.0, t); }
    case 4u: { return vec3f(-t, -s, 1.0); }
    default: { return vec3f(t, -s, -1.0); }
  }
}

// Two triangles an instance; the instance is the side, in the order of `SKY_SIDES`.
@vertex fn vertexMain(
  @builtin(vertex_index) vertex: u32,
  @builtin(instance_index) index: u32,
) -> VertexOut {
  let s = f32((0x34u >> vertex) & 1u) * 2.0 - 1.0;
  let t = f32((0x26u >> vertex) & 1u) * 2.0 - 1.0;
  var out: VertexOut;
  out.direction = sideDirection(index, s, t);
  // A direction has w = 0: the camera's position falls out, and depth is 0, infinity.
  out.position = frame.clipFromWorld * vec4f(out.direction, 0.0);
  out.texCoord = vec2f((s + 1.0) / 2.0, (1.0 - t) / 2.0 * side.heightScale);
  return out;
}

// A quiet evening for maps whose sky is not at hand.
fn gradient(direction: vec3f) -> vec3f {
  let height = normalize(direction).z;
  let horizon = vec3f(0.33, 0.38, 0.43);
  let zenith = vec3f(0.08, 0.14, 0.24);
  let ground = vec3f(0.05, 0.05, 0.06);
  return mix(mix(horizon, zenith, sqrt(saturate(height))), ground, saturate(-height * 4.0));
}

@fragment fn fragmentMain(in: VertexOut) -> @location(0) vec4f {
  let texel = textureSample(sideTexture, sideSampler, in.texCoord).rgb;
  return vec4f(select(gradient(in.direction), texel, side.isThere == 1u), 1.0);
}
