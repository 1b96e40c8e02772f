// A place on a surface, as views look at it.

struct Looked {
  isModel: bool,
  // Whether its front is seen.
  isFront: bool,
  // Row of its owner's materials.
  material: u32,
  // In the world; the normal as interpolated, of any length.
  place: vec3f,
  normal: vec3f,
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
