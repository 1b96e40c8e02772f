import type { StudioVertices } from "../../formats/studio/types.ts";
import type { StudioHitbox } from "../../formats/studio/write/write-rig-types.ts";
import type { StudioAnimationFile } from "../../formats/studio/write/write-types.ts";
import type { ModelBones } from "./collect-bones.ts";
import { createPose, invertPose, multiplyPoses, type Pose, transformPoint } from "./pose-matrix.ts";
import type { QcBox } from "./qc/qc-types.ts";

class Box {
  readonly mins = [Infinity, Infinity, Infinity];
  readonly maxs = [-Infinity, -Infinity, -Infinity];

  add(point: ArrayLike<number>): void {
    for (let axis = 0; axis < 3; axis++) {
      this.mins[axis] = Math.min(this.mins[axis], point[axis]);
      this.maxs[axis] = Math.max(this.maxs[axis], point[axis]);
    }
  }

  /** The box in 32-bit floats; of nothing, an empty one at the origin. */
  finish(): QcBox {
    if (this.mins[0] > this.maxs[0]) return [ORIGIN, ORIGIN];
    const vector = (v: readonly number[]) =>
      [Math.fround(v[0]), Math.fround(v[1]), Math.fround(v[2])] as const;
    return [vector(this.mins), vector(this.maxs)];
  }
}

const ORIGIN = [0, 0, 0] as const;

/** A box around the vertices of every bone, in the bone's space; bones without any have none. */
export function measureHitboxes(vertices: StudioVertices, bones: ModelBones): StudioHitbox[] {
  const boxes = bones.world.map(() => new Box());
  const boneFromModel = bones.world.map(invertPose);
  const isUsed = new Uint8Array(bones.count);
  const point = new Float64Array(3);
  for (let i = 0; i < vertices.count; i++) {
    const [x, y, z] = vertices.position.subarray(i * 3, i * 3 + 3);
    for (let k = 0; k < vertices.boneCount[i]; k++) {
      const bone = vertices.boneIndex[i * 3 + k];
      isUsed[bone] = 1;
      transformPoint(point, 0, boneFromModel[bone], x, y, z);
      boxes[bone].add(point);
    }
  }
  return boxes.flatMap((box, bone) => {
    const [mins, maxs] = box.finish();
    return isUsed[bone] === 1 ? [{ bone, group: 0, mins, maxs, name: "" }] : [];
  });
}

/** The box around the nearest LOD's vertices in all frames of an animation, model space. */
export function measureAnimation(
  animation: StudioAnimationFile,
  vertices: StudioVertices,
  bones: ModelBones,
): QcBox {
  const box = new Box();
  const point = new Float64Array(3);
  const boneFromModel = bones.world.map(invertPose);
  for (let frame = 0; frame < animation.frameCount; frame++) {
    const world: Pose[] = [];
    const skin: Pose[] = [];
    for (let bone = 0; bone < bones.count; bone++) {
      const at = (frame * bones.count + bone) * 3;
      const local = createPose(animation.rotation, at, animation.position, at, 1);
      const parent = bones.parent[bone];
      world.push(parent < 0 ? local : multiplyPoses(world[parent], local));
      skin.push(multiplyPoses(world[bone], boneFromModel[bone]));
    }
    for (let i = 0; i < vertices.count; i++) box.add(skinVertex(point, vertices, i, skin));
  }
  return box.finish();
}

/** Where a vertex stands when its bones do. */
function skinVertex(
  out: Float64Array,
  { position, boneCount, boneIndex, boneWeight }: StudioVertices,
  vertex: number,
  skin: readonly Pose[],
): Float64Array {
  const at = vertex * 3;
  const x = position[at];
  const y = position[at + 1];
  const z = position[at + 2];
  out.fill(0);
  for (let k = at; k < at + boneCount[vertex]; k++) {
    const m = skin[boneIndex[k]];
    const weight = boneWeight[k];
    out[0] += weight * (m[0] * x + m[1] * y + m[2] * z + m[3]);
    out[1] += weight * (m[4] * x + m[5] * y + m[6] * z + m[7]);
    out[2] += weight * (m[8] * x + m[9] * y + m[10] * z + m[11]);
  }
  return out;
}
