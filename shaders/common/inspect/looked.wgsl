// A place on a surface, as views look at it.

import package::common::light::srgb::decodeSrgb;

struct Looked {
  isModel: bool,
  // Whether its front is seen.
  isFront: bool,
  // How much of an edge of its triangle it shows.
  edge: f32,
  // Row of its owner's materials.
  material: u32,
  // In the world; the normal as interpolated, of any length.
  place: vec3f,
  normal: vec3f,
  // As its triangle does, of any length.
  facing: vec3f,
  texCoord: vec2f,
  // Squares of the texture's repeats, and of luxels, in a square unit of the surface.
  repeatDensity: f32,
  luxelDensity: f32,
  // Of the world: texels of the lightmap's page; the surface word; light styles; row of a vertex of its face.
  lightmapCoord: vec2f,
  luxelPixels: vec2f,
  surface: u32,
  styles: vec4u,
  vertex: u32,
  // Of a model.
  instance: u32,
}

// What a coordinate covers of a square unit: both are by pixels.
fn densityOf(dx: vec2f, dy: vec2f, placeDx: vec3f, placeDy: vec3f) -> f32 {
  let area = length(cross(placeDx, placeDy));
  return abs(dx.x * dy.y - dx.y * dy.x) / max(area, 1e-12);
}

fn normalOf(at: Looked) -> vec3f {
  return at.normal * inverseSqrt(max(dot(at.normal, at.normal), 1e-12));
}

// A colour of its own for each of many things, linear light: `hue` of `render/inspect/legend.ts`.
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
