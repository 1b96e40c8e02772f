// What was drawn behind a surface that refracts: bind group 3.

import package::common::view::frame::frame;

// Linear light of the picture, before anything that refracts or blends.
@group(3) @binding(0) var behindLight: texture_2d<f32>;
@group(3) @binding(1) var behindSampler: sampler;
// Depth of the same, as it is stored.
@group(3) @binding(2) var behindDepth: texture_2d<f32>;

// Linear light of what is mirrored at each place of the picture, upside down; one texel: nothing is.
@group(3) @binding(3) var mirrorLight: texture_2d<f32>;

fn isMirrored() -> bool {
  return textureDimensions(mirrorLight).x > 1u;
}

// What is mirrored at a place of the picture, moved to the right and up in it.
fn lightMirrored(place: vec2f, moved: vec2f) -> vec3f {
  let at = vec2f(place.x, 1.0 - place.y) + moved;
  return textureSampleLevel(mirrorLight, behindSampler, at, 0.0).rgb;
}

// Where a fragment is in the picture, 0 to 1 from its upper left corner.
fn picturePlace(pixel: vec4f) -> vec2f {
  return pixel.xy / vec2f(frame.pictureSize);
}

// Whether the view has no perspective: w is the same everywhere.
fn isFlatView() -> bool {
  let m = frame.clipFromWorld;
  return all(vec3f(m[0].w, m[1].w, m[2].w) == vec3f(0.0));
}

// 1 / inches along the view's axis to a fragment.
fn nearnessOf(pixel: vec4f) -> f32 {
  if (isFlatView()) {
    return 1.0 / axisDistance(pixel.z);
  }
  return pixel.w;
}

fn lightBehind(place: vec2f) -> vec3f {
  return textureSampleLevel(behindLight, behindSampler, place, 0.0).rgb;
}

// The middle of the pixel that a place lies in, inside the picture.
fn pixelAt(place: vec2f) -> vec2f {
  let size = vec2f(frame.pictureSize);
  return clamp(floor(place * size), vec2f(0.0), size - 1.0) + 0.5;
}

// Inches along the view's axis to what was drawn at a pixel; huge where nothing was.
fn distanceBehind(pixel: vec2f) -> f32 {
  let texel = min(vec2u(pixel), textureDimensions(behindDepth) - 1u);
  return axisDistance(textureLoad(behindDepth, texel, 0).r);
}

// Inches before the near plane that distances are from in a view without perspective, in which nothing is nearer
// than they say.
const FLAT_EYE = 1.0;

// A stored depth is a + b / distance: what a and b are the view's matrix says, wherever it ends. Without
// perspective it is even.
fn axisDistance(depth: f32) -> f32 {
  let m = frame.clipFromWorld;
  let depthRow = vec3f(m[0].z, m[1].z, m[2].z);
  let axis = vec3f(m[0].w, m[1].w, m[2].w);
  if (isFlatView()) {
    return (1.0 - depth) / length(depthRow) + FLAT_EYE;
  }
  let a = dot(depthRow, axis) / dot(axis, axis);
  let b = m[3].z - a * m[3].w;
  return b / max(depth - a, 1e-12);
}
