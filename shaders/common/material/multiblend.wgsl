// Colours and weights of four textures, from where vertices hold them: `MULTIBLEND_VERTEX`.

struct Blends {
  // Colours of three textures, and how much of each there is.
  first: vec4f,
  second: vec4f,
  third: vec4f,
  // Of the fourth, which is what is left.
  fourth: vec3f,
  // What limits the first three.
  alphas: vec3f,
}

// The first texture alone, as it is: of models, and of whatever says nothing else.
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
