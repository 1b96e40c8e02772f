import { multiply3x4, writeMatrixFromQuaternion } from "../../math/matrix3x4.ts";
import { copyMatrix, invertRigid } from "./matrix.ts";
import { writeQuaternionOf } from "./quaternion.ts";

/** Turns and places of all bones, each relative to its parent: 3 and 4 floats a bone. */
export interface PoseColumns {
  readonly position: Float32Array;
  readonly quaternion: Float32Array;
}

export function createPose(boneCount: number): PoseColumns {
  return {
    position: new Float32Array(boneCount * 3),
    quaternion: new Float32Array(boneCount * 4),
  };
}

/** Where bones are in the model, worked out for those that are asked for and their parents: `BuildBoneChain`. */
export class BoneChain {
  /** 12 a bone, of those that are marked. */
  readonly modelFromBone: Float32Array;
  readonly isKnown: Uint8Array;
  readonly #parent: Int32Array;
  readonly #path: Int32Array;
  readonly #local = new Float32Array(12);

  constructor(parent: Int32Array) {
    this.#parent = parent;
    this.modelFromBone = new Float32Array(parent.length * 12);
    this.isKnown = new Uint8Array(parent.length);
    this.#path = new Int32Array(parent.length);
  }

  reset(): void {
    this.isKnown.fill(0);
  }

  build(pose: PoseColumns, bone: number): void {
    const path = this.#path;
    let length = 0;
    for (let i = bone; i >= 0 && this.isKnown[i] === 0; i = this.#parent[i]) path[length++] = i;
    while (length > 0) this.#place(pose, path[--length]);
  }

  #place(pose: PoseColumns, bone: number): void {
    const { modelFromBone } = this;
    const at = bone * 12;
    writeMatrixFromQuaternion(
      modelFromBone,
      at,
      pose.quaternion,
      bone * 4,
      pose.position,
      bone * 3,
    );
    const parent = this.#parent[bone];
    if (parent >= 0) multiply3x4(modelFromBone, at, modelFromBone, parent * 12, modelFromBone, at);
    this.isKnown[bone] = 1;
  }

  /** Writes a bone of the pose from where it is in the model: `SolveBone`. */
  solve(pose: PoseColumns, bone: number): void {
    const local = this.#local;
    const parent = this.#parent[bone];
    if (parent < 0) {
      copyMatrix(local, 0, this.modelFromBone, bone * 12);
    } else {
      invertRigid(local, 0, this.modelFromBone, parent * 12);
      multiply3x4(local, 0, local, 0, this.modelFromBone, bone * 12);
    }
    writeQuaternionOf(pose.quaternion, bone * 4, local, 0);
    for (let k = 0; k < 3; k++) pose.position[bone * 3 + k] = local[k * 4 + 3];
  }
}
