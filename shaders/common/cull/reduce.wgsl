// The levels of the depth pyramid: farthest depth of ever larger squares (reverse-Z: the least).

import constants::PYRAMID_SHIFT;
import package::common::view::frame::frame;
import package::common::cull::pyramid::levelSize;

@group(1) @binding(0) var<storage, read_write> pyramid: array<f32>;

// Texels of level 0 that a workgroup makes, each way; it goes on to level 3, where they are one.
const TILE = 8u;
const TILE_LEVELS = 4u;

var<workgroup> tile: array<array<f32, TILE>, TILE>;

// A square of the picture's pixels, up to `end`: those past the picture's edge do not count.
struct PixelSquare {
  first: vec2u,
  end: vec2u,
}

fn squareOf(texel: vec2u) -> PixelSquare {
  let first = texel << vec2u(PYRAMID_SHIFT);
  return PixelSquare(first, min(first + vec2u(1u << PYRAMID_SHIFT), frame.pictureSize));
}

// Levels 0 to 3, a tile a workgroup. `farthest` is that of the square of a texel of level 0.
fn reduceTile(texel: vec2u, local: vec2u, farthest: f32) {
  var value = farthest;
  var offset = 0u;
  for (var level = 0u; level < TILE_LEVELS; level++) {
    // Those of a larger level are found by the threads at the squares' corners.
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
      let size = levelSize(level);
      let at = texel >> vec2u(level);
      if (all(at < size)) {
        pyramid[offset + at.y * size.x + at.x] = value;
      }
    }
    let size = levelSize(level);
    offset += size.x * size.y;
    workgroupBarrier();
    tile[local.y][local.x] = value;
    workgroupBarrier();
  }
}

// The levels above, down to a single texel, by one workgroup.
fn reduceAbove(local: u32) {
  var below = 0u;
  for (var level = 0u; level + 1u < TILE_LEVELS; level++) {
    let size = levelSize(level);
    below += size.x * size.y;
  }
  var level = TILE_LEVELS - 1u;
  loop {
    let source = levelSize(level);
    if (all(source == vec2u(1u))) {
      break;
    }
    level++;
    let size = levelSize(level);
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
