// Where the depth pyramid's levels lie: one after the other, rows from the top, each half as large.

import constants::PYRAMID_SHIFT;
import package::common::view::frame::frame;

// Texels of a level. One covers a square of the picture, 2^(PYRAMID_SHIFT + level) pixels wide.
fn levelSize(level: u32) -> vec2u {
  let shift = PYRAMID_SHIFT + level;
  return max((frame.pictureSize + vec2u((1u << shift) - 1u)) >> vec2u(shift), vec2u(1u));
}
