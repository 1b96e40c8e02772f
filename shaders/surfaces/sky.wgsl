// The 2D skybox: six sides of a cube around the camera, infinitely far away.
//
// Which way each side lies is the engine's, as it was Quake II's (its public `gl_warp.c`, the table
// `st_to_vec`): with s to the right and t up on the picture, rt looks along +x, lf -x, bk +y, ft -y.

import constants::SKY_SIDE_COUNT;
import package::common::view::frame::frame;

struct SkySide {
  // Linear.
  tint: vec3f,
  // 1 if there is a picture.
  isThere: u32,
  // Where (s, t, 1) lies in the picture; what goes past it is as its edge.
  s: vec3f,
  t: vec3f,
}

struct Sky {
  // In the order of `SKY_SIDES`.
  sides: array<SkySide, SKY_SIDE_COUNT>,
  // Of the gradient that is drawn for sides that are missing; linear.
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

// Two triangles an instance; the instance is the side.
@vertex fn vertexMain(
  @builtin(vertex_index) vertex: u32,
  @builtin(instance_index) side: u32,
) -> VertexOut {
  let s = f32((0x34u >> vertex) & 1u) * 2.0 - 1.0;
  let t = f32((0x26u >> vertex) & 1u) * 2.0 - 1.0;
  var out: VertexOut;
  out.direction = sideDirection(side, s, t);
  // A direction has w = 0: the camera's position falls out. It lies at infinity, wherever the view ends.
  out.position = frame.clipFromWorld * vec4f(out.direction, 0.0);
  out.position.z = 0.0;
  let own = vec3f((s + 1.0) / 2.0, (1.0 - t) / 2.0, 1.0);
  out.texCoord = vec2f(dot(sky.sides[side].s, own), dot(sky.sides[side].t, own));
  out.side = side;
  return out;
}

// Below the horizon it fades into haze, slowly: nothing there may be taken for a ground's edge.
fn gradient(direction: vec3f) -> vec3f {
  let toward = normalize(direction);
  let air = mix(sky.horizon, sky.zenith, sqrt(saturate(toward.z)));
  let sun = saturate(dot(toward, sky.toSun));
  let lit = air + sky.glow * pow(sun, 12.0);
  return mix(lit, sky.ground, smoothstep(0.0, 0.4, -toward.z));
}

// Sides meet inside a draw: derivatives have to be taken before one is chosen.
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
