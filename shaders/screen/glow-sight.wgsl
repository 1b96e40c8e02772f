// Measures the visibility of each glow by the depth of all opaque surfaces. One workgroup per glow.

import package::common::geometry::sprite::GLOW_GRID;
import package::common::geometry::sprite::GLOW_GROUP;
import package::common::geometry::sprite::Sprite;
import package::common::geometry::sprite::glowPixel;
import package::common::geometry::sprite::glowSeen;
import package::common::geometry::sprite::proxyOf;

@group(1) @binding(0) var<storage, read> sprites: array<Sprite>;
// Rows of sprites.
@group(1) @binding(1) var<storage, read> glows: array<u32>;
@group(1) @binding(2) var<storage, read_write> seen: array<f32>;
@if(!multisampled) @group(2) @binding(0) var depth: texture_depth_2d;
@if(multisampled) @group(2) @binding(0) var depth: texture_depth_multisampled_2d;

var<workgroup> places: atomic<u32>;

@compute @workgroup_size(GLOW_GROUP)
fn computeMain(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let proxy = proxyOf(sprites[glows[group.x]]);
  if (proxy.share > 0.0) {
    var own = 0u;
    for (var place = local; place < GLOW_GRID * GLOW_GRID; place += GLOW_GROUP) {
      // In a multisampled buffer, successive places read different samples.
      var sample = 0u;
      @if(multisampled) sample = place % textureNumSamples(depth);
      own += select(0u, 1u, proxy.depth >= textureLoad(depth, glowPixel(proxy, place), sample));
    }
    atomicAdd(&places, own);
  }
  workgroupBarrier();
  if (local == 0u) {
    seen[group.x] = glowSeen(proxy, atomicLoad(&places));
  }
}
