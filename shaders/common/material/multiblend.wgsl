// Decodes colours and weights of four textures from vertex attributes: `MULTIBLEND_VERTEX`.

struct Blends {
  // Colours of the first three textures, with their weights in w.
  first: vec4f,
  second: vec4f,
  third: vec4f,
  // Colour of the fourth texture. Its weight is the remainder.
  fourth: vec3f,
  // Thresholds of the first three textures.
  alphas: vec3f,
}

// The first texture alone, unchanged: for models and for vertices without blends.
const PLAIN_BLENDS = Blends(
  vec4f(1.0), vec4f(1.0, 1.0, 1.0, 0.0), vec4f(1.0, 1.0, 1.0, 0.0), vec3f(1.0), vec3f(0.0),
);

var<private> blends: Blends = PLAIN_BLENDS;

fn colorOf(stored: f32) -> vec3f {
  let bits = u32(stored);
  return vec3f(vec3u(bits, bits >> 8u, bits >> 16u) & vec3u(255u)) / 255.0;
}

fn blendsOf(colors: vec2f, normal: vec4f, tangent: vec4f, blend: vec4f, styles: vec4u) -> Blends {
  if (normal.w < 0.5) {
    return PLAIN_BLENDS;
  }
  let ends = tangent * 0.5 + 0.5;
  let bytes = vec4f(styles) / 255.0;
  return Blends(
    vec4f(bytes.rgb, blend.x), vec4f(colorOf(colors.x), blend.y), vec4f(colorOf(colors.y), blend.z),
    vec3f(bytes.a, blend.w, ends.w), ends.xyz,
  );
}
