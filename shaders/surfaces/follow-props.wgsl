// Moves instances that are attached to posed models. Each thread handles one instance, and computes
// its chain of parents from the topmost down. A parent that stays in place is never written, so
// threads need no synchronization.

import constants::FOLLOW_ALIGNED;
import constants::MAX_FOLLOW_DEPTH;
import package::common::geometry::skinning::Affine;
import package::common::geometry::skinning::multiplyAffine;

struct Follower {
  // From attachment space to the space of its bone's vertices in the bind pose.
  local: Affine,
  // From instance space to attachment space.
  offset: Affine,
  // Rows in `instances`.
  instance: u32,
  parent: u32,
  // Row in `followers` of the parent, or -1 if the parent follows nothing.
  above: i32,
  // Row in `palette`.
  bone: u32,
  // FOLLOW_* flags.
  flags: u32,
}

@group(0) @binding(0) var<storage, read> followers: array<Follower>;
@group(0) @binding(1) var<storage, read> palette: array<Affine>;
// Rows of `Instance`, which start with the instance's transform.
@group(0) @binding(2) var<storage, read_write> instances: array<vec4f>;

// Number of vec4f per row of `instances`.
override instanceVectors: u32;

@compute @workgroup_size(64)
fn computeMain(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let own = (group.y * groups.x + group.x) * 64u + local;
  if (own >= arrayLength(&followers)) {
    return;
  }
  var chain: array<u32, MAX_FOLLOW_DEPTH>;
  var depth = 0u;
  for (var at = i32(own); at >= 0 && depth < MAX_FOLLOW_DEPTH; at = followers[at].above) {
    chain[depth] = u32(at);
    depth++;
  }
  let first = followers[chain[depth - 1u]].parent * instanceVectors;
  var world = Affine(instances[first], instances[first + 1u], instances[first + 2u]);
  for (; depth > 0u; depth--) {
    let follower = followers[chain[depth - 1u]];
    var anchor = multiplyAffine(multiplyAffine(world, palette[follower.bone]), follower.local);
    if ((follower.flags & FOLLOW_ALIGNED) != 0u) {
      anchor.row0 = vec4f(1.0, 0.0, 0.0, anchor.row0.w);
      anchor.row1 = vec4f(0.0, 1.0, 0.0, anchor.row1.w);
      anchor.row2 = vec4f(0.0, 0.0, 1.0, anchor.row2.w);
    }
    world = multiplyAffine(anchor, follower.offset);
  }
  let row = followers[own].instance * instanceVectors;
  instances[row] = world.row0;
  instances[row + 1u] = world.row1;
  instances[row + 2u] = world.row2;
}
