// Silhouettes of posed models, seen along their shadows' direction, each in a square of a texture.
// Covers the same texels as `fillSilhouette`, which draws unposed silhouettes once on the CPU.

import package::common::geometry::skinning::Affine;
import package::common::geometry::skinning::blendBones;
import package::common::geometry::skinning::transformPoint;

struct Caster {
  // Transforms from model space to the square, 0 to 1.
  across: vec4f,
  down: vec4f,
  // x: row of `palette`. The rest is unused.
  bone: vec4u,
}

@group(0) @binding(0) var<storage, read> casters: array<Caster>;
@group(0) @binding(1) var<storage, read> palette: array<Affine>;

@vertex
fn vertexMain(
  @location(0) position: vec3f,
  @location(1) boneIndex: vec4u,
  @location(2) boneWeight: vec4f,
  @builtin(instance_index) row: u32,
) -> @builtin(position) vec4f {
  let caster = casters[row];
  let first = caster.bone.x;
  let bones = blendBones(
    palette[first + boneIndex.x],
    palette[first + boneIndex.y],
    palette[first + boneIndex.z],
    boneWeight.xyz,
  );
  let place = vec4f(transformPoint(bones, position), 1.0);
  let at = vec2f(dot(caster.across, place), dot(caster.down, place));
  // Clip space y points up, picture y points down.
  return vec4f(at.x * 2.0 - 1.0, 1.0 - at.y * 2.0, 0.0, 1.0);
}

@fragment
fn fragmentMain() -> @location(0) vec4f {
  return vec4f(1.0);
}
