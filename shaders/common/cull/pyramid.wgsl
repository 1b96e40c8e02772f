// Layout of the depth pyramid: levels follow each other, rows from the top, each level half as wide
// and high. There are `PYRAMID_LEVELS`.

import constants::PYRAMID_SHIFT;

// Returns the size of a level in texels, for a picture's size in pixels. A texel covers a square
// 2^(PYRAMID_SHIFT + level) pixels wide.
fn levelSize(pictureSize: vec2u, level: u32) -> vec2u {
  let shift = PYRAMID_SHIFT + level;
  return max((pictureSize + vec2u((1u << shift) - 1u)) >> vec2u(shift), vec2u(1u));
}
