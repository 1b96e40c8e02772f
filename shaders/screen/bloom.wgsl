// Bloom: shrinks the picture to a quarter, keeps its bright parts and blurs them across, then down.
// Follows the engine's `Downsample_nohdr`, `BlurFilterX` and `BlurFilterY`, which work on exposed,
// encoded colours.

import package::common::view::frame::frame;
import package::common::light::srgb::encodeSrgb;

@group(1) @binding(0) var<storage, read> exposure: array<f32>;
@group(1) @binding(1) var image: texture_2d<f32>;
@group(1) @binding(2) var bloom: texture_storage_2d<rgba16float, write>;
@group(1) @binding(3) var smoothly: sampler;
// Factor of the blurred picture.
@group(1) @binding(4) var<uniform> bloomScale: f32;

// Returns the bright part of a colour: scaled by luminance, and each channel by a power of its
// value.
fn shape(color: vec3f) -> vec3f {
  return pow(color, vec3f(2.2)) * dot(color, vec3f(0.3, 0.59, 0.11));
}

// Reduces four by four texels to one. Each square of two by two is averaged before `shape` is
// applied.
@compute @workgroup_size(8, 8) fn shrink(@builtin(global_invocation_id) id: vec3u) {
  if (any(id.xy >= textureDimensions(bloom))) {
    return;
  }
  let scale = frame.exposure * exposure[0];
  let last = textureDimensions(image) - vec2u(1u);
  var sum = vec3f(0.0);
  for (var square = 0u; square < 4u; square++) {
    let corner = id.xy * 4u + vec2u(square & 1u, square >> 1u) * 2u;
    var mean = vec3f(0.0);
    for (var i = 0u; i < 4u; i++) {
      let texel = min(corner + vec2u(i & 1u, i >> 1u), last);
      mean += encodeSrgb(saturate(textureLoad(image, texel, 0).rgb * scale));
    }
    sum += shape(mean * 0.25);
  }
  textureStore(bloom, id.xy, vec4f(sum * 0.25, 1.0));
}

// Sample offsets in texels, each between two texels, and their weights.
const TAPS = array<vec2f, 6>(
  vec2f(1.3366, 0.2185),
  vec2f(3.4295, 0.0821),
  vec2f(5.4264, 0.0461),
  vec2f(7.4359, 0.0262),
  vec2f(9.4436, 0.0162),
  vec2f(11.4401, 0.0102),
);
const MIDDLE = 0.2013;

fn blurred(texel: vec2u, step: vec2f) -> vec3f {
  let size = vec2f(textureDimensions(image));
  let middle = (vec2f(texel) + 0.5) / size;
  var color = textureSampleLevel(image, smoothly, middle, 0.0).rgb * MIDDLE;
  for (var i = 0u; i < 6u; i++) {
    let offset = step * TAPS[i].x;
    color += (textureSampleLevel(image, smoothly, middle + offset, 0.0).rgb
      + textureSampleLevel(image, smoothly, middle - offset, 0.0).rgb) * TAPS[i].y;
  }
  return color;
}

@compute @workgroup_size(8, 8) fn blurAcross(@builtin(global_invocation_id) id: vec3u) {
  let size = textureDimensions(bloom);
  if (all(id.xy < size)) {
    textureStore(bloom, id.xy, vec4f(blurred(id.xy, vec2f(1.0 / f32(size.x), 0.0)), 1.0));
  }
}

// The step uses the picture's width, as the engine does, so the blur is narrower down than across.
@compute @workgroup_size(8, 8) fn blurDown(@builtin(global_invocation_id) id: vec3u) {
  let size = textureDimensions(bloom);
  if (all(id.xy < size)) {
    let color = blurred(id.xy, vec2f(0.0, 1.0 / f32(size.x)));
    textureStore(bloom, id.xy, vec4f(color * bloomScale, 1.0));
  }
}
