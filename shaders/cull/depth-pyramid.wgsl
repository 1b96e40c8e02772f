// Builds the depth pyramid of a picture: the farthest depth (least, in reverse-Z) of ever larger
// squares, over all samples, because a box may be visible through any of them.
//
// Each workgroup writes all levels of its square. Larger squares are not stored: one workgroup
// cannot see what others wrote in the same dispatch.

import constants::PYRAMID_GROUP_EDGE;
import constants::PYRAMID_LEVELS;
import constants::PYRAMID_SHIFT;
import package::common::cull::pyramid::levelSize;
import package::common::cull::views::views;

@group(1) @binding(0) var<storage, read_write> pyramid: array<f32>;
@if(!multisampled) @group(2) @binding(0) var depth: texture_depth_2d;
@if(multisampled) @group(2) @binding(0) var depth: texture_depth_multisampled_2d;

// Samples of a multisampled texture: WebGPU has no other number. Constant loops load all depths
// before they need any.
@if(multisampled) const SAMPLES = 4;

// Values of the level that the threads reduce next.
var<workgroup> tile: array<array<f32, PYRAMID_GROUP_EDGE>, PYRAMID_GROUP_EDGE>;

// Returns the size of the picture, which is the first view's, in pixels.
fn pictureSize() -> vec2u {
  return views[0].frame.pictureSize;
}

// Returns the farthest depth under a texel of level 0. Beyond the picture, pixels at its edge repeat.
fn farthestPixel(texel: vec2u) -> f32 {
  let last = pictureSize() - vec2u(1u);
  let first = texel << vec2u(PYRAMID_SHIFT);
  var farthest = 1.0;
  for (var y = 0u; y < 1u << PYRAMID_SHIFT; y++) {
    for (var x = 0u; x < 1u << PYRAMID_SHIFT; x++) {
      let pixel = min(first + vec2u(x, y), last);
      @if(!multisampled) farthest = min(farthest, textureLoad(depth, pixel, 0));
      @if(multisampled)
      for (var i = 0; i < SAMPLES; i++) {
        farthest = min(farthest, textureLoad(depth, pixel, i));
      }
    }
  }
  return farthest;
}

// Writes a texel of a level that begins at `offset`, if the level has it.
fn writeTexel(offset: u32, level: u32, texel: vec2u, value: f32) {
  let size = levelSize(pictureSize(), level);
  if (all(texel < size)) {
    pyramid[offset + texel.y * size.x + texel.x] = value;
  }
}

fn texelsOf(level: u32) -> u32 {
  let size = levelSize(pictureSize(), level);
  return size.x * size.y;
}

@compute @workgroup_size(PYRAMID_GROUP_EDGE, PYRAMID_GROUP_EDGE)
fn computeMain(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(local_invocation_id) local: vec3u,
) {
  // A thread has a texel of level 1, and the four below it.
  var value = 1.0;
  for (var i = 0u; i < 4u; i++) {
    let texel = id.xy * 2u + vec2u(i & 1u, i >> 1u);
    let own = farthestPixel(texel);
    writeTexel(0u, 0u, texel, own);
    value = min(value, own);
  }
  var offset = texelsOf(0u);
  writeTexel(offset, 1u, id.xy, value);
  tile[local.y][local.x] = value;
  for (var level = 2u; level < PYRAMID_LEVELS; level++) {
    offset += texelsOf(level - 1u);
    workgroupBarrier();
    // Only threads at the corners of a level's squares go on.
    let step = 1u << (level - 1u);
    let half = step / 2u;
    if (all((local.xy & vec2u(step - 1u)) == vec2u(0u))) {
      value = min(
        min(value, tile[local.y][local.x + half]),
        min(tile[local.y + half][local.x], tile[local.y + half][local.x + half]),
      );
      tile[local.y][local.x] = value;
      writeTexel(offset, level, id.xy >> vec2u(level - 1u), value);
    }
  }
}
