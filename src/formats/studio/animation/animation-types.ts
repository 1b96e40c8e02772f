/** Sequences of an MDL and the animations they play, decoded to poses. */

export interface MdlAnimations {
  readonly animations: readonly MdlAnimation[];
  readonly sequences: readonly MdlSequence[];
}

/** `STUDIO_LOOPING`: the last frame is the first. */
export const STUDIO_LOOPING = 0x1;
/** `STUDIO_DELTA`: poses are added to another sequence's. */
export const STUDIO_DELTA = 0x4;
/** Of an animation: its data is a row of all bones a frame (`mstudio_frame_anim_t`), not a stream a bone. */
export const STUDIO_FRAMEANIM = 0x40;
/** `$declaresequence`: announces a sequence of the same name in an included model. */
export const STUDIO_OVERRIDE = 0x800;

/** An animation but for its poses. */
export interface MdlAnimationInfo {
  readonly name: string;
  /** Frames a second. */
  readonly fps: number;
  /** `STUDIO_LOOPING`, `STUDIO_DELTA` and their like. */
  readonly flags: number;
  readonly frameCount: number;
  /**
   * Whether frames lie in an `.ani` file that was not given. Those are the bind pose then; of a
   * `STUDIO_DELTA` animation, no change.
   */
  readonly isExternal: boolean;
  /** Where the whole model goes meanwhile, a run of frames after another; empty where it stays. */
  readonly movements: readonly MdlMovement[];
}

/** What an animation does besides its poses. */
export interface AnimationRules {
  /** What hands and feet are held to; without its `.ani`, of an animation there, none. */
  readonly ikRules: readonly MdlIkRule[];
  /** Bones that change their parents. */
  readonly hierarchies: readonly LocalHierarchy[];
}

export interface MdlAnimation extends MdlAnimationInfo, AnimationRules {
  /** 3 a bone, all bones a frame: relative to the parent. */
  readonly position: Float32Array;
  /** 4 a bone (x, y, z, w), all bones a frame: relative to the parent. */
  readonly quaternion: Float32Array;
}

/** `mstudiomovement_t` */
export interface MdlMovement {
  readonly endFrame: number;
  /** `STUDIO_X` and its like: what of the root was taken for it. */
  readonly motionFlags: number;
  /** Inches in as long as the run takes, at its start and its end. */
  readonly speed: readonly [number, number];
  /** Degrees about z that it has turned by its end. */
  readonly yaw: number;
  /** Which way, as it faced at the run's start; shorter than 1 where it goes a bend. */
  readonly vector: readonly [number, number, number];
  /** Inches, from the animation's start. */
  readonly position: readonly [number, number, number];
}

/** `IK_SELF` and its like: what a rule holds its chain to. */
export const IK_RULE_TYPES = [
  "",
  "self",
  "world",
  "ground",
  "release",
  "attachment",
  "unlatch",
] as const;

/** `mstudioikrule_t`. Spans are parts of the animation's cycle; one that goes on past its end is above 1. */
export interface MdlIkRule {
  /** Of `IK_RULE_TYPES`. */
  readonly type: number;
  /** Row of `MdlRig.ikChains`. */
  readonly chain: number;
  /** Row of the bones that a place is of; -1: none. */
  readonly bone: number;
  readonly slot: number;
  /** Inches: of the foot's box, and how far it looks for ground. */
  readonly height: number;
  readonly radius: number;
  readonly floor: number;
  readonly position: readonly [number, number, number];
  readonly quaternion: readonly [number, number, number, number];
  /** Where it begins, is whole, is whole still, and has ended. */
  readonly span: readonly [number, number, number, number];
  /** Where a foot meets the ground. */
  readonly contact: number;
  /** Of the world or another entity; empty where there is none. */
  readonly attachment: string;
  /** Where the chain's end is, seen from what it is held to; null: the animation does not say. */
  readonly track: PoseTrack | null;
}

/** Places and turns of one bone: 3 and 4 floats a frame. */
export interface PoseTrack {
  /** Of the animation's frames, that of the first row. */
  readonly firstFrame: number;
  /** Inches. */
  readonly position: Float32Array;
  readonly quaternion: Float32Array;
}

/** `mstudiolocalhierarchy_t`: a bone that follows another one than its parent for a while. */
export interface LocalHierarchy {
  /** Rows of the bones; a `parent` of -1 is the model itself. */
  readonly bone: number;
  readonly parent: number;
  /** As of `MdlIkRule`. */
  readonly span: readonly [number, number, number, number];
  readonly track: PoseTrack;
}

export interface MdlSequence {
  readonly name: string;
  /** `ACT_IDLE`; empty for none. */
  readonly activity: string;
  readonly activityWeight: number;
  readonly flags: number;
  readonly mins: readonly [number, number, number];
  readonly maxs: readonly [number, number, number];
  readonly fadeIn: number;
  readonly fadeOut: number;
  /** Columns and rows of the grid of blends; 0, 0 in an empty sequence. */
  readonly blendSize: readonly [number, number];
  /**
   * Rows of `animations`, column by column of each row (checked). Empty only in a `STUDIO_OVERRIDE` sequence that no
   * included model replaces: it moves nothing and lasts no time.
   */
  readonly blends: readonly number[];
  /** What chooses a column, and what a row; null: nothing does. */
  readonly blendAxes: readonly [BlendAxis | null, BlendAxis | null];
  /** 0 to 1 a bone: how much of it the sequence is of. */
  readonly boneWeights: Float32Array;
  readonly events: readonly SequenceEvent[];
  readonly autoLayers: readonly AutoLayer[];
  /** Chains that keep where they are while it plays: rows of `MdlRig.ikChains`. */
  readonly ikLocks: readonly SequenceIkLock[];
  readonly activityModifiers: readonly string[];
  /** Row of `MdlRig.poseParameters` that says where in the cycle it is; -1: time does. */
  readonly cyclePose: number;
  /** Text in KeyValues form; empty where there is none. */
  readonly keyValues: string;
}

export interface BlendAxis {
  /** Row of `MdlRig.poseParameters`, and of those of models that include this one. */
  readonly poseParameter: number;
  /** Its values at the first and the last blend. */
  readonly start: number;
  readonly end: number;
  /** Its values at all blends; null: they are evenly between. */
  readonly keys: Float32Array | null;
}

/** `mstudioevent_t` */
export interface SequenceEvent {
  /** 0 to 1: where in the sequence. */
  readonly cycle: number;
  /** A number of older games, or, with a name, none. */
  readonly event: number;
  readonly name: string;
  readonly options: string;
}

/** `mstudioautolayer_t`: a sequence that plays over this one. */
export interface AutoLayer {
  /** Row of the sequences. */
  readonly sequence: number;
  /** Row of the pose parameters that `start` to `end` are of; -1: they are parts of the cycle. */
  readonly poseParameter: number;
  /** `STUDIO_AL_*` */
  readonly flags: number;
  /** Where it begins, is whole, is whole still, and has ended. */
  readonly span: readonly [number, number, number, number];
}

export interface SequenceIkLock {
  readonly chain: number;
  readonly positionWeight: number;
  readonly localQuaternionWeight: number;
}
