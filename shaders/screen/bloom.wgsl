// Bloom: shrinks the picture to a quarter, keeps its bright parts and blurs them across, then down.
// Follows the engine's `Downsample_nohdr`, `BlurFilterX` and `BlurFilterY`, which work on exposed,
// encoded colours.

import constants::BLOOM_REACH;
import constants::BLOOM_ROW;
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
fn shrunk(texel: vec2u) -> vec3f {
  let scale = frame.exposure * exposure[0];
  let last = textureDimensions(image) - vec2u(1u);
  var sum = vec3f(0.0);
  for (var square = 0u; square < 4u; square++) {
    let corner = texel * 4u + vec2u(square & 1u, square >> 1u) * 2u;
    var mean = vec3f(0.0);
    for (var i = 0u; i < 4u; i++) {
      let at = min(corner + vec2u(i & 1u, i >> 1u), last);
      mean += encodeSrgb(saturate(textureLoad(image, at, 0).rgb * scale));
    }
    sum += shape(mean * 0.25);
  }
  return sum * 0.25;
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

// A workgroup shrinks a part of a row, and blurs all of it but its ends, whose samples reach beyond.
var<workgroup> row: array<vec3f, BLOOM_ROW>;

fn between(place: f32) -> vec3f {
  let first = u32(place);
  return mix(row[first], row[first + 1u], place - f32(first));
}

// Shrinks the picture and blurs it across.
@compute @workgroup_size(BLOOM_ROW) fn shrinkAcross(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let size = textureDimensions(bloom);
  let x = i32(group.x * (BLOOM_ROW - 2u * BLOOM_REACH) + local) - i32(BLOOM_REACH);
  // Beyond the picture, its edge repeats.
  row[local] = shrunk(vec2u(u32(clamp(x, 0, i32(size.x) - 1)), group.y));
  workgroupBarrier();
  if (local < BLOOM_REACH || local >= BLOOM_ROW - BLOOM_REACH || u32(x) >= size.x) {
    return;
  }
  let middle = f32(local);
  var color = row[local] * MIDDLE;
  for (var i = 0u; i < 6u; i++) {
    color += (between(middle + TAPS[i].x) + between(middle - TAPS[i].x)) * TAPS[i].y;
  }
  textureStore(bloom, vec2u(u32(x), group.y), vec4f(color, 1.0));
}

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

// The step uses the picture's width, as the engine does, so the blur is narrower down than across.
@compute @workgroup_size(8, 8) fn blurDown(@builtin(global_invocation_id) id: vec3u) {
  let size = textureDimensions(bloom);
  if (all(id.xy < size)) {
    let color = blurred(id.xy, vec2f(0.0, 1.0 / f32(size.x)));
    textureStore(bloom, id.xy, vec4f(color * bloomScale, 1.0));
  }
}
