// Detail sprites: quads lit by the light of their place, optionally turned to the camera, with
// swaying upper edges.

import constants::DETAIL_FACING_EYE;
import constants::DETAIL_FACING_FIXED;
import constants::DETAIL_SWAY_MAX;
import constants::FRAME_FULLBRIGHT;
import constants::ROLE_BASE;
import package::common::material::cutout::coverageOf;
import package::common::geometry::fade::isDitheredAway;
import package::common::light::fog::fogged;
import package::common::view::frame::clipPosition;
import package::common::view::frame::frame;
import package::common::view::frame::hasFrameFlag;
import package::common::view::frame::styleBrightness;
import package::common::material::material::hasTexture;
import package::common::material::material::materialAt;
import package::common::material::surface::plainSurface;
import package::common::material::surface::shade;
import package::common::material::surface::surfacePoint;
import package::family::surfaceOf;

// See `src/render/sources/detail-source.ts`.
struct DetailGlobals {
  fadeStartSquared: f32,
  fadeEndSquared: f32,
  // First row of the light that is shown.
  firstLight: u32,
  // A ColorRGBExp32 of a light style: its bytes, and the style.
  lights: array<vec2u>,
}

@group(1) @binding(1) var<storage, read> details: DetailGlobals;

struct VertexIn {
  @location(0) origin: vec3f,
  // Offset from the origin. For sprites that face the camera: right, away, up.
  @location(1) offset: vec3f,
  @location(2) texCoord: vec2f,
  @location(3) light: vec3f,
  // DETAIL_FACING_*, number of light style rows, phase of the sway in radians.
  @location(4) facing: vec4u,
  @location(5) firstLight: u32,
  // Displacement by a full sway, in the axes of `offset`.
  @location(6) sway: vec4f,
}

struct VertexOut {
  @builtin(position) position: vec4f,
  @location(0) texCoord: vec2f,
  @location(1) @interpolate(flat) light: vec3f,
  // Opacity of the sprite.
  @location(2) @interpolate(flat) fade: f32,
}

const TAU = 6.2831853;

// Turns an offset of a camera-facing sprite into the world. An upright sprite stays vertical.
fn turned(offset: vec3f, origin: vec3f, isUpright: bool) -> vec3f {
  let toCamera = frame.cameraPosition - origin;
  let across = max(length(toCamera.xy), 1e-3);
  let right = vec3f(-toCamera.y, toCamera.x, 0.0) / across;
  if (isUpright) {
    return right * offset.x + vec3f(0.0, 0.0, offset.z);
  }
  let up = vec3f(-toCamera.xy * (toCamera.z / across), across) / max(length(toCamera), 1e-3);
  return right * offset.x + up * offset.z;
}

// The engine passes light in bytes, so it is at most full light.
fn lightOf(in: VertexIn) -> vec3f {
  var light = in.light;
  let first = details.firstLight + in.firstLight;
  for (var i = 0u; i < in.facing.y; i++) {
    let row = details.lights[first + i];
    let color = vec3f(vec3u(row.x, row.x >> 8u, row.x >> 16u) & vec3u(255u)) / 255.0;
    light += styleBrightness(row.y) * exp2(f32(bitcast<i32>(row.x) >> 24u)) * color;
  }
  return min(light, vec3f(1.0));
}

@vertex fn vertexMain(in: VertexIn) -> VertexOut {
  let amplitude = clamp(frame.detailSway, 0.0, DETAIL_SWAY_MAX);
  // The sine is only accurate within one turn of 0.
  let turns = (frame.time + in.origin.x + f32(in.facing.z)) / TAU;
  var offset = in.offset + in.sway.xyz * (amplitude * sin(TAU * fract(turns)));
  if (in.facing.x != DETAIL_FACING_FIXED) {
    offset = turned(offset, in.origin, in.facing.x != DETAIL_FACING_EYE);
  }
  var out: VertexOut;
  let toCamera = frame.cameraPosition - in.origin;
  let left = details.fadeEndSquared - dot(toCamera, toCamera);
  out.fade = saturate(left / (details.fadeEndSquared - details.fadeStartSquared));
  // Sprites beyond the fade distance have no size.
  out.position = clipPosition(in.origin + offset * ceil(out.fade));
  out.texCoord = in.texCoord;
  out.light = lightOf(in);
  return out;
}

// All detail sprites of a map share one material.
@fragment fn fragmentCutout(in: VertexOut) -> @location(0) vec4f {
  let material = materialAt(0u);
  let surface = surfaceOf(material, surfacePoint(material, in.texCoord, 0.0));
  let coverage = coverageOf(surface.alpha, material.alphaTestReference);
  // Hidden until its texture is loaded, because it would have no holes. A missing texture has a
  // placeholder pattern.
  let isThere = hasTexture(material, ROLE_BASE) || material.standIn != 0u;
  if (!isThere || coverage <= 0.0 || isDitheredAway(in.position.xy, in.fade)) {
    discard;
  }
  // The vertices' light applies whatever the shader, as in the engine.
  let light = select(in.light, vec3f(1.0), hasFrameFlag(FRAME_FULLBRIGHT));
  let color = shade(plainSurface(surface.albedo, surface.alpha, 0.0), light);
  return vec4f(fogged(material, color, in.position), coverage);
}
