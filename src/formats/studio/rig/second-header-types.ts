/** Second header of an MDL since version 48: `studiohdr2_t` of Valve's public `studio.h`. */

/** Drivers that set flex controllers of a face by the positions of bones. */
export interface BoneFlexDrivers {
  /** Number of rows: one for each controller that a bone drives. */
  readonly count: number;
  /** Rows of the bones and the flex controllers (checked). */
  readonly bone: Int32Array;
  readonly controller: Int32Array;
  /** 0 to 2: the bone's x, y or z position. */
  readonly component: Int32Array;
  /** Positions in inches at which the controller is 0 and 1. */
  readonly min: Float32Array;
  readonly max: Float32Array;
}

/**
 * `mstudiosrcbonetransform_t`: transforms that the compiler applied to bones, for tools that revert
 * them.
 */
export interface SourceTransforms {
  readonly count: number;
  readonly name: readonly string[];
  /** 12 a row each: 3x4 row-major, applied before and after. */
  readonly before: Float32Array;
  readonly after: Float32Array;
}

/** `mstudiolinearbone_t`: a copy of the bones as columns. */
export interface LinearBones {
  readonly count: number;
  readonly flags: Uint32Array;
  readonly parent: Int32Array;
  /** 3 a bone. */
  readonly position: Float32Array;
  /** 4 a bone. */
  readonly quaternion: Float32Array;
  /** 3 a bone, radians: `RadianEuler`. */
  readonly rotation: Float32Array;
  /** 12 a bone. */
  readonly poseToBone: Float32Array;
  /** 3 a bone each: step sizes of animation values. */
  readonly positionScale: Float32Array;
  readonly rotationScale: Float32Array;
  /** 4 a bone: rotation that rotations are aligned to. */
  readonly alignment: Float32Array;
}

export interface MdlSecondHeader {
  readonly boneFlexDrivers: BoneFlexDrivers;
  readonly sourceTransforms: SourceTransforms;
  /** `null` if the file has none. */
  readonly linearBones: LinearBones | null;
}
