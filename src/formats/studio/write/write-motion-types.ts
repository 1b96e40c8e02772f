/**
 * Input of the writers for animations and sequences, except their frames. Rows refer to the model's
 * own tables.
 */

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
  /** Fractions of the cycle. */
  readonly span: Span;
  readonly contact: number;
  /** Attachment; empty if none. */
  readonly attachment: string;
  /** Positions and rotations from this frame on, 3 and 4 floats each; `null` if none. */
  readonly track: {
    readonly firstFrame: number;
    readonly position: Float32Array;
    readonly quaternion: Float32Array;
  } | null;
}

export interface StudioEventFile {
  readonly cycle: number;
  /** Number of the event, or 0 for an event with a name. */
  readonly event: number;
  readonly name: string;
  readonly options: string;
}

export interface StudioLayerFile {
  readonly sequence: number;
  /** Row of the pose parameters; 0 if its flags say that there is none. */
  readonly poseParameter: number;
  readonly flags: number;
  readonly span: Span;
}

export interface StudioSequenceExtras {
  readonly events: readonly StudioEventFile[];
  readonly layers: readonly StudioLayerFile[];
  readonly ikLocks: readonly StudioIkLockFile[];
  readonly activityModifiers: readonly string[];
  /** Row of the pose parameters. The sequence's flags tell whether it is used. */
  readonly cyclePose: number;
  readonly keyValues: string;
  /** Rows of the nodes, from 1 on; 0 for none. */
  readonly entryNode: number;
  readonly exitNode: number;
  readonly isReversible: boolean;
}

/** Transition nodes: poses that sequences lead from and to. */
export interface StudioNodesFile {
  readonly names: readonly string[];
  /**
   * For each current and target node, the next node on the way, from 1 on; 0 if there is no way.
   */
  readonly next: Uint8Array;
}
