/**
 * A model's pose within a sequence by the engine's formulas: interpolated bones
 * (`CalcBoneQuaternion`, `CalcBonePosition` and `QuaternionBlend` of Valve's public
 * `bone_setup.cpp` and `mathlib`), their hierarchy, and the skinning matrices. In 64 bits, with
 * matrices as lists of rows.
 */

export type Matrix = readonly (readonly [number, number, number, number])[];

export interface OracleBone {
  /** Parent bone, −1 for a root. */
  readonly parent: number;
  readonly poseToBone: Matrix;
}

/** One bone in one frame. */
export interface OraclePose {
  readonly position: readonly [number, number, number];
  readonly quaternion: readonly [number, number, number, number];
}

export interface OracleTrack {
  readonly bones: readonly OracleBone[];
  /** Frames with all bones each. */
  readonly frames: readonly (readonly OraclePose[])[];
  readonly fps: number;
  readonly isLooping: boolean;
}

/** Returns the cycle, 0 to 1 (`StudioFrameAdvance`: seconds relative to (frames − 1) / fps). */
export function cycleAt({ frames, fps, isLooping }: OracleTrack, seconds: number): number {
  if (frames.length < 2) return 0;
  const duration = (frames.length - 1) / fps;
  const cycle = seconds / duration;
  return isLooping ? cycle - Math.floor(cycle) : Math.min(cycle, 1);
}

/** `QuaternionAlign`: negates the second quaternion if that is the shorter way. */
function align(p: readonly number[], q: readonly number[]): number[] {
  let apart = 0;
  let opposed = 0;
  for (let i = 0; i < 4; i++) {
    apart += (p[i] - q[i]) ** 2;
    opposed += (p[i] + q[i]) ** 2;
  }
  return q.map((value) => (apart > opposed ? -value : value));
}

/** `QuaternionMatrix` of the normalized sum. */
function matrixOf(quaternion: readonly number[], position: readonly number[]): Matrix {
  const length = Math.hypot(...quaternion);
  const [x, y, z, w] = quaternion.map((value) => value / length);
  return [
    [1 - 2 * y * y - 2 * z * z, 2 * x * y - 2 * w * z, 2 * x * z + 2 * w * y, position[0]],
    [2 * x * y + 2 * w * z, 1 - 2 * x * x - 2 * z * z, 2 * y * z - 2 * w * x, position[1]],
    [2 * x * z - 2 * w * y, 2 * y * z + 2 * w * x, 1 - 2 * x * x - 2 * y * y, position[2]],
  ];
}

/** `ConcatTransforms` */
export function concat(a: Matrix, b: Matrix): Matrix {
  return a.map((row) =>
    [0, 1, 2, 3].map(
      (c) => row[0] * b[0][c] + row[1] * b[1][c] + row[2] * b[2][c] + (c === 3 ? row[3] : 0),
    ),
  ) as unknown as Matrix;
}

/** Returns the skinning matrices of all bones at a time. */
export function paletteAt(track: OracleTrack, seconds: number): Matrix[] {
  return bonesAt(track, seconds).map((bone, i) => concat(bone, track.bones[i].poseToBone));
}

/** Returns the bone matrices at a time. */
export function bonesAt(track: OracleTrack, seconds: number): Matrix[] {
  const { bones, frames } = track;
  const at = cycleAt(track, seconds) * (frames.length - 1);
  const frame = Math.min(Math.floor(at), frames.length - 1);
  const next = Math.min(frame + 1, frames.length - 1);
  const s = at - frame;
  const modelFromBone: Matrix[] = [];
  bones.forEach(({ parent }, i) => {
    const [a, b] = [frames[frame][i], frames[next][i]];
    const turned = align(a.quaternion, b.quaternion);
    const own = matrixOf(
      a.quaternion.map((value, k) => value * (1 - s) + turned[k] * s),
      a.position.map((value, k) => value * (1 - s) + b.position[k] * s),
    );
    modelFromBone.push(parent < 0 ? own : concat(modelFromBone[parent], own));
  });
  return modelFromBone;
}
