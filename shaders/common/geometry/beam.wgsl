// Light beams with their halos, and glows that fade by distance. Sources: the engine's
// `view_beams.cpp` and `beamdraw.cpp`, `c_lightglow.cpp`, `c_sun.h` and `glow_overlay.cpp`.

import constants::SPRITE_LOOKED_AT;
import constants::SPRITE_ONE_SIDED;
import package::common::geometry::sprite::Sprite;
import package::common::geometry::sprite::clipRow;
import package::common::view::frame::frame;

// Returns the distance in inches from the eye to the line of a beam.
fn beamDistance(start: vec3f, direction: vec3f) -> f32 {
  let toEye = frame.cameraPosition - start;
  return length(toEye - direction * dot(toEye, direction));
}

// Returns the beam's brightness factor: it fades out where the eye is so near that the beam would
// look flat.
fn beamNearness(sprite: Sprite) -> f32 {
  let width = sprite.extents.y;
  return saturate((beamDistance(sprite.origin, normalize(sprite.up)) - width) / (3.0 * width));
}

// Returns a corner of a beam, which is turned about its length towards the eye.
fn beamPlace(sprite: Sprite, isRight: bool, isStart: bool, size: f32) -> vec3f {
  let across = cross(-sprite.up, sprite.origin - frame.cameraPosition);
  let side = across * (sprite.extents.y * size / max(length(across), 1e-6));
  return sprite.origin + select(sprite.up, vec3f(0.0), isStart) + select(side, -side, isRight);
}

// Returns the brightness (x) and the size factor (y) of a halo.
fn haloPart(sprite: Sprite, away: f32) -> vec2f {
  let facing = dot(sprite.up, frame.cameraPosition - sprite.origin) / max(away, 1e-6);
  let fade = 2.0 * max(facing, 0.0);
  let width = sprite.right.z;
  let near = saturate((4.0 * width - beamDistance(sprite.origin, sprite.up)) / (3.5 * width));
  return vec2f(min(fade * fade, 1.0), 1.0 + near);
}

// Returns where `value` lies between `first` and `last`, 0 to 1.
fn partOf(value: f32, first: f32, last: f32) -> f32 {
  if (first == last) {
    return select(0.0, 1.0, value >= last);
  }
  return saturate((value - first) / (last - first));
}

// Returns the brightness of a light glow at the distance `away`, in inches.
fn lightGlowPart(sprite: Sprite, away: f32) -> f32 {
  let isBehind = dot(frame.cameraPosition - sprite.origin, sprite.up) < 0.0;
  if (isBehind && (sprite.flags & SPRITE_ONE_SIDED) != 0u) {
    return 0.0;
  }
  if (sprite.right.z > sprite.right.y && away > sprite.right.y) {
    return 1.0 - partOf(away, sprite.right.y, sprite.right.z);
  }
  return partOf(away, sprite.right.x, sprite.right.y);
}

// Returns the right and up axes of a light glow, which faces the eye rather than the picture plane.
fn lightGlowAxes(sprite: Sprite) -> array<vec3f, 2> {
  let toGlow = normalize(sprite.origin - frame.cameraPosition);
  let level = vec3f(toGlow.y, -toGlow.x, 0.0);
  let right = level / max(length(level), 1e-6);
  return array(right, cross(right, toGlow));
}

// Returns the brightness of a glow that shows only when looked at: 0.75 in the middle of the
// picture, 0 where the cosine is 0.9 or less.
fn lookedAtPart(sprite: Sprite) -> f32 {
  if ((sprite.flags & SPRITE_LOOKED_AT) == 0u) {
    return 1.0;
  }
  let cosine = dot(sprite.up, normalize(clipRow(3u)));
  return clamp((cosine - 0.9) * 7.5, 0.0, 0.75);
}
