// Detail sprites: quads with the light of their place, turned to the camera about the vertical axis if
// they are made so.

import constants::DETAIL_FADE_MAX;
import constants::DETAIL_FADE_MIN;
import constants::FRAME_FULLBRIGHT;
import constants::ROLE_BASE;
import package::common::cutout::coverageOf;
import package::common::fade::fadeAt;
import package::common::fade::isDitheredAway;
import package::common::fog::fogged;
import package::common::frame::clipPosition;
import package::common::frame::frame;
import package::common::frame::hasFrameFlag;
import package::common::material::hasTexture;
import package::common::material::materialAt;
import package::common::surface::plainSurface;
import package::common::surface::shade;
import package::common::surface::surfacePoint;
import package::family::surfaceOf;

struct VertexIn {
  @location(0) origin: vec3f,
  // From the origin; of a turned one right, 0, up.
  @location(1) offset: vec3f,
  @location(2) texCoord: vec2f,
  @location(3) light: vec3f,
  @location(4) turned: f32,
}

struct VertexOut {
  @builtin(position) position: vec4f,
  @location(0) texCoord: vec2f,
  @location(1) @interpolate(flat) light: vec3f,
  // How much of the sprite is left.
  @location(2) @interpolate(flat) fade: f32,
}

@vertex fn vertexMain(in: VertexIn) -> VertexOut {
  var offset = in.offset;
  if (in.turned > 0.0) {
    let toCamera = frame.cameraPosition.xy - in.origin.xy;
    let right = vec2f(-toCamera.y, toCamera.x) * inverseSqrt(max(dot(toCamera, toCamera), 1e-6));
    offset = vec3f(right * in.offset.x, in.offset.z);
  }
  var out: VertexOut;
  out.fade = fadeAt(in.origin, DETAIL_FADE_MIN, DETAIL_FADE_MAX);
  // What is too far off has no size.
  out.position = clipPosition(in.origin + offset * ceil(out.fade));
  out.texCoord = in.texCoord;
  out.light = in.light;
  return out;
}

// Every detail of a map has the same material.
@fragment fn fragmentCutout(in: VertexOut) -> @location(0) vec4f {
  let material = materialAt(0u);
  let surface = surfaceOf(material, surfacePoint(material, in.texCoord, 0.0));
  let coverage = coverageOf(surface.alpha, material.alphaTestReference);
  // Until its picture is there, nothing is: what has holes would be a wall. A missing one has a grid.
  let isThere = hasTexture(material, ROLE_BASE) || material.gridCells != 0u;
  if (!isThere || coverage <= 0.0 || isDitheredAway(in.position.xy, in.fade)) {
    discard;
  }
  // The engine lights them by their vertices, whatever their shader.
  let light = select(in.light, vec3f(1.0), hasFrameFlag(FRAME_FULLBRIGHT));
  let color = shade(plainSurface(surface.albedo, surface.alpha, 0.0), light);
  return vec4f(fogged(material, color, in.position), coverage);
}
