// The same of a picture with several samples a pixel: a box may be seen through any of them.

import package::common::cull::reduce::TILE;
import package::common::cull::reduce::reduceTile;
import package::common::cull::reduce::squareOf;

@group(2) @binding(0) var depth: texture_depth_multisampled_2d;

// Of a square of pixels and of all their samples.
fn farthestPixel(texel: vec2u) -> f32 {
  var farthest = 1.0;
  let square = squareOf(texel);
  for (var y = square.first.y; y < square.end.y; y++) {
    for (var x = square.first.x; x < square.end.x; x++) {
      for (var i = 0u; i < textureNumSamples(depth); i++) {
        farthest = min(farthest, textureLoad(depth, vec2u(x, y), i));
      }
    }
  }
  return farthest;
}

@compute @workgroup_size(TILE, TILE)
fn reduceTiles(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(local_invocation_id) local: vec3u,
) {
  reduceTile(id.xy, local.xy, farthestPixel(id.xy));
}
