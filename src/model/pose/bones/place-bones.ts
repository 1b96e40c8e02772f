import type { ProceduralBones } from "../../../formats/studio/rig/procedural-types.ts";
import type { Attachments } from "../../../formats/studio/rig/rig-types.ts";
import type { Bones } from "../../../formats/studio/types.ts";
import { multiply3x4, writeMatrixFromQuaternion } from "../../../math/matrix3x4.ts";
import type { BoneChain, PoseColumns } from "../bone-chain.ts";
import { aimBone } from "./aim-bones.ts";
import { type BoneOrder, BY_AIM, BY_AXIS, BY_SPRING, BY_TURN, orderBones } from "./bone-order.ts";
import { JigglePoser } from "./jiggle-bones.ts";
import { interpolateByAxis, interpolateByTurn } from "./procedural-bones.ts";

/** Bones to their places in the model, by the pose, rules and springs: `BuildTransformations`. */
export class BonePlacer {
  readonly jiggles: JigglePoser;
  readonly #bones: Bones;
  readonly #procedures: ProceduralBones;
  /** Of the model itself, which rules name. */
  readonly #attachments: Attachments;
  readonly #order: BoneOrder;
  readonly #goal = new Float32Array(12);

  constructor(bones: Bones, procedures: ProceduralBones, attachments: Attachments) {
    this.#bones = bones;
    this.#procedures = procedures;
    this.#attachments = attachments;
    this.#order = orderBones(bones, procedures, attachments);
    this.jiggles = new JigglePoser(procedures.jiggles);
  }

  /**
   * Completes a chain in which what IK has moved is known.
   * @param isStep whether springs go on by a step
   */
  place(pose: PoseColumns, chain: BoneChain, isStep: boolean): void {
    const { bones, kind, row } = this.#order;
    const { modelFromBone: m, isKnown } = chain;
    const { parent, quaternion } = this.#bones;
    const { axisInterpolations, quaternionInterpolations, triggers, aims } = this.#procedures;
    for (let i = 0; i < bones.length; i++) {
      const bone = bones[i];
      const how = kind[bone];
      const at = row[bone];
      if (how === BY_AXIS) interpolateByAxis(m, parent, axisInterpolations, at);
      else if (how === BY_TURN)
        interpolateByTurn(m, parent, quaternionInterpolations, triggers, at);
      else if (how === BY_AIM) aimBone(m, quaternion, aims, this.#attachments, at);
      else if (isKnown[bone] === 0)
        this.#placeByPose(m, pose, bone, how === BY_SPRING ? at : -1, isStep);
      isKnown[bone] = 1;
    }
  }

  /** @param spring row of the jiggles; -1: none */
  #placeByPose(
    m: Float32Array,
    pose: PoseColumns,
    bone: number,
    spring: number,
    isStep: boolean,
  ): void {
    const goal = spring < 0 ? m : this.#goal;
    const at = spring < 0 ? bone * 12 : 0;
    writeMatrixFromQuaternion(goal, at, pose.quaternion, bone * 4, pose.position, bone * 3);
    const parent = this.#bones.parent[bone];
    if (parent >= 0) multiply3x4(goal, at, m, parent * 12, goal, at);
    if (spring >= 0) this.jiggles.write(m, bone * 12, goal, spring, isStep);
  }
}
