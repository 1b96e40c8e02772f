/** Sequences of an MDL and their animations, decoded to poses. */

export interface MdlAnimations {
  readonly animations: readonly MdlAnimation[];
  readonly sequences: readonly MdlSequence[];
}

/** `STUDIO_LOOPING`: the last frame equals the first. */
export const STUDIO_LOOPING = 0x1;
/** `STUDIO_DELTA`: poses are added to those of another sequence. */
export const STUDIO_DELTA = 0x4;
/**
 * Animation flag: the data is a row of all bones for each frame (`mstudio_frame_anim_t`), not a
 * stream for each bone.
 */
export const STUDIO_FRAMEANIM = 0x40;
/** `$declaresequence`: placeholder for a sequence of the same name in an included model. */
export const STUDIO_OVERRIDE = 0x800;

/** An animation without its poses. */
export interface MdlAnimationInfo {
  readonly name: string;
  /** Frames a second. */
  readonly fps: number;
  /** `STUDIO_LOOPING`, `STUDIO_DELTA` and others. */
  readonly flags: number;
  readonly frameCount: number;
  /**
   * Whether frames are in an `.ani` file that was not given. They are replaced by the bind pose, or
   * by no change for a `STUDIO_DELTA` animation.
   */
  readonly isExternal: boolean;
  /** Movement of the whole model, in consecutive runs of frames; empty if it does not move. */
  readonly movements: readonly MdlMovement[];
}

/** Effects of an animation other than its poses. */
export interface AnimationRules {
  /**
   * IK rules, which hold hands and feet in place; empty if they are in an `.ani` file that was not
   * given.
   */
  readonly ikRules: readonly MdlIkRule[];
  /** Bones that change their parents. */
  readonly hierarchies: readonly LocalHierarchy[];
}

export interface MdlAnimation extends MdlAnimationInfo, AnimationRules {
  /** 3 a bone, all bones in each frame: relative to the parent. */
  readonly position: Float32Array;
  /** 4 a bone (x, y, z, w), all bones in each frame: relative to the parent. */
  readonly quaternion: Float32Array;
}

/** `mstudiomovement_t` */
export interface MdlMovement {
  readonly endFrame: number;
  /**
   * `STUDIO_X` and others: components of the root's motion that were extracted into this movement.
   */
  readonly motionFlags: number;
  /** Speed at the start and end of the run, in inches per run. */
  readonly speed: readonly [number, number];
  /** Yaw at the end of the run in degrees. */
  readonly yaw: number;
  /**
   * Direction of the run, relative to the model's heading at its start; shorter than 1 for a curved
   * run.
   */
  readonly vector: readonly [number, number, number];
  /** Position in inches, from the animation's start. */
  readonly position: readonly [number, number, number];
}

/** `IK_SELF` and others: target that a rule holds its chain to. */
export const IK_RULE_TYPES = [
  "",
  "self",
  "world",
  "ground",
  "release",
  "attachment",
  "unlatch",
] as const;

/**
 * `mstudioikrule_t`. Spans are fractions of the animation's cycle; above 1 if they continue past
 * its end.
 */
export interface MdlIkRule {
  /** Row of `IK_RULE_TYPES`. */
  readonly type: number;
  /** Row of `MdlRig.ikChains`. */
  readonly chain: number;
  /** Row of the bone that the position is relative to; −1 if none. */
  readonly bone: number;
  readonly slot: number;
  /** Inches: size of the foot's box, and search distance for the ground. */
  readonly height: number;
  readonly radius: number;
  readonly floor: number;
  readonly position: readonly [number, number, number];
  readonly quaternion: readonly [number, number, number, number];
  /** Cycle at the start, at full weight, at the end of full weight, and at the end. */
  readonly span: readonly [number, number, number, number];
  /** Cycle at which a foot touches the ground. */
  readonly contact: number;
  /** Attachment of the world or another entity; empty if none. */
  readonly attachment: string;
  /** Position of the chain's end relative to the target; `null` if the animation has none. */
  readonly track: PoseTrack | null;
}

/** Positions and rotations of one bone: 3 and 4 floats a frame. */
export interface PoseTrack {
  /** Frame of the animation that the first row belongs to. */
  readonly firstFrame: number;
  /** Inches. */
  readonly position: Float32Array;
  readonly quaternion: Float32Array;
}

/** `mstudiolocalhierarchy_t`: a bone that temporarily follows another parent. */
export interface LocalHierarchy {
  /** Rows of the bones; a `parent` of −1 is the model itself. */
  readonly bone: number;
  readonly parent: number;
  /** Same meaning as `MdlIkRule.span`. */
  readonly span: readonly [number, number, number, number];
  readonly track: PoseTrack;
}

export interface MdlSequence {
  readonly name: string;
  /** Activity such as `ACT_IDLE`; empty if none. */
  readonly activity: string;
  readonly activityWeight: number;
  readonly flags: number;
  readonly mins: readonly [number, number, number];
  readonly maxs: readonly [number, number, number];
  readonly fadeIn: number;
  readonly fadeOut: number;
  /** Columns and rows of the blend grid; 0, 0 for an empty sequence. */
  readonly blendSize: readonly [number, number];
  /**
   * Rows of `animations`, row by row of the grid (checked). Empty only in a `STUDIO_OVERRIDE`
   * sequence that no included model replaces: it moves nothing and has no duration.
   */
  readonly blends: readonly number[];
  /** Parameters that select a column and a row; `null` if none does. */
  readonly blendAxes: readonly [BlendAxis | null, BlendAxis | null];
  /** Weight of the sequence for each bone, 0 to 1. */
  readonly boneWeights: Float32Array;
  readonly events: readonly SequenceEvent[];
  readonly autoLayers: readonly AutoLayer[];
  /** Chains whose ends stay in place while the sequence plays: rows of `MdlRig.ikChains`. */
  readonly ikLocks: readonly SequenceIkLock[];
  readonly activityModifiers: readonly string[];
  /** Row of `MdlRig.poseParameters` that controls the cycle; −1 if time does. */
  readonly cyclePose: number;
  /** Text in KeyValues form; empty if there is none. */
  readonly keyValues: string;
}

export interface BlendAxis {
  /** Row of `MdlRig.poseParameters`, also of models that include this one. */
  readonly poseParameter: number;
  /** Values of the parameter at the first and the last blend. */
  readonly start: number;
  readonly end: number;
  /** Values at all blends; `null` if they are evenly spaced. */
  readonly keys: Float32Array | null;
}

/** `mstudioevent_t` */
export interface SequenceEvent {
  /** Position in the sequence, 0 to 1. */
  readonly cycle: number;
  /** Number of the event in older games; unused if the event has a name. */
  readonly event: number;
  readonly name: string;
  readonly options: string;
}

/** `mstudioautolayer_t`: a sequence layered over this one. */
export interface AutoLayer {
  /** Row of the sequences. */
  readonly sequence: number;
  /** Row of the pose parameter that `span` refers to; −1 if `span` refers to the cycle. */
  readonly poseParameter: number;
  /** `STUDIO_AL_*` */
  readonly flags: number;
  /** Start, start of full weight, end of full weight, and end. */
  readonly span: readonly [number, number, number, number];
}

export interface SequenceIkLock {
  readonly chain: number;
  readonly positionWeight: number;
  readonly localQuaternionWeight: number;
}
