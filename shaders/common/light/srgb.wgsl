// Encodes linear light, 0 to 1, as sRGB.

fn encodeSrgb(linear: vec3f) -> vec3f {
  let low = linear * 12.92;
  let high = 1.055 * pow(linear, vec3f(1.0 / 2.4)) - 0.055;
  return select(high, low, linear <= vec3f(0.0031308));
}

// Decodes sRGB to linear light.
fn decodeSrgb(shown: vec3f) -> vec3f {
  let high = pow((shown + 0.055) / 1.055, vec3f(2.4));
  return select(high, shown / 12.92, shown <= vec3f(0.04045));
}
