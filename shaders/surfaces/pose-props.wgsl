// Poses the bones of animated models that a view may see, one workgroup per instance.
// Interpolates all bones between two frames, then applies their parents' transforms level by level.
// Transforms between the steps lie in `palette` too: SwiftShader compiles a store for each word of a
// workgroup's array, which takes a second for a hundred bones.

import constants::FRAME_ANIMATIONS;
import constants::FRAME_DRAWN;
import constants::FRAME_PVS;
import constants::MAX_VIEWS;
import constants::TRACK_HELD;
import constants::TRACK_LOOPING;
import package::common::cull::cull::isBoxInFrustum;
import package::common::cull::views::hasViewFlag;
import package::common::cull::views::isClusterVisible;
import package::common::cull::views::view;
import package::common::cull::views::views;
import package::common::geometry::skinning::Affine;
import package::common::geometry::skinning::multiplyAffine;

// Threads per workgroup.
override lanes: u32 = 64u;

// An instance and its animation track.
struct PosedRow {
  mins: vec3f,
  // First row in `palette`.
  firstBone: u32,
  maxs: vec3f,
  boneCount: u32,
  // Middle of the instance, and the distance in inches beyond which it is hidden.
  middle: vec3f,
  fadeMax: f32,
  firstCluster: u32,
  clusterCount: u32,
  // Start of the animation, and the interval after which it restarts (0: never); seconds.
  delay: f32,
  period: f32,
  // First row in `skeletons`, and depth of the bone hierarchy.
  firstOwnBone: u32,
  depth: u32,
  // First row in `poses`.
  firstPose: u32,
  frameCount: u32,
  fps: f32,
  // TRACK_* flags.
  flags: u32,
}

struct PosedBone {
  poseToBone: Affine,
  // Parent bone in the same skeleton.
  parent: i32,
  depth: u32,
}

struct Pose {
  position: vec4f,
  quaternion: vec4f,
}

@group(1) @binding(0) var<storage, read> rows: array<PosedRow>;
@group(1) @binding(1) var<storage, read> clusters: array<u32>;
@group(1) @binding(2) var<storage, read> skeletons: array<PosedBone>;
@group(1) @binding(3) var<storage, read> poses: array<Pose>;
// Transforms of the bones: relative to the parent, then to the model, then of the skin.
@group(1) @binding(4) var<storage, read_write> palette: array<Affine>;

var<workgroup> isSeen: bool;

// Returns the current frame of the animation, with a fraction.
fn frameOf(row: PosedRow) -> f32 {
  // Settings and time are the same in all views.
  if ((views[0].frame.flags & FRAME_ANIMATIONS) == 0u) {
    return 0.0;
  }
  var seconds = max(views[0].frame.time - row.delay, 0.0);
  if ((row.flags & TRACK_HELD) != 0u) {
    seconds = row.delay;
  } else if (row.period > 0.0) {
    seconds -= floor(seconds / row.period) * row.period;
  }
  let at = seconds * row.fps;
  let last = f32(row.frameCount - 1u);
  if ((row.flags & TRACK_LOOPING) != 0u && last > 0.0) {
    return at - floor(at / last) * last;
  }
  return min(at, last);
}

// Returns true if any cluster of a row is visible. A row without clusters is always visible.
fn isAnyClusterVisible(row: PosedRow) -> bool {
  if (row.clusterCount == 0u || !hasViewFlag(FRAME_PVS)) {
    return true;
  }
  for (var i = 0u; i < row.clusterCount; i++) {
    if (isClusterVisible(clusters[row.firstCluster + i])) {
      return true;
    }
  }
  return false;
}

fn isInView(row: PosedRow) -> bool {
  return distance(row.middle, views[view].frame.cameraPosition) <= row.fadeMax
    && isAnyClusterVisible(row) && isBoxInFrustum(row.mins, row.maxs);
}

// Returns a bone's transform relative to its parent, interpolated between two poses along the
// shorter rotation.
fn parentFromBone(a: Pose, b: Pose, share: f32) -> Affine {
  let position = mix(a.position.xyz, b.position.xyz, share);
  let near = select(b.quaternion, -b.quaternion, dot(a.quaternion, b.quaternion) < 0.0);
  let q = normalize(mix(a.quaternion, near, share));
  let twice = 2.0 * q;
  let x = twice.x * q.xyz;
  let y = twice.y * q.xyz;
  let z = twice.z * q.xyz;
  let w = twice.w * q.xyz;
  return Affine(
    vec4f(1.0 - y.y - z.z, x.y - w.z, x.z + w.y, position.x),
    vec4f(x.y + w.z, 1.0 - x.x - z.z, y.z - w.x, position.y),
    vec4f(x.z - w.y, y.z + w.x, 1.0 - x.x - y.y, position.z),
  );
}

@compute @workgroup_size(lanes)
fn computeMain(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let index = group.y * groups.x + group.x;
  if (index >= arrayLength(&rows)) {
    return;
  }
  let row = rows[index];
  if (local == 0u) {
    isSeen = false;
    for (view = 0u; view < MAX_VIEWS && !isSeen; view++) {
      isSeen = hasViewFlag(FRAME_DRAWN) && isInView(row);
    }
  }
  if (!workgroupUniformLoad(&isSeen)) {
    return;
  }
  let at = frameOf(row);
  let last = row.frameCount - 1u;
  let before = min(u32(at), last);
  let first = row.firstPose + before * row.boneCount;
  let next = row.firstPose + min(before + 1u, last) * row.boneCount;
  let share = at - f32(before);
  for (var bone = local; bone < row.boneCount; bone += lanes) {
    palette[row.firstBone + bone] = parentFromBone(poses[first + bone], poses[next + bone], share);
  }
  for (var depth = 1u; depth <= row.depth; depth++) {
    storageBarrier();
    for (var bone = local; bone < row.boneCount; bone += lanes) {
      if (skeletons[row.firstOwnBone + bone].depth == depth) {
        let parent = row.firstBone + u32(skeletons[row.firstOwnBone + bone].parent);
        palette[row.firstBone + bone] = multiplyAffine(palette[parent], palette[row.firstBone + bone]);
      }
    }
  }
  storageBarrier();
  for (var bone = local; bone < row.boneCount; bone += lanes) {
    let poseToBone = skeletons[row.firstOwnBone + bone].poseToBone;
    palette[row.firstBone + bone] = multiplyAffine(palette[row.firstBone + bone], poseToBone);
  }
}
