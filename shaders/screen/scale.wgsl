// Scales a picture. Magnifies with a Catmull-Rom cubic, clamped to the surrounding texels so that
// edges get no halos. Minifies with the mean of the texels that a pixel covers.

import package::common::view::screen::screenTriangle;

@group(1) @binding(0) var picture: texture_2d<f32>;

struct Corner {
  @builtin(position) clip: vec4f,
  // 0 to 1 from the picture's top left.
  @location(0) place: vec2f,
}

@vertex fn vertexMain(@builtin(vertex_index) vertex: u32) -> Corner {
  let clip = screenTriangle(vertex);
  return Corner(clip, clip.xy * vec2f(0.5, -0.5) + 0.5);
}

fn texelAt(texel: vec2i) -> vec3f {
  let last = vec2i(textureDimensions(picture)) - 1;
  return textureLoad(picture, clamp(texel, vec2i(0), last), 0).rgb;
}

// Greatest number of texels under a pixel in one direction; the scale is at most 2.
const MOST_COVERED = 4;

// Returns the mean of the texels under a pixel, weighted by coverage.
fn meanOf(low: vec2f, high: vec2f) -> vec3f {
  let first = vec2i(floor(low));
  var sum = vec3f(0.0);
  for (var y = 0; y < MOST_COVERED; y++) {
    for (var x = 0; x < MOST_COVERED; x++) {
      let texel = vec2f(first + vec2i(x, y));
      let covered = max(min(texel + 1.0, high) - max(texel, low), vec2f(0.0));
      sum += texelAt(first + vec2i(x, y)) * covered.x * covered.y;
    }
  }
  let size = high - low;
  return sum / (size.x * size.y);
}

// Returns the weights of four texels in a row for a place `t` of the way from the second to the
// third.
fn cubicWeights(t: f32) -> vec4f {
  let t2 = t * t;
  let t3 = t2 * t;
  return vec4f(-t + 2.0 * t2 - t3, 2.0 - 5.0 * t2 + 3.0 * t3, t + 4.0 * t2 - 3.0 * t3, t3 - t2) * 0.5;
}

fn cubicAt(place: vec2f) -> vec3f {
  let own = place - 0.5;
  let first = vec2i(floor(own));
  let along = cubicWeights(fract(own.x));
  let down = cubicWeights(fract(own.y));
  var sum = vec3f(0.0);
  var low = vec3f(1.0);
  var high = vec3f(0.0);
  for (var y = 0; y < 4; y++) {
    for (var x = 0; x < 4; x++) {
      let color = texelAt(first + vec2i(x, y) - 1);
      sum += color * along[x] * down[y];
      if ((x == 1 || x == 2) && (y == 1 || y == 2)) {
        low = min(low, color);
        high = max(high, color);
      }
    }
  }
  return clamp(sum, low, high);
}

@fragment fn fragmentMain(in: Corner) -> @location(0) vec4f {
  let place = in.place * vec2f(textureDimensions(picture));
  // Texels per pixel.
  let size = abs(vec2f(dpdx(place.x), dpdy(place.y)));
  if (max(size.x, size.y) > 1.0) {
    return vec4f(meanOf(place - size * 0.5, place + size * 0.5), 1.0);
  }
  return vec4f(cubicAt(place), 1.0);
}
