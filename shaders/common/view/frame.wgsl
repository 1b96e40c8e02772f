// Bind group 0, which every pass of a view reads.

import constants::FRUSTUM_PLANES;
import constants::STYLE_ROWS;

struct Fog {
  // Linear light; greatest share of a surface that the fog hides, 0 if there is no fog.
  color: vec3f,
  maxDensity: f32,
  // The share is (depth * scale - offset) squared.
  scale: f32,
  offset: f32,
  // Tangents of half the field of view, for fog by distance. 0 for fog by depth along the view's
  // axis.
  slope: vec2f,
}

struct Frame {
  // Column-major. Reverse-Z: depth is 0 at infinity.
  clipFromWorld: mat4x4f,
  // A point is inside if dot(plane.xyz, p) + plane.w >= 0. Not normalized.
  planes: array<vec4f, FRUSTUM_PLANES>,
  cameraPosition: vec3f,
  // Factor of linear light before display.
  exposure: f32,
  // In pixels.
  pictureSize: vec2u,
  // FRAME_* bits.
  flags: u32,
  // LOD metric at a distance of one inch.
  lodMetricPerInch: f32,
  // Seconds since an arbitrary start, for moving materials.
  time: f32,
  // Strength of sharpening, 0 to 1.
  sharpen: f32,
  // Greatest sway of detail sprites in inches.
  detailSway: f32,
  // One bit for each material role whose textures are hidden, HIDDEN_PHONG above them.
  hidden: u32,
  fog: Fog,
  // Fog above the water surface, used if the eye is in water.
  fogAbove: Fog,
  // xyz: inches that a ray through pixel (x, y, 1) rises per inch along the view's axis. w: inches
  // from the eye up to the water surface.
  fogRise: vec4f,
}

@group(0) @binding(0) var<uniform> frame: Frame;
// Brightness of the light styles, four per row.
@group(0) @binding(1) var<uniform> styleTable: array<vec4f, STYLE_ROWS>;

fn hasFrameFlag(flag: u32) -> bool {
  return (frame.flags & flag) != 0u;
}

// Returns the LOD metric at a point: 100 / the width in pixels of a sphere of radius 1, by depth
// along the view's axis. Turning the camera may thus change the LOD, as in the engine.
fn metricAt(world: vec3f) -> f32 {
  return max((frame.clipFromWorld * vec4f(world, 1.0)).w, 0.0) * frame.lodMetricPerInch;
}

fn styleBrightness(style: u32) -> f32 {
  return styleTable[style >> 2u][style & 3u];
}

// Limit of a vertex's distance from the view's axis, in half pictures. SwiftShader sets up a
// triangle from all its corners, including clipped ones, in 28.4 fixed point, which holds 16384
// halves of a picture 8192 pixels wide. A vertex nearly beside the eye can exceed that, and then
// the triangle's depth, texture and winding are wrong. (The same happens if the other two vertices
// are equally far away: see `writeDrawnViewFromWorld`.)
const MAX_CLIP_SLOPE = 16384.0;

// Returns the clip position of a world point. A point too far off the axis is moved along the
// view's axis by a 16384th of its distance from the axis, and by less than an inch, since the near
// plane is at two. The visible part of the triangle thus moves by less than a pixel.
fn clipPosition(world: vec3f) -> vec4f {
  var clip = frame.clipFromWorld * vec4f(world, 1.0);
  let offAxis = max(abs(clip.x), abs(clip.y));
  // Not 0 even for a vertex at the eye.
  let least = clamp(offAxis / MAX_CLIP_SLOPE, 1e-6, 1.0);
  if (abs(clip.w) < least) {
    clip.w = select(least, -least, clip.w < 0.0);
  }
  return clip;
}
