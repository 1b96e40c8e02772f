import { writeMatrixFromQuaternion } from "../../../math/matrix3x4.ts";
import type { BoneChain, PoseColumns } from "../blend-poses.ts";
import { rotateVector } from "../matrix.ts";
import { slerpQuaternion, writeQuaternionOf } from "../quaternion.ts";
import { type IkLimb, solveLimb, solveTowards } from "./solve-ik.ts";

/** Maximum number of locks kept for a sequence. A model has four limbs. */
const MAX_LOCKS = 16;

/** Lock of a chain's end to its earlier position and rotation, with weights. */
export interface IkLock {
  readonly chain: number;
  readonly positionWeight: number;
  readonly localQuaternionWeight: number;
}

/**
 * Records the ends of chains before a layer is applied, and moves them back afterwards:
 * `AddSequenceLocks`, `AddAutoplayLocks` and `SolveLock`.
 */
export class IkLocks {
  readonly #limbs: readonly (IkLimb | null)[];
  readonly #chain: BoneChain;
  readonly #position = new Float32Array(MAX_LOCKS * 3);
  readonly #quaternion = new Float32Array(MAX_LOCKS * 4);
  readonly #kneePlace = new Float32Array(MAX_LOCKS * 3);
  readonly #kneeDirection = new Float32Array(MAX_LOCKS * 3);
  readonly #vector = new Float32Array(3);
  readonly #direction = new Float32Array(3);
  readonly #place = new Float32Array(3);
  readonly #turn = new Float32Array(4);

  /** @param chain scratch of the owner: its contents are not kept */
  constructor(limbs: readonly (IkLimb | null)[], chain: BoneChain) {
    this.#limbs = limbs;
    this.#chain = chain;
  }

  /**
   * Records the ends of chains. @param keepsKnees whether knees are bent from their recorded
   * places, rather than from the model's origin
   */
  add(locks: readonly IkLock[], pose: PoseColumns, keepsKnees: boolean): void {
    const chain = this.#chain;
    const m = chain.modelFromBone;
    chain.reset();
    for (let i = 0; i < Math.min(locks.length, MAX_LOCKS); i++) {
      const limb = this.#limbs[locks[i].chain];
      if (!limb) continue;
      chain.build(pose, limb.foot);
      writeQuaternionOf(this.#quaternion, i * 4, m, limb.foot * 12);
      const knee = limb.kneeDirection;
      if (knee !== null) rotateVector(this.#vector, knee, 0, m, limb.thigh * 12);
      for (let k = 0; k < 3; k++) {
        this.#position[i * 3 + k] = m[limb.foot * 12 + k * 4 + 3];
        this.#kneeDirection[i * 3 + k] = this.#vector[k];
        this.#kneePlace[i * 3 + k] = keepsKnees ? m[limb.knee * 12 + k * 4 + 3] : 0;
      }
    }
  }

  /** Moves the recorded ends of chains back. */
  solve(locks: readonly IkLock[], pose: PoseColumns): void {
    const chain = this.#chain;
    chain.reset();
    for (let i = 0; i < Math.min(locks.length, MAX_LOCKS); i++) {
      const limb = this.#limbs[locks[i].chain];
      if (limb) this.#solveLock(locks[i], i, limb, pose, chain);
    }
  }

  #solveLock(lock: IkLock, i: number, limb: IkLimb, pose: PoseColumns, chain: BoneChain): void {
    const m = chain.modelFromBone;
    const foot = limb.foot * 12;
    const vector = this.#vector;
    chain.build(pose, limb.foot);
    for (let k = 0; k < 3; k++) {
      const now = m[foot + k * 4 + 3];
      vector[k] = now + (this.#position[i * 3 + k] - now) * lock.positionWeight;
    }
    if (limb.kneeDirection === null) {
      solveLimb(m, limb, vector);
    } else {
      for (let k = 0; k < 3; k++) {
        this.#direction[k] = this.#kneeDirection[i * 3 + k];
        this.#place[k] = this.#kneePlace[i * 3 + k];
      }
      solveTowards(m, limb, vector, this.#place, this.#direction);
    }
    // The end keeps its recorded rotation, whether or not it reached its place.
    for (let k = 0; k < 3; k++) vector[k] = m[foot + k * 4 + 3];
    writeMatrixFromQuaternion(m, foot, this.#quaternion, i * 4, vector, 0);
    const q = pose.quaternion;
    for (let k = 0; k < 4; k++) this.#turn[k] = q[limb.foot * 4 + k];
    chain.solve(pose, limb.foot);
    const local = lock.localQuaternionWeight;
    slerpQuaternion(q, limb.foot * 4, q, limb.foot * 4, this.#turn, 0, local);
    chain.solve(pose, limb.knee);
    chain.solve(pose, limb.thigh);
  }
}
