/** What an MDL of version 48 and above has behind its header: `studiohdr2_t` of Valve's public `studio.h`. */

/** What a person's face is told by how far bones are moved. */
export interface BoneFlexDrivers {
  /** A row for each controller that a bone drives. */
  readonly count: number;
  /** Rows of the bones and the flex controllers (checked). */
  readonly bone: Int32Array;
  readonly controller: Int32Array;
  /** 0 to 2: how far the bone is moved along x, y or z. */
  readonly component: Int32Array;
  /** Inches that are 0 and 1 of the controller. */
  readonly min: Float32Array;
  readonly max: Float32Array;
}

/** `mstudiosrcbonetransform_t`: what the compiler was to turn bones by, which tools need to turn them back. */
export interface SourceTransforms {
  readonly count: number;
  readonly name: readonly string[];
  /** 12 a row each: 3x4 row-major, before and after. */
  readonly before: Float32Array;
  readonly after: Float32Array;
}

/** `mstudiolinearbone_t`: the bones once more, as columns. */
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
  /** 3 a bone each: what a step of an animation's value is. */
  readonly positionScale: Float32Array;
  readonly rotationScale: Float32Array;
  /** 4 a bone: what turns are aligned to. */
  readonly alignment: Float32Array;
}

export interface MdlSecondHeader {
  readonly boneFlexDrivers: BoneFlexDrivers;
  readonly sourceTransforms: SourceTransforms;
  /** Null where the file has none. */
  readonly linearBones: LinearBones | null;
}
