/**
 * Parts of a model that are not drawn: attachments and hit boxes, bones moved by rules, and
 * parameters of animations. Names and meanings are those of Valve's public `studio.h`.
 *
 * Tables have a row each, in file order; bones are rows of `Mdl.bones` (checked). Units are inches
 * and radians, in the space of the bone that a row names.
 */

export interface Attachments {
  readonly count: number;
  readonly name: readonly string[];
  /** `ATTACHMENT_FLAG_WORLD_ALIGN` */
  readonly flags: Uint32Array;
  readonly bone: Int32Array;
  /** 12 an attachment: 3x4 row-major, from the attachment's space to its bone's. */
  readonly local: Float32Array;
}

/** `ATTACHMENT_FLAG_WORLD_ALIGN`: keeps the world's orientation, whatever its bone does. */
export const ATTACHMENT_WORLD_ALIGN = 0x10000;

/** Hit boxes of all sets, sorted by set. */
export interface HitBoxes {
  readonly count: number;
  /** Names; empty for a box without a name. */
  readonly name: readonly string[];
  /** Row of `MdlRig.hitBoxSets`. */
  readonly set: Uint16Array;
  readonly bone: Int32Array;
  /** `HITGROUP_*`: 1 is the head. */
  readonly group: Int32Array;
  /** 3 a box. */
  readonly mins: Float32Array;
  readonly maxs: Float32Array;
}

export interface BoneControllers {
  readonly count: number;
  readonly bone: Int32Array;
  /** `STUDIO_X` and others: the axis of movement or rotation. */
  readonly type: Int32Array;
  /** Degrees or inches. */
  readonly start: Float32Array;
  readonly end: Float32Array;
  /** Default value, 0 to 255. */
  readonly rest: Int32Array;
  /** 0 to 3 for inputs of the entity, 4 for the mouth. */
  readonly inputField: Int32Array;
}

export interface PoseParameters {
  readonly count: number;
  readonly name: readonly string[];
  readonly flags: Uint32Array;
  readonly start: Float32Array;
  readonly end: Float32Array;
  /** Period of the parameter: 360 for angles; 0 if it does not wrap. */
  readonly loop: Float32Array;
}

export interface IkChains {
  readonly count: number;
  readonly name: readonly string[];
  /** Run of `IkLinks`. */
  readonly firstLink: Uint32Array;
  readonly linkCount: Uint32Array;
}

/** Links from the chain's root to its end: hip, knee, foot. */
export interface IkLinks {
  readonly count: number;
  readonly bone: Int32Array;
  /** 3 a link: direction in which a knee bends. */
  readonly kneeDirection: Float32Array;
}

export interface IkLocks {
  readonly count: number;
  /** Row of `IkChains` (checked). */
  readonly chain: Int32Array;
  readonly positionWeight: Float32Array;
  readonly localQuaternionWeight: Float32Array;
}

export interface Mouths {
  readonly count: number;
  readonly bone: Int32Array;
  /** 3 a mouth. */
  readonly forward: Float32Array;
  /** Row of the flex descriptors. */
  readonly flexDescriptor: Int32Array;
}

/** Model files whose sequences this model also has. */
export interface IncludedModels {
  readonly count: number;
  readonly label: readonly string[];
  /** Path as stored: relative to the game folder. */
  readonly file: readonly string[];
}

/** Blocks of the `.ani` file. Row 0 stands for the MDL itself and is empty. */
export interface AnimationBlocks {
  readonly count: number;
  /** Path relative to the game folder; empty if there are no blocks. */
  readonly file: string;
  readonly start: Int32Array;
  readonly end: Int32Array;
}

export interface MdlRig {
  /** Position of the eyes in model space. */
  readonly eyePosition: readonly [number, number, number];
  /** Cosine of the maximum angle of the eyes from straight ahead. */
  readonly maxEyeDeflection: number;
  /** Row of `attachments` where light is sampled; −1 for the model's own point. */
  readonly illumAttachment: number;
  readonly attachments: Attachments;
  readonly hitBoxSets: readonly string[];
  readonly hitBoxes: HitBoxes;
  readonly boneControllers: BoneControllers;
  readonly poseParameters: PoseParameters;
  readonly ikChains: IkChains;
  readonly ikLinks: IkLinks;
  /** Chains that stay in place in all sequences. */
  readonly ikLocks: IkLocks;
  readonly mouths: Mouths;
  readonly included: IncludedModels;
  readonly animationBlocks: AnimationBlocks;
  /** Text in KeyValues form; empty if there is none. */
  readonly keyValues: string;
}

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
