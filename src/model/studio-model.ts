/** One model, put together of its files. Inches, in model space, unless a column says otherwise. */

import type { Phy } from "../formats/phy/types.ts";
import type {
  AnimationRules,
  MdlMovement,
  MdlSequence,
} from "../formats/studio/animation/animation-types.ts";
import type { Attachments, IkLocks, PoseParameters } from "../formats/studio/rig/rig-types.ts";
import type { MdlParts } from "../formats/studio/summarize-studio.ts";
import type { Vtx, Vvd } from "../formats/studio/types.ts";

export interface StudioModel extends MdlParts {
  /** Content path, or the file's name. */
  readonly name: string;
  /** Null of a model that is nothing but animations, or whose file is not there. */
  readonly vvd: Vvd | null;
  readonly vtx: Vtx | null;
  /** What it collides as; null where nothing says it. */
  readonly phy: Phy | null;
  readonly motions: Motions;
  /** Content paths of files that belong to it and are not there. */
  readonly lacking: readonly string[];
}

/**
 * What a model can play: its own sequences, and those of the models that it includes, merged by name as the
 * engine does. All columns are of this model's bones, chains and rows; its own rows come first.
 */
export interface Motions {
  readonly sequences: readonly MdlSequence[];
  readonly animations: readonly MotionInfo[];
  readonly poseParameters: PoseParameters;
  readonly attachments: Attachments;
  /** What every sequence keeps in its place. */
  readonly ikLocks: IkLocks;
  /** 3 a link of `MdlRig.ikLinks`: where a knee bends to; some models have it from those that they include. */
  readonly kneeDirection: Float32Array;
  /**
   * The poses of an animation, decoded when they are first asked for: 3 and 4 floats a bone, all bones a
   * frame, each relative to its parent.
   * @throws FormatError of the format MDL, or ANI
   */
  frames(animation: number): MotionFrames;
  /**
   * What an animation does besides its poses, read when it is first asked for.
   * @throws FormatError of the format MDL, or ANI
   */
  rules(animation: number): AnimationRules;
  /**
   * Reads the `.ani` files in which animations of these sequences lie, and of what plays over them; all if left
   * out. Until then of what lies there a few poses are known, as of a file that is not there, which is told of. What
   * was asked for before goes on as it is in them.
   * @param sequences rows of `sequences`
   */
  readBlocks(sequences?: readonly number[]): Promise<void>;
  /** All that was decoded, for the same model on another thread; here it is decoded anew where it is asked for. */
  handOver(): DecodedAnimation[];
  /** Has what another thread decoded. */
  take(decoded: readonly DecodedAnimation[]): void;
}

export interface DecodedAnimation {
  /** Row of `Motions.animations`. */
  readonly animation: number;
  readonly frames: MotionFrames;
  readonly rules: AnimationRules;
}

/** An animation but for its poses. */
export interface MotionInfo {
  readonly name: string;
  /** Frames a second. */
  readonly fps: number;
  /** `STUDIO_LOOPING`, `STUDIO_DELTA` and their like. */
  readonly flags: number;
  readonly frameCount: number;
  readonly movements: readonly MdlMovement[];
}

export interface MotionFrames {
  readonly position: Float32Array;
  readonly quaternion: Float32Array;
}
