import { multiply3x4, writeMatrixFromQuaternion } from "../../math/matrix3x4.ts";
import { BoneChain, type PoseColumns } from "./bone-chain.ts";
import { copyMatrix, invertRigid } from "./matrix.ts";
import { slerpQuaternion, writeQuaternionOf } from "./quaternion.ts";

/** Lays a pose over another by how bones are turned in the model: `WorldSpaceSlerp`. */
export class WorldBlend {
  readonly #parent: Int32Array;
  readonly #under: BoneChain;
  readonly #over: BoneChain;
  /** Where bones come to be; of those that keep their turn, where they are. */
  readonly #target: Float32Array;
  readonly #turn = new Float32Array(4);
  readonly #place = new Float32Array(3);
  readonly #local = new Float32Array(12);

  constructor(parent: Int32Array) {
    this.#parent = parent;
    this.#under = new BoneChain(parent);
    this.#over = new BoneChain(parent);
    this.#target = new Float32Array(parent.length * 12);
  }

  lay(out: PoseColumns, other: PoseColumns, weight: number, weights: Float32Array): void {
    this.#under.reset();
    this.#over.reset();
    for (let i = 0; i < weights.length; i++) {
      const parent = this.#parent[i];
      const own = weight * weights[i];
      const above = parent < 0 ? 0 : weight * weights[parent];
      if (above === 1 && own === 1) this.#take(out, other, i);
      else if (own > 0) this.#mix(out, other, i, own);
      else this.#keep(out, i);
    }
  }

  #keep(out: PoseColumns, i: number): void {
    this.#under.build(out, i);
    copyMatrix(this.#target, i * 12, this.#under.modelFromBone, i * 12);
  }

  /** Below a bone that was taken whole there is nothing to mix. */
  #take(out: PoseColumns, other: PoseColumns, i: number): void {
    for (let k = i * 3; k < i * 3 + 3; k++) out.position[k] = other.position[k];
    for (let k = i * 4; k < i * 4 + 4; k++) out.quaternion[k] = other.quaternion[k];
    const target = this.#target;
    writeMatrixFromQuaternion(target, i * 12, out.quaternion, i * 4, out.position, i * 3);
    const parent = this.#parent[i];
    if (parent >= 0) multiply3x4(target, i * 12, target, parent * 12, target, i * 12);
  }

  #mix(out: PoseColumns, other: PoseColumns, i: number, s: number): void {
    const under = this.#under.modelFromBone;
    const target = this.#target;
    const turn = this.#turn;
    const at = i * 12;
    this.#under.build(out, i);
    this.#over.build(other, i);
    writeQuaternionOf(turn, 0, under, at);
    writeQuaternionOf(out.quaternion, i * 4, this.#over.modelFromBone, at);
    slerpQuaternion(turn, 0, turn, 0, out.quaternion, i * 4, s);
    for (let k = 0; k < 3; k++) this.#place[k] = under[at + k * 4 + 3];
    writeMatrixFromQuaternion(target, at, turn, 0, this.#place, 0);
    const parent = this.#parent[i];
    if (parent < 0) {
      writeQuaternionOf(out.quaternion, i * 4, target, at);
      return;
    }
    invertRigid(this.#local, 0, target, parent * 12);
    multiply3x4(this.#local, 0, this.#local, 0, target, at);
    writeQuaternionOf(out.quaternion, i * 4, this.#local, 0);
    for (let k = i * 3; k < i * 3 + 3; k++) {
      out.position[k] += (other.position[k] - out.position[k]) * s;
    }
  }
}
