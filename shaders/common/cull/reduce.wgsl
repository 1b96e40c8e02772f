// Builds the levels of the depth pyramid: the farthest depth (least, in reverse-Z) of ever larger
// squares.

import constants::PYRAMID_SHIFT;
import package::common::cull::pyramid::levelSize;
import package::common::cull::views::views;

@group(1) @binding(0) var<storage, read_write> pyramid: array<f32>;

// Returns the size of the picture, which is the first view's, in pixels.
fn pictureSize() -> vec2u {
  return views[0].frame.pictureSize;
}

// Width and height, in level-0 texels, of the tile that a workgroup reduces. It reduces down to
// level 3, where the tile is one texel.
const TILE = 8u;
const TILE_LEVELS = 4u;

var<workgroup> tile: array<array<f32, TILE>, TILE>;

// A square of the picture's pixels. `end` is exclusive and clipped to the picture.
struct PixelSquare {
  first: vec2u,
  end: vec2u,
}

fn squareOf(texel: vec2u) -> PixelSquare {
  let first = texel << vec2u(PYRAMID_SHIFT);
  return PixelSquare(first, min(first + vec2u(1u << PYRAMID_SHIFT), pictureSize()));
}

// Writes levels 0 to 3, one tile per workgroup. `farthest` is the farthest depth under the level-0
// texel.
fn reduceTile(texel: vec2u, local: vec2u, farthest: f32) {
  var value = farthest;
  var offset = 0u;
  for (var level = 0u; level < TILE_LEVELS; level++) {
    // Only threads at the corners of a larger level's squares compute that level.
    let step = 1u << level;
    let isCorner = all((local & vec2u(step - 1u)) == vec2u(0u));
    if (isCorner) {
      if (level > 0u) {
        let half = step / 2u;
        value = min(
          min(value, tile[local.y][local.x + half]),
          min(tile[local.y + half][local.x], tile[local.y + half][local.x + half]),
        );
      }
      let size = levelSize(pictureSize(), level);
      let at = texel >> vec2u(level);
      if (all(at < size)) {
        pyramid[offset + at.y * size.x + at.x] = value;
      }
    }
    let size = levelSize(pictureSize(), level);
    offset += size.x * size.y;
    workgroupBarrier();
    tile[local.y][local.x] = value;
    workgroupBarrier();
  }
}

// Writes the remaining levels, down to a single texel. Runs in one workgroup.
fn reduceAbove(local: u32) {
  var below = 0u;
  for (var level = 0u; level + 1u < TILE_LEVELS; level++) {
    let size = levelSize(pictureSize(), level);
    below += size.x * size.y;
  }
  var level = TILE_LEVELS - 1u;
  loop {
    let source = levelSize(pictureSize(), level);
    if (all(source == vec2u(1u))) {
      break;
    }
    level++;
    let size = levelSize(pictureSize(), level);
    let offset = below + source.x * source.y;
    for (var i = local; i < size.x * size.y; i += 256u) {
      let first = vec2u(i % size.x, i / size.x) * 2u;
      let last = min(first + vec2u(1u), source - vec2u(1u));
      pyramid[offset + i] = min(
        min(pyramid[below + first.y * source.x + first.x], pyramid[below + first.y * source.x + last.x]),
        min(pyramid[below + last.y * source.x + first.x], pyramid[below + last.y * source.x + last.x]),
      );
    }
    below = offset;
    storageBarrier();
  }
}
