import { concat, invert, type Local, localOf, type Mat, matrixOf } from "./math.ts";

/** `BuildBoneChain`: bone matrices in model space, computed from the pose on request. */
export class Chain {
  readonly known = new Map<number, Mat>();

  constructor(
    readonly parents: ArrayLike<number>,
    readonly pose: Local[],
  ) {}

  get(bone: number): Mat {
    let m = this.known.get(bone);
    if (m === undefined) {
      m = matrixOf(this.pose[bone]);
      if (this.parents[bone] >= 0) m = concat(this.get(this.parents[bone]), m);
      this.known.set(bone, m);
    }
    return m;
  }

  /** `SolveBone` */
  solve(bone: number): void {
    const parent = this.parents[bone];
    const m = this.get(bone);
    this.pose[bone] = localOf(parent < 0 ? m : concat(invert(this.get(parent)), m));
  }
}
