/** What animations and sequences have besides frames, as the writers take it. Rows are of the model's own tables. */

import type { StudioIkLockFile } from "./write-rig-types.ts";

type Vector = readonly [number, number, number];
type Span = readonly [number, number, number, number];

/** `mstudiomovement_t` */
export interface StudioMovementFile {
  readonly endFrame: number;
  readonly motionFlags: number;
  readonly speed: readonly [number, number];
  /** Degrees. */
  readonly yaw: number;
  readonly vector: Vector;
  readonly position: Vector;
}

/** `mstudioikrule_t` */
export interface StudioIkRuleFile {
  readonly type: number;
  readonly chain: number;
  readonly bone: number;
  readonly slot: number;
  readonly height: number;
  readonly radius: number;
  readonly floor: number;
  readonly position: Vector;
  readonly quaternion: Span;
  /** Parts of the cycle. */
  readonly span: Span;
  readonly contact: number;
  /** Empty: none. */
  readonly attachment: string;
  /** Places and turns from this frame on, 3 and 4 floats each; null: none. */
  readonly track: {
    readonly firstFrame: number;
    readonly position: Float32Array;
    readonly quaternion: Float32Array;
  } | null;
}

export interface StudioEventFile {
  readonly cycle: number;
  /** A number, or 0 and a name. */
  readonly event: number;
  readonly name: string;
  readonly options: string;
}

export interface StudioLayerFile {
  readonly sequence: number;
  /** 0 where its flags tell of none. */
  readonly poseParameter: number;
  readonly flags: number;
  readonly span: Span;
}

export interface StudioSequenceExtras {
  readonly events: readonly StudioEventFile[];
  readonly layers: readonly StudioLayerFile[];
  readonly ikLocks: readonly StudioIkLockFile[];
  readonly activityModifiers: readonly string[];
  /** Row of the pose parameters; its flags tell whether it has one. */
  readonly cyclePose: number;
  readonly keyValues: string;
  /** Rows of the nodes, from 1 on; 0: none. */
  readonly entryNode: number;
  readonly exitNode: number;
  readonly isReversible: boolean;
}

/** Poses that sequences lead from and to. */
export interface StudioNodesFile {
  readonly names: readonly string[];
  /** By where one is and where one goes: the node to go to first, from 1 on; 0: there is no way. */
  readonly next: Uint8Array;
}
