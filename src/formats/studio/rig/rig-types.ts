/**
 * What a model has besides what is drawn: where things are held and hit, what moves its bones by rule,
 * what animations take and give. Names and meanings are those of Valve's public `studio.h`.
 *
 * A row each, in file order; bones are rows of `Mdl.bones` (checked). Inches and radians, in the space
 * of the bone that a row names.
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

/** `ATTACHMENT_FLAG_WORLD_ALIGN`: turned as the world is, whatever its bone does. */
export const ATTACHMENT_WORLD_ALIGN = 0x10000;

/** The boxes of all sets, those of a set together. */
export interface HitBoxes {
  readonly count: number;
  /** Empty where a box has none. */
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
  /** `STUDIO_X` and its like: the axis that is moved or turned. */
  readonly type: Int32Array;
  /** Degrees or inches. */
  readonly start: Float32Array;
  readonly end: Float32Array;
  /** Of 255, where nobody sets it. */
  readonly rest: Int32Array;
  /** 0 to 3: set by who owns the model; 4: the mouth. */
  readonly inputField: Int32Array;
}

export interface PoseParameters {
  readonly count: number;
  readonly name: readonly string[];
  readonly flags: Uint32Array;
  readonly start: Float32Array;
  readonly end: Float32Array;
  /** Where it begins anew: 360 for a turn; 0: nowhere. */
  readonly loop: Float32Array;
}

export interface IkChains {
  readonly count: number;
  readonly name: readonly string[];
  /** Rows of `IkLinks`. */
  readonly firstLink: Uint32Array;
  readonly linkCount: Uint32Array;
}

/** From the chain's root to its end: hip, knee, foot. */
export interface IkLinks {
  readonly count: number;
  readonly bone: Int32Array;
  /** 3 a link: where a knee bends to. */
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

/** Model files whose sequences are this one's, too. */
export interface IncludedModels {
  readonly count: number;
  readonly label: readonly string[];
  /** As the file has it: below the game's folder. */
  readonly file: readonly string[];
}

/** Bytes of the `.ani` file. The first row stands for this file, and is empty. */
export interface AnimationBlocks {
  readonly count: number;
  /** Below the game's folder; empty where there are no blocks. */
  readonly file: string;
  readonly start: Int32Array;
  readonly end: Int32Array;
}

export interface MdlRig {
  /** Where the model's eyes are, in model space. */
  readonly eyePosition: readonly [number, number, number];
  /** Cosine of how far eyes turn from straight ahead. */
  readonly maxEyeDeflection: number;
  /** Row of `attachments` that light is sampled at; -1: at the model's own point. */
  readonly illumAttachment: number;
  readonly attachments: Attachments;
  readonly hitBoxSets: readonly string[];
  readonly hitBoxes: HitBoxes;
  readonly boneControllers: BoneControllers;
  readonly poseParameters: PoseParameters;
  readonly ikChains: IkChains;
  readonly ikLinks: IkLinks;
  /** What every sequence keeps in its place. */
  readonly ikLocks: IkLocks;
  readonly mouths: Mouths;
  readonly included: IncludedModels;
  readonly animationBlocks: AnimationBlocks;
  /** Text in KeyValues form; empty where there is none. */
  readonly keyValues: string;
}
