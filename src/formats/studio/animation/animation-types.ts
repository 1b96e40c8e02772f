/** Sequences of an MDL and the animations they play, decoded to poses. */

export interface MdlAnimations {
  readonly animations: readonly MdlAnimation[];
  readonly sequences: readonly MdlSequence[];
}

/** `STUDIO_LOOPING`: the last frame is the first. */
export const STUDIO_LOOPING = 0x1;
/** `STUDIO_DELTA`: poses are added to another sequence's. */
export const STUDIO_DELTA = 0x4;

export interface MdlAnimation {
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
  /** 3 a bone, all bones a frame: relative to the parent. */
  readonly position: Float32Array;
  /** 4 a bone (x, y, z, w), all bones a frame: relative to the parent. */
  readonly quaternion: Float32Array;
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
  /** Columns and rows of the grid of blends. */
  readonly blendSize: readonly [number, number];
  /** Rows of `animations`, column by column of each row (checked); at least one. */
  readonly blends: readonly number[];
}
