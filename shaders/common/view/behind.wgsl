// The picture behind a refracting surface: bind group 3.

import package::common::view::frame::frame;

// Linear light of the picture before refracting and translucent surfaces.
@group(3) @binding(0) var behindLight: texture_2d<f32>;
@group(3) @binding(1) var behindSampler: sampler;
// Stored depth of the same picture.
@group(3) @binding(2) var behindDepth: texture_2d<f32>;

// Linear light of the mirrored picture, upside down. A single texel if there is no mirror.
@group(3) @binding(3) var mirrorLight: texture_2d<f32>;

fn isMirrored() -> bool {
  return textureDimensions(mirrorLight).x > 1u;
}

// Returns the mirrored light at a place of the picture. `moved` shifts it to the right and up.
fn lightMirrored(place: vec2f, moved: vec2f) -> vec3f {
  let at = vec2f(place.x, 1.0 - place.y) + moved;
  return textureSampleLevel(mirrorLight, behindSampler, at, 0.0).rgb;
}

// Returns the place of a fragment in the picture, 0 to 1 from the upper left corner.
fn picturePlace(pixel: vec4f) -> vec2f {
  return pixel.xy / vec2f(frame.pictureSize);
}

// Returns true if the view is orthographic: clip w is constant.
fn isFlatView() -> bool {
  let m = frame.clipFromWorld;
  return all(vec3f(m[0].w, m[1].w, m[2].w) == vec3f(0.0));
}

// Returns 1 / distance of a fragment along the view's axis, in inches.
fn nearnessOf(pixel: vec4f) -> f32 {
  if (isFlatView()) {
    return 1.0 / axisDistance(pixel.z);
  }
  return pixel.w;
}

fn lightBehind(place: vec2f) -> vec3f {
  return textureSampleLevel(behindLight, behindSampler, place, 0.0).rgb;
}

// Returns the centre of the pixel at a place, clamped to the picture.
fn pixelAt(place: vec2f) -> vec2f {
  let size = vec2f(frame.pictureSize);
  return clamp(floor(place * size), vec2f(0.0), size - 1.0) + 0.5;
}

// Returns the distance in inches along the view's axis to the surface at a pixel; huge where
// nothing was drawn.
fn distanceBehind(pixel: vec2f) -> f32 {
  let texel = min(vec2u(pixel), textureDimensions(behindDepth) - 1u);
  return axisDistance(textureLoad(behindDepth, texel, 0).r);
}

// Inches added to distances from the near plane in an orthographic view, so that none is 0.
const FLAT_EYE = 1.0;

// Returns the distance along the view's axis. A stored depth is a + b / distance; a and b follow
// from the view's matrix for any far plane. In an orthographic view the depth is linear.
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
