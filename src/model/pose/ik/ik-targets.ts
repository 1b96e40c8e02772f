import { multiply3x4, writeMatrixFromQuaternion } from "../../../math/matrix3x4.ts";
import type { BoneChain, PoseColumns } from "../blend-poses.ts";
import { invertRigid } from "../matrix.ts";
import { slerpQuaternion, writeQuaternionOf } from "../quaternion.ts";
import {
  IK_ATTACHMENT,
  IK_GROUND,
  IK_RELEASE,
  IK_SELF,
  type IkRules,
  MAX_TARGETS,
} from "./ik-rules.ts";
import { type IkLimb, solveLimb } from "./solve-ik.ts";

/** Matrices of other entities' attachments by name: 12 floats each, in this model's space. */
export type AttachmentTargets = ReadonlyMap<string, Float32Array>;

/** Point outside the model to which a foot or hand is held. */
interface Target {
  chain: number;
  type: number;
  weight: number;
  height: number;
  floor: number;
  radius: number;
  attachment: string;
  /** Offset of the limb's end from the target. */
  readonly position: Float32Array;
  readonly quaternion: Float32Array;
}

/**
 * Moves hands and feet to the targets of IK rules: `CIKContext::UpdateTargets` and
 * `SolveDependencies`, with a flat floor at z 0 as ground. Targets keep no state between poses,
 * since the model stands still.
 */
export class IkTargets {
  readonly #rules: IkRules;
  readonly #limbs: readonly (IkLimb | null)[];
  readonly #targets: Target[];
  /** For each chain, its IK weight, and the position and rotation of its end. */
  readonly #weight: Float32Array;
  readonly #position: Float32Array;
  readonly #quaternion: Float32Array;
  readonly #local = new Float32Array(12);
  readonly #pad = new Float32Array(12);
  readonly #turn = new Float32Array(4);
  readonly #place = new Float32Array(3);

  constructor(rules: IkRules, limbs: readonly (IkLimb | null)[]) {
    this.#rules = rules;
    this.#limbs = limbs;
    this.#targets = Array.from({ length: MAX_TARGETS }, () => ({
      chain: 0,
      type: 0,
      weight: 0,
      height: 0,
      floor: 0,
      radius: 0,
      attachment: "",
      position: new Float32Array(3),
      quaternion: new Float32Array(4),
    }));
    this.#weight = new Float32Array(limbs.length);
    this.#position = new Float32Array(limbs.length * 3);
    this.#quaternion = new Float32Array(limbs.length * 4);
  }

  /**
   * Moves limbs in the pose to their targets; bones of `chain` are computed as needed and updated.
   */
  solve(pose: PoseColumns, chain: BoneChain, attachments: AttachmentTargets): void {
    if (this.#limbs.length === 0) return;
    this.#gatherTargets();
    this.#startChains(pose, chain);
    this.#applyRules(pose, chain);
    this.#applyTargets(pose, chain, attachments);
    for (let i = 0; i < this.#limbs.length; i++) this.#bendLimb(pose, chain, i);
  }

  #gatherTargets(): void {
    const rules = this.#rules;
    for (let i = 0; i < MAX_TARGETS; i++) this.#targets[i].weight = 0;
    for (let chain = 0; chain < this.#limbs.length; chain++) {
      const first = rules.firstOf(chain);
      for (let rule = first; rule < first + rules.count[chain]; rule++) {
        const target = this.#targets[rules.slot[rule]];
        const type = rules.type[rule];
        if (type === IK_GROUND || type === IK_ATTACHMENT) this.#mixTarget(target, chain, rule);
        else if (type === IK_RELEASE) {
          target.weight *= 1 - rules.weight[rule] * rules.ruleWeight[rule];
        }
      }
    }
  }

  #mixTarget(target: Target, chain: number, rule: number): void {
    const rules = this.#rules;
    const { position, quaternion } = target;
    const t = rules.ruleWeight[rule];
    target.chain = chain;
    target.type = rules.type[rule];
    target.attachment = rules.attachment[rule];
    if (t === 1 || target.weight === 0) {
      for (let k = 0; k < 3; k++) position[k] = rules.position[rule * 3 + k];
      for (let k = 0; k < 4; k++) quaternion[k] = rules.quaternion[rule * 4 + k];
      target.height = rules.height[rule];
      target.floor = rules.floor[rule];
      target.radius = rules.radius[rule];
      target.weight = rules.weight[rule] * t;
      return;
    }
    slerpQuaternion(quaternion, 0, quaternion, 0, rules.quaternion, rule * 4, t);
    for (let k = 0; k < 3; k++) position[k] += (rules.position[rule * 3 + k] - position[k]) * t;
    target.height += (rules.height[rule] - target.height) * t;
    target.floor += (rules.floor[rule] - target.floor) * t;
    target.radius += (rules.radius[rule] - target.radius) * t;
    target.weight += (rules.weight[rule] - target.weight) * t;
  }

  /** Initializes each end with its current place. */
  #startChains(pose: PoseColumns, chain: BoneChain): void {
    const { modelFromBone } = chain;
    for (let i = 0; i < this.#limbs.length; i++) {
      const limb = this.#limbs[i];
      this.#weight[i] = 0;
      if (limb === null) continue;
      chain.build(pose, limb.foot);
      writeQuaternionOf(this.#quaternion, i * 4, modelFromBone, limb.foot * 12);
      for (let k = 0; k < 3; k++) {
        this.#position[i * 3 + k] = modelFromBone[limb.foot * 12 + k * 4 + 3];
      }
    }
  }

  #applyRules(pose: PoseColumns, chain: BoneChain): void {
    const rules = this.#rules;
    for (let i = 0; i < this.#limbs.length; i++) {
      const limb = this.#limbs[i];
      if (limb === null) continue;
      const first = rules.firstOf(i);
      for (let rule = first; rule < first + rules.count[i]; rule++) {
        const weight = rules.weight[rule] * rules.ruleWeight[rule];
        if (rules.type[rule] === IK_SELF) {
          writeMatrixFromQuaternion(
            this.#local,
            0,
            rules.quaternion,
            rule * 4,
            rules.position,
            rule * 3,
          );
          const bone = rules.bone[rule];
          if (bone >= 0) {
            chain.build(pose, bone);
            multiply3x4(this.#local, 0, chain.modelFromBone, bone * 12, this.#local, 0);
          }
          this.#weight[i] = this.#weight[i] * (1 - weight) + weight;
          this.#mixEnd(i, this.#local, 0, weight);
        } else if (rules.type[rule] === IK_RELEASE) {
          this.#mixEnd(i, chain.modelFromBone, limb.foot * 12, weight);
        }
      }
    }
  }

  #mixEnd(i: number, m: Float32Array, at: number, t: number): void {
    writeQuaternionOf(this.#turn, 0, m, at);
    slerpQuaternion(this.#quaternion, i * 4, this.#quaternion, i * 4, this.#turn, 0, t);
    for (let k = 0; k < 3; k++) {
      const to = i * 3 + k;
      this.#position[to] = this.#position[to] * (1 - t) + m[at + k * 4 + 3] * t;
    }
  }

  #applyTargets(pose: PoseColumns, chain: BoneChain, attachments: AttachmentTargets): void {
    for (let i = 0; i < MAX_TARGETS; i++) {
      const target = this.#targets[i];
      const limb = target.weight > 0 ? this.#limbs[target.chain] : null;
      if (limb === null) continue;
      chain.build(pose, limb.foot);
      // Target as held by the animation, relative to the limb's current place.
      writeMatrixFromQuaternion(this.#local, 0, target.quaternion, 0, target.position, 0);
      invertRigid(this.#pad, 0, this.#local, 0);
      multiply3x4(this.#pad, 0, chain.modelFromBone, limb.foot * 12, this.#pad, 0);
      if (!this.#meet(target, attachments)) continue;
      multiply3x4(this.#pad, 0, this.#pad, 0, this.#local, 0);
      this.#weight[target.chain] = target.weight;
      this.#mixEnd(target.chain, this.#pad, 0, target.weight);
    }
  }

  /** Moves `pad` from the animation's target to the actual one. Returns false if there is none. */
  #meet(target: Target, attachments: AttachmentTargets): boolean {
    const pad = this.#pad;
    if (target.type === IK_GROUND) {
      // Searches for the floor within the foot's height above and below the animation's floor.
      if (Math.abs(target.floor) > target.height) return false;
      pad[11] = 0;
      this.#layFlat();
      return true;
    }
    const there = attachments.get(target.attachment);
    if (there === undefined) return false;
    let distance = 0;
    for (let k = 3; k < 12; k += 4) distance += (pad[k] - there[k]) ** 2;
    if (Math.sqrt(distance) >= target.radius) return false;
    pad.set(there);
    return true;
  }

  #bendLimb(pose: PoseColumns, chain: BoneChain, i: number): void {
    const limb = this.#limbs[i];
    if (limb === null || this.#weight[i] <= 0) return;
    const { modelFromBone } = chain;
    for (let k = 0; k < 3; k++) this.#place[k] = this.#position[i * 3 + k];
    if (!solveLimb(modelFromBone, limb, this.#place)) return;
    const foot = limb.foot * 12;
    for (let k = 0; k < 3; k++) this.#place[k] = modelFromBone[foot + k * 4 + 3];
    writeMatrixFromQuaternion(modelFromBone, foot, this.#quaternion, i * 4, this.#place, 0);
    chain.solve(pose, limb.foot);
    chain.solve(pose, limb.knee);
    chain.solve(pose, limb.thigh);
  }

  /**
   * Rotates the foot's target so that its z axis is up and its y axis keeps its direction:
   * `CIKTarget::SetNormal`.
   */
  #layFlat(): void {
    const pad = this.#pad;
    const x = pad[1];
    const y = pad[5];
    for (let k = 0; k < 3; k++) this.#place[k] = pad[k * 4 + 3];
    pad[0] = y;
    pad[4] = -x;
    pad[9] = pad[8] = pad[6] = pad[2] = 0;
    pad[10] = 1;
    // The axes are shorter than 1 if y was not level; the engine converts them to a rotation all
    // the same.
    writeQuaternionOf(this.#turn, 0, pad, 0);
    writeMatrixFromQuaternion(pad, 0, this.#turn, 0, this.#place, 0);
  }
}
