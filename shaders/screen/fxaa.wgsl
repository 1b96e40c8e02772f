// Antialiasing of the finished picture by Timothy Lottes' FXAA. Where neighbours differ in luma, it
// searches the edge for its two ends and mixes the pixel with the one across the edge, the more the
// nearer the closer end is.

import package::common::view::screen::screenTriangle;

@group(1) @binding(0) var picture: texture_2d<f32>;
@group(1) @binding(1) var smoothly: sampler;

@vertex fn vertexMain(@builtin(vertex_index) vertex: u32) -> @builtin(position) vec4f {
  return screenTriangle(vertex);
}

// An edge needs a contrast above this share of the brightest neighbour, and above this absolute
// value. Encoded colours, 0 to 1.
const LEAST_PART = 0.125;
const LEAST_CONTRAST = 0.0312;
// Greatest blur of single pixels.
const MOST_BLUR = 0.75;
// Steps along an edge, in pixels. An end beyond them counts as none.
const STEPS = array(1.0, 1.0, 1.0, 1.0, 1.5, 2.0, 2.0, 2.0, 4.0, 8.0);

fn luma(color: vec3f) -> f32 {
  return dot(color, vec3f(0.299, 0.587, 0.114));
}

fn lumaAt(place: vec2f) -> f32 {
  return luma(textureSampleLevel(picture, smoothly, place, 0.0).rgb);
}

@fragment fn fragmentMain(@builtin(position) position: vec4f) -> @location(0) vec4f {
  let texel = 1.0 / vec2f(textureDimensions(picture));
  let place = position.xy * texel;
  let own = textureSampleLevel(picture, smoothly, place, 0.0).rgb;
  let middle = luma(own);
  let north = lumaAt(place + vec2f(0.0, -texel.y));
  let south = lumaAt(place + vec2f(0.0, texel.y));
  let west = lumaAt(place + vec2f(-texel.x, 0.0));
  let east = lumaAt(place + vec2f(texel.x, 0.0));
  let high = max(middle, max(max(north, south), max(west, east)));
  let low = min(middle, min(min(north, south), min(west, east)));
  let contrast = high - low;
  if (contrast < max(LEAST_CONTRAST, high * LEAST_PART)) {
    return vec4f(own, 1.0);
  }
  let northWest = lumaAt(place - texel);
  let southEast = lumaAt(place + texel);
  let northEast = lumaAt(place + vec2f(texel.x, -texel.y));
  let southWest = lumaAt(place + vec2f(-texel.x, texel.y));

  // Difference between the pixel and its eight neighbours, 0 to 1.
  let around = (2.0 * (north + south + west + east) + northWest + northEast + southWest + southEast) / 12.0;
  let standsOut = smoothstep(0.0, 1.0, saturate(abs(around - middle) / contrast));
  let blur = standsOut * standsOut * MOST_BLUR;

  // True if the edge runs along a row: the luma changes vertically.
  let down = abs(northWest + southWest - 2.0 * west) + 2.0 * abs(north + south - 2.0 * middle)
    + abs(northEast + southEast - 2.0 * east);
  let across = abs(northWest + northEast - 2.0 * north) + 2.0 * abs(west + east - 2.0 * middle)
    + abs(southWest + southEast - 2.0 * south);
  let isRow = down >= across;
  let before = select(west, north, isRow);
  let after = select(east, south, isRow);
  // Look towards the side that differs more.
  let isBefore = abs(before - middle) >= abs(after - middle);
  let steepest = max(abs(before - middle), abs(after - middle));
  let toSide = select(vec2f(texel.x, 0.0), vec2f(0.0, texel.y), isRow) * select(1.0, -1.0, isBefore);
  let onEdge = (select(after, before, isBefore) + middle) * 0.5;

  // Search from between the two pixels in both directions for a place whose mean luma differs.
  let along = select(vec2f(0.0, texel.y), vec2f(texel.x, 0.0), isRow);
  let start = place + toSide * 0.5;
  let forward = findEnd(start, along, onEdge, steepest * 0.25);
  let back = findEnd(start, -along, onEdge, steepest * 0.25);
  let isForward = forward.pixels < back.pixels;
  let nearest = select(back.change, forward.change, isForward);
  // The end belongs to this pixel's side of the edge only if its luma changes away from the pixel's
  // luma.
  let isOwn = (middle < onEdge) != (nearest < 0.0);
  let share = 0.5 - min(forward.pixels, back.pixels) / (forward.pixels + back.pixels);
  let moved = max(select(0.0, share, isOwn), blur);
  return vec4f(textureSampleLevel(picture, smoothly, place + toSide * moved, 0.0).rgb, 1.0);
}

struct End {
  pixels: f32,
  // Luma at the end minus that on the edge.
  change: f32,
}

fn findEnd(start: vec2f, step: vec2f, onEdge: f32, least: f32) -> End {
  var steps = STEPS;
  var end = End(0.0, 0.0);
  for (var i = 0; i < 10; i++) {
    end.pixels += steps[i];
    end.change = lumaAt(start + step * end.pixels) - onEdge;
    if (abs(end.change) >= least) {
      break;
    }
  }
  return end;
}
