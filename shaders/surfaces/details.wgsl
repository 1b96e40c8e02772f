// Detail sprites: quads with the light of their place, turned to the camera if they are made so, whose upper
// edges sway.

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

// See `src/render/details/detail-source.ts`.
struct DetailGlobals {
  fadeStartSquared: f32,
  fadeEndSquared: f32,
  // Where the rows of the light that is shown begin.
  firstLight: u32,
  // Of a ColorRGBExp32 of a style: its bytes, and the style.
  lights: array<vec2u>,
}

@group(1) @binding(1) var<storage, read> details: DetailGlobals;

struct VertexIn {
  @location(0) origin: vec3f,
  // From the origin; of one that faces the camera right, away, up.
  @location(1) offset: vec3f,
  @location(2) texCoord: vec2f,
  @location(3) light: vec3f,
  // DETAIL_FACING_*, rows of light of styles, radians by which it sways later.
  @location(4) facing: vec4u,
  @location(5) firstLight: u32,
  // In the offset's axes: where a whole sway moves it.
  @location(6) sway: vec4f,
}

struct VertexOut {
  @builtin(position) position: vec4f,
  @location(0) texCoord: vec2f,
  @location(1) @interpolate(flat) light: vec3f,
  // How much of the sprite is left.
  @location(2) @interpolate(flat) fade: f32,
}

const TAU = 6.2831853;

// From the axes of one that faces the camera to the world's: right, and towards the camera's height.
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

// The engine hands it on as bytes: it is never more than full light.
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
  // Sines are only sure of a turn either way.
  let turns = (frame.time + in.origin.x + f32(in.facing.z)) / TAU;
  var offset = in.offset + in.sway.xyz * (amplitude * sin(TAU * fract(turns)));
  if (in.facing.x != DETAIL_FACING_FIXED) {
    offset = turned(offset, in.origin, in.facing.x != DETAIL_FACING_EYE);
  }
  var out: VertexOut;
  let toCamera = frame.cameraPosition - in.origin;
  let left = details.fadeEndSquared - dot(toCamera, toCamera);
  out.fade = saturate(left / (details.fadeEndSquared - details.fadeStartSquared));
  // What is too far off has no size.
  out.position = clipPosition(in.origin + offset * ceil(out.fade));
  out.texCoord = in.texCoord;
  out.light = lightOf(in);
  return out;
}

// Every detail of a map has the same material.
@fragment fn fragmentCutout(in: VertexOut) -> @location(0) vec4f {
  let material = materialAt(0u);
  let surface = surfaceOf(material, surfacePoint(material, in.texCoord, 0.0));
  let coverage = coverageOf(surface.alpha, material.alphaTestReference);
  // Until its picture is there, nothing is: what has holes would be a wall. A missing one has a pattern.
  let isThere = hasTexture(material, ROLE_BASE) || material.standIn != 0u;
  if (!isThere || coverage <= 0.0 || isDitheredAway(in.position.xy, in.fade)) {
    discard;
  }
  // The engine lights them by their vertices, whatever their shader.
  let light = select(in.light, vec3f(1.0), hasFrameFlag(FRAME_FULLBRIGHT));
  let color = shade(plainSurface(surface.albedo, surface.alpha, 0.0), light);
  return vec4f(fogged(material, color, in.position), coverage);
}
