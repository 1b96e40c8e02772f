// Builds the depth pyramid of a picture: see `common/cull/reduce.wgsl`.

import package::common::cull::reduce::TILE;
import package::common::cull::reduce::reduceAbove;
import package::common::cull::reduce::reduceTile;
import package::common::cull::reduce::squareOf;

@if(!multisampled) @group(2) @binding(0) var depth: texture_depth_2d;
@if(multisampled) @group(2) @binding(0) var depth: texture_depth_multisampled_2d;

// Returns the farthest depth of a square of pixels over all samples, because a box may be visible
// through any of them.
fn farthestPixel(texel: vec2u) -> f32 {
  var farthest = 1.0;
  let square = squareOf(texel);
  for (var y = square.first.y; y < square.end.y; y++) {
    for (var x = square.first.x; x < square.end.x; x++) {
      @if(!multisampled) farthest = min(farthest, textureLoad(depth, vec2u(x, y), 0));
      @if(multisampled)
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

// Writes the remaining levels, down to a single texel. Runs in one workgroup.
@compute @workgroup_size(256)
fn reduceTop(@builtin(local_invocation_index) local: u32) {
  reduceAbove(local);
}
