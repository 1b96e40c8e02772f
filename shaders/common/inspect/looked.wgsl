// A place on a surface, with all data that inspection views read.

import package::common::light::srgb::decodeSrgb;

struct Looked {
  isModel: bool,
  // True if the front of the surface faces the eye.
  isFront: bool,
  // Visibility of a triangle edge at the place, 0 to 1.
  edge: f32,
  // Row in the material table of the world or of the props.
  material: u32,
  // Position in the world. The interpolated normal, of any length.
  place: vec3f,
  normal: vec3f,
  // Normal of the triangle's plane, of any length.
  facing: vec3f,
  texCoord: vec2f,
  // Number of texture repeats, and of luxels, per square inch of the surface.
  repeatDensity: f32,
  luxelDensity: f32,
  // World surfaces only: texel of the lightmap page, size of a pixel in luxels, surface word, light
  // styles, row of a vertex of the face.
  lightmapCoord: vec2f,
  luxelPixels: vec2f,
  surface: u32,
  styles: vec4u,
  vertex: u32,
  // Models only: row of the instance.
  instance: u32,
}

// Returns the area that a coordinate covers per square inch of the surface, from the derivatives of
// both by pixel.
fn densityOf(dx: vec2f, dy: vec2f, placeDx: vec3f, placeDy: vec3f) -> f32 {
  let area = length(cross(placeDx, placeDy));
  return abs(dx.x * dy.y - dx.y * dy.x) / max(area, 1e-12);
}

fn normalOf(at: Looked) -> vec3f {
  return at.normal * inverseSqrt(max(dot(at.normal, at.normal), 1e-12));
}

// Returns a distinct colour for each row, linear light: `hue` of `render/inspect/legend.ts`.
fn hueOf(row: u32) -> vec3f {
  let turn = fract(f32(row % 4096u) * 0.618034);
  let third = row % 3u;
  let light = select(select(0.74, 0.48, third == 1u), 0.62, third == 0u);
  let high = select(light + 0.55 - light * 0.55, light * 1.55, light < 0.5);
  let low = 2.0 * light - high;
  let turns = fract(vec3f(turn + 1.0 / 3.0, turn, turn - 1.0 / 3.0));
  let rise = saturate(min(turns * 6.0, 4.0 - turns * 6.0));
  return decodeSrgb(low + (high - low) * rise);
}
