// Views of a frame, for shaders that test rows of several views: uniforms and visible clusters.

import constants::MAX_VIEWS;
import package::common::view::frame::Frame;

struct ViewSlot {
  // `VIEW_BYTES` of frame-uniforms.ts.
  @size(512) frame: Frame,
}

@group(0) @binding(0) var<uniform> views: array<ViewSlot, MAX_VIEWS>;
// One bit per cluster; as many words for each view.
@group(0) @binding(1) var<storage, read> visibleClusters: array<u32>;

// Slot of the view that a thread tests for.
var<private> view: u32;

fn hasViewFlag(flag: u32) -> bool {
  return (views[view].frame.flags & flag) != 0u;
}

fn isClusterVisible(cluster: u32) -> bool {
  let first = view * (arrayLength(&visibleClusters) / MAX_VIEWS);
  return (visibleClusters[first + (cluster >> 5u)] & (1u << (cluster & 31u))) != 0u;
}

// Returns the LOD metric at a point, as `metricAt` of `view/frame.wgsl`.
fn viewMetricAt(world: vec3f) -> f32 {
  let depth = (views[view].frame.clipFromWorld * vec4f(world, 1.0)).w;
  return max(depth, 0.0) * views[view].frame.lodMetricPerInch;
}
