// The 2D skybox: six sides of a cube around the camera, infinitely far away. The sides are oriented
// as in the engine, which takes them from Quake II (its public `gl_warp.c`, the table `st_to_vec`):
// with s to the right and t up on the picture, rt looks along +x, lf -x, bk +y, ft -y.

import constants::SKY_SIDE_COUNT;
import package::common::view::frame::frame;

struct SkySide {
  // Linear colour.
  tint: vec3f,
  // 1 if the side has a texture.
  isThere: u32,
  // Rows of the transform from (s, t, 1) to texture coordinates, which are clamped to the edge.
  s: vec3f,
  t: vec3f,
}

struct Sky {
  // In the order of `SKY_SIDES`.
  sides: array<SkySide, SKY_SIDE_COUNT>,
  // Colours of the gradient drawn for missing sides; linear.
  zenith: vec3f,
  horizon: vec3f,
  ground: vec3f,
  glow: vec3f,
  toSun: vec3f,
}

// Bind group 1.
@group(1) @binding(0) var<uniform> sky: Sky;
@group(1) @binding(1) var sideSampler: sampler;
@group(1) @binding(2) var rightTexture: texture_2d<f32>;
@group(1) @binding(3) var leftTexture: texture_2d<f32>;
@group(1) @binding(4) var backTexture: texture_2d<f32>;
@group(1) @binding(5) var frontTexture: texture_2d<f32>;
@group(1) @binding(6) var upTexture: texture_2d<f32>;
@group(1) @binding(7) var downTexture: texture_2d<f32>;

struct VertexOut {
  @builtin(position) position: vec4f,
  @location(0) texCoord: vec2f,
  @location(1) direction: vec3f,
  @location(2) @interpolate(flat) side: u32,
}

// Returns the world direction of a place on a side, -1 to 1 to the right and up.
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

// One instance per side, two triangles each.
@vertex fn vertexMain(
  @builtin(vertex_index) vertex: u32,
  @builtin(instance_index) side: u32,
) -> VertexOut {
  let s = f32((0x34u >> vertex) & 1u) * 2.0 - 1.0;
  let t = f32((0x26u >> vertex) & 1u) * 2.0 - 1.0;
  var out: VertexOut;
  out.direction = sideDirection(side, s, t);
  // A direction has w = 0, so the camera's position has no effect. The depth 0 is infinity for any
  // far plane.
  out.position = frame.clipFromWorld * vec4f(out.direction, 0.0);
  out.position.z = 0.0;
  let own = vec3f((s + 1.0) / 2.0, (1.0 - t) / 2.0, 1.0);
  out.texCoord = vec2f(dot(sky.sides[side].s, own), dot(sky.sides[side].t, own));
  out.side = side;
  return out;
}

// Returns the gradient sky. It fades slowly into haze below the horizon, so that nothing looks like
// the edge of the ground.
fn gradient(direction: vec3f) -> vec3f {
  let toward = normalize(direction);
  let air = mix(sky.horizon, sky.zenith, sqrt(saturate(toward.z)));
  let sun = saturate(dot(toward, sky.toSun));
  let lit = air + sky.glow * pow(sun, 12.0);
  return mix(lit, sky.ground, smoothstep(0.0, 0.4, -toward.z));
}

// Sides meet within a draw, so derivatives are taken before a side is chosen.
fn sampleSide(side: u32, at: vec2f, dx: vec2f, dy: vec2f) -> vec3f {
  switch side {
    case 0u: { return textureSampleGrad(rightTexture, sideSampler, at, dx, dy).rgb; }
    case 1u: { return textureSampleGrad(leftTexture, sideSampler, at, dx, dy).rgb; }
    case 2u: { return textureSampleGrad(backTexture, sideSampler, at, dx, dy).rgb; }
    case 3u: { return textureSampleGrad(frontTexture, sideSampler, at, dx, dy).rgb; }
    case 4u: { return textureSampleGrad(upTexture, sideSampler, at, dx, dy).rgb; }
    default: { return textureSampleGrad(downTexture, sideSampler, at, dx, dy).rgb; }
  }
}

@fragment fn fragmentMain(in: VertexOut) -> @location(0) vec4f {
  let dx = dpdx(in.texCoord);
  let dy = dpdy(in.texCoord);
  var color = gradient(in.direction);
  if (sky.sides[in.side].isThere == 1u) {
    color = sampleSide(in.side, in.texCoord, dx, dy) * sky.sides[in.side].tint;
  }
  return vec4f(color, 1.0);
}
