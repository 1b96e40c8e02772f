// What every pass of a view reads: bind group 0.

import constants::FRUSTUM_PLANES;
import constants::STYLE_ROWS;

struct Frame {
  // Column-major; reverse-Z, depth 0 at infinity.
  clipFromWorld: mat4x4f,
  // A point is inside where dot(plane.xyz, p) + plane.w >= 0. Not normalized.
  planes: array<vec4f, FRUSTUM_PLANES>,
  cameraPosition: vec3f,
  // Multiplies linear light before it is shown.
  exposure: f32,
  // Pixels.
  pictureSize: vec2u,
  // FRAME_* bits.
  flags: u32,
  // The LOD metric of a thing one inch away.
  lodMetricPerInch: f32,
}

@group(0) @binding(0) var<uniform> frame: Frame;
// Brightness of the light styles, four a row.
@group(0) @binding(1) var<uniform> styleTable: array<vec4f, STYLE_ROWS>;

fn hasFrameFlag(flag: u32) -> bool {
  return (frame.flags & flag) != 0u;
}

fn styleBrightness(style: u32) -> f32 {
  return styleTable[style >> 2u][style & 3u];
}

// Clip position of a world point. A vertex exactly beside the eye has w = 0, over which SwiftShader
// tears its triangle apart; it lies before the near plane either way, so moving it a hair is unseen.
fn clipPosition(world: vec3f) -> vec4f {
  var clip = frame.clipFromWorld * vec4f(world, 1.0);
  if (abs(clip.w) < 1e-3) {
    clip.w = 1e-3;
  }
  return clip;
}
