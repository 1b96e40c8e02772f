// What every pass of a view reads: bind group 0.

import constants::FRUSTUM_PLANES;
import constants::STYLE_ROWS;

struct Fog {
  // Linear light; how much of a surface it hides at most, 0: there is none.
  color: vec3f,
  maxDensity: f32,
  // Its share is depth * scale - offset, squared.
  scale: f32,
  offset: f32,
  // What the edges of the picture lie off its middle, of their depth; 0: the depth alone counts.
  slope: vec2f,
}

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
  // Seconds since some moment: what moves by itself is where it is then.
  time: f32,
  // How much the picture is sharpened, 0 to 1.
  sharpen: f32,
  // Inches that detail sprites sway at most.
  detailSway: f32,
  // Of materials: a bit for each role whose textures are not shown, HIDDEN_PHONG above them.
  hidden: u32,
  fog: Fog,
  // Where the eye is in water: the fog of what is above that.
  fogAbove: Fog,
  // Inches that a ray through pixel (x, y, 1) rises for each along the view's axis; inches from the eye up to
  // where it is above the water.
  fogRise: vec4f,
}

@group(0) @binding(0) var<uniform> frame: Frame;
// Brightness of the light styles, four a row.
@group(0) @binding(1) var<uniform> styleTable: array<vec4f, STYLE_ROWS>;

fn hasFrameFlag(flag: u32) -> bool {
  return (frame.flags & flag) != 0u;
}

// The LOD metric at a point: 100 / the pixels that a sphere of radius 1 is wide there, by the depth along the view's
// axis. What turns away may get another LOD, as in the engine.
fn metricAt(world: vec3f) -> f32 {
  return max((frame.clipFromWorld * vec4f(world, 1.0)).w, 0.0) * frame.lodMetricPerInch;
}

fn styleBrightness(style: u32) -> f32 {
  return styleTable[style >> 2u][style & 3u];
}

// Where a vertex may lie at most off the view's axis, in half pictures. SwiftShader sets a triangle up
// from where all of its corners would lie, also those that are clipped away, in 28.4 fixed point:
// 16384 halves of an 8192 pixels wide picture are what that holds. Past it, at a vertex nearly beside
// the eye, the triangle's depth, its texture and its winding are wrong: it is torn. (It is, too, where
// the other two are equally far away: see `writeDrawnViewFromWorld`.)
const MAX_CLIP_SLOPE = 16384.0;

// Clip position of a world point. What is too far off is moved along the view's axis: by a
// 16384th of its distance from the axis and never by an inch, as the near plane lies at two.
// So what is seen of its triangle stays where it is, to a part of a pixel.
fn clipPosition(world: vec3f) -> vec4f {
  var clip = frame.clipFromWorld * vec4f(world, 1.0);
  let offAxis = max(abs(clip.x), abs(clip.y));
  // Not 0 even for a vertex in the eye itself.
  let least = clamp(offAxis / MAX_CLIP_SLOPE, 1e-6, 1.0);
  if (abs(clip.w) < least) {
    clip.w = select(least, -least, clip.w < 0.0);
  }
  return clip;
}
