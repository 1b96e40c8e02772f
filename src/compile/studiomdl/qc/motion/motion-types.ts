/** Options of animations and sequences in a QC, besides their frames. */

/** `walkframe <last frame> <axes>`: part of the root's motion that moves the whole model. */
export interface QcWalkFrame {
  readonly endFrame: number;
  /** `STUDIO_LX` and similar bits (see `MOTIONS`). */
  readonly motion: number;
  readonly line: number;
}

/** `ikrule <chain> <kind>`. Fields are `null` if the script does not state them. */
export interface QcIkRule {
  readonly chain: string;
  /** Row of `IK_RULE_TYPES`. */
  readonly type: number;
  /** Bone that is touched, or attachment; empty if none. */
  readonly target: string;
  /** Frames at which the rule starts, reaches full weight, begins to fade, and ends. */
  readonly range: QcSpan | null;
  /** Frame at which a foot touches the ground. */
  readonly contact: number | null;
  readonly slot: number | null;
  readonly height: number | null;
  readonly radius: number | null;
  readonly floor: number | null;
  /** `bone`: bone of an attachment. */
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
  /** Frames, or values of the pose parameter; `null` if the layer always plays. */
  readonly span: QcSpan | null;
  /** Empty if none. */
  readonly poseParameter: string;
  /** `STUDIO_AL_*` bits (see `LAYER_FLAGS`). */
  readonly flags: number;
  readonly line: number;
}

/** `node` and `transition`: poses at which a sequence starts and ends; empty if none. */
export interface QcTransition {
  readonly entry: string;
  readonly exit: string;
  /** `rtransition`: true if it may also play backwards. */
  readonly isReversible: boolean;
}

/** Options of animations. */
export interface QcMotion {
  readonly walkFrames: readonly QcWalkFrame[];
  readonly ikRules: readonly QcIkRule[];
}

/** Further options of sequences. */
export interface QcSequenceExtras {
  /** `STUDIO_SNAP` and similar bits (see `SEQUENCE_FLAGS`). */
  readonly flags: number;
  readonly events: readonly QcEvent[];
  readonly layers: readonly QcLayer[];
  readonly ikLocks: readonly QcSequenceLock[];
  readonly transition: QcTransition;
  readonly activityModifiers: readonly string[];
  /** `posecycle`: pose parameter that determines the cycle; empty if time does. */
  readonly cyclePose: string;
  /** Same format as in `QcRig`. */
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

/** Words of a sequence that only set a bit: `STUDIO_SNAP` and similar. */
export const SEQUENCE_FLAGS: Readonly<Record<string, number>> = {
  snap: 0x2,
  autoplay: 0x8,
  realtime: 0x100,
  hidden: 0x400,
  worldspace: 0x4000 | 0x10,
  worldspaceblend: 0x4000,
};

/** `STUDIO_LOCAL`: the sequence has a local layer. */
export const SEQUENCE_LOCAL = 0x200;
export const SEQUENCE_POST = 0x10;
/** `STUDIO_CYCLEPOSE` */
export const SEQUENCE_CYCLE_POSE = 0x80;

/** `STUDIO_AL_*` bits by the words of `blendlayer`. */
export const LAYER_FLAGS: Readonly<Record<string, number>> = {
  spline: 0x40,
  xfade: 0x80,
  noblend: 0x200,
  local: 0x1000,
};

export const LAYER_LOCAL = LAYER_FLAGS.local;
/** `STUDIO_AL_POSE`: a pose parameter drives the layer. */
export const LAYER_POSE = 0x4000;

/**
 * Returns the words for the set bits; `null` if a bit has no word. In `known`, words for several
 * bits must precede words for one of them.
 */
export function wordsOfFlags(
  flags: number,
  known: Readonly<Record<string, number>>,
): string[] | null {
  let left = flags;
  const names: string[] = [];
  for (const [name, bits] of Object.entries(known)) {
    if ((left & bits) !== bits) continue;
    names.push(name);
    left &= ~bits;
  }
  return left === 0 ? names : null;
}
