/** What a QC says of animations and sequences besides where their frames are. */

/** `walkframe <last frame> <axes>`: what of the roots' movement is the whole model's. */
export interface QcWalkFrame {
  readonly endFrame: number;
  /** `STUDIO_LX` and its like: see `MOTIONS`. */
  readonly motion: number;
  readonly line: number;
}

/** `ikrule <chain> <kind>`. What is null a script does not say. */
export interface QcIkRule {
  readonly chain: string;
  /** Of `IK_RULE_TYPES`. */
  readonly type: number;
  /** A bone that is touched, or an attachment; empty: none. */
  readonly target: string;
  /** Frames at which it begins, is whole, is whole still, and has ended. */
  readonly range: QcSpan | null;
  /** The frame at which a foot meets the ground. */
  readonly contact: number | null;
  readonly slot: number | null;
  readonly height: number | null;
  readonly radius: number | null;
  readonly floor: number | null;
  /** `bone`: that of an attachment. */
  readonly bone: string;
  readonly line: number;
}

export type QcSpan = readonly [start: number, peak: number, tail: number, end: number];

/** `event <name or number> <frame> <options>` */
export interface QcEvent {
  readonly name: string;
  readonly frame: number;
  readonly options: string;
  readonly line: number;
}

/** `addlayer` and `blendlayer` */
export interface QcLayer {
  readonly sequence: string;
  /** Frames, or values of the pose parameter; null: it is there all the time. */
  readonly span: QcSpan | null;
  /** Empty: none. */
  readonly poseParameter: string;
  /** `STUDIO_AL_*` bits of its words: see `LAYER_FLAGS`. */
  readonly flags: number;
  readonly line: number;
}

/** `node` and `transition`: poses that sequences lead from and to. Empty: none. */
export interface QcTransition {
  readonly entry: string;
  readonly exit: string;
  /** `rtransition`: it may be played backwards as well. */
  readonly isReversible: boolean;
}

/** What animations have. */
export interface QcMotion {
  readonly walkFrames: readonly QcWalkFrame[];
  readonly ikRules: readonly QcIkRule[];
}

/** What sequences have besides. */
export interface QcSequenceExtras {
  /** `STUDIO_SNAP` and its like: see `SEQUENCE_FLAGS`. */
  readonly flags: number;
  readonly events: readonly QcEvent[];
  readonly layers: readonly QcLayer[];
  readonly ikLocks: readonly QcSequenceLock[];
  readonly transition: QcTransition;
  readonly activityModifiers: readonly string[];
  /** `posecycle`: the pose parameter that says where in the cycle it is; empty: time does. */
  readonly cyclePose: string;
  /** As of `QcRig`. */
  readonly keyValues: string;
}

/** `iklock <chain> <position> <rotation>` */
export interface QcSequenceLock {
  readonly chain: string;
  readonly positionWeight: number;
  readonly rotationWeight: number;
  readonly line: number;
}

export const NO_MOTION: QcMotion = { walkFrames: [], ikRules: [] };
export const NO_TRANSITION: QcTransition = { entry: "", exit: "", isReversible: false };
export const NO_EXTRAS: QcSequenceExtras = {
  flags: 0,
  events: [],
  layers: [],
  ikLocks: [],
  transition: NO_TRANSITION,
  activityModifiers: [],
  cyclePose: "",
  keyValues: "",
};
