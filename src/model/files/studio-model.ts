/** Model assembled from its files. Inches, in model space, unless a column says otherwise. */

import type { Phy } from "../../formats/phy/parse-phy.ts";
import type {
  AnimationRules,
  MdlMovement,
  MdlSequence,
} from "../../formats/studio/animation/animation-types.ts";
import type { Attachments, IkLocks, PoseParameters } from "../../formats/studio/rig/rig-types.ts";
import type { MdlParts } from "../../formats/studio/summarize-studio.ts";
import type { Vtx, Vvd } from "../../formats/studio/types.ts";

export interface StudioModel extends MdlParts {
  /** Content path, or the file's name. */
  readonly name: string;
  /** null for a model with animations only, or if the file is missing. */
  readonly vvd: Vvd | null;
  readonly vtx: Vtx | null;
  /** Collision model; null if there is none. */
  readonly phy: Phy | null;
  readonly motions: Motions;
  /** Content paths of missing files that belong to the model. */
  readonly lacking: readonly string[];
}

/**
 * Motions of a model: its own sequences and those of included models, merged by name as the engine
 * does. All columns refer to this model's bones, chains and rows; its own rows come first.
 */
export interface Motions {
  readonly sequences: readonly MdlSequence[];
  readonly animations: readonly MotionInfo[];
  readonly poseParameters: PoseParameters;
  readonly attachments: Attachments;
  /** IK locks that apply to every sequence. */
  readonly ikLocks: IkLocks;
  /**
   * 3 floats for each link of `MdlRig.ikLinks`: direction in which a knee bends, which some models
   * take from those they include.
   */
  readonly kneeDirection: Float32Array;
  /**
   * Returns the poses of an animation, decoded on first access: 3 and 4 floats a bone, all bones of
   * a frame together, each relative to its parent.
   * @throws FormatError of the format MDL or ANI
   */
  frames(animation: number): MotionFrames;
  /**
   * Returns the IK rules and local hierarchies of an animation, read on first access.
   * @throws FormatError of the format MDL or ANI
   */
  rules(animation: number): AnimationRules;
  /**
   * Reads the `.ani` files with the animations of these sequences and their layers; all if left
   * out. Until then, those animations have only a few poses, as if the file were missing.
   * Animations decoded earlier are updated. Missing files are reported.
   * @param sequences rows of `sequences`
   */
  readBlocks(sequences?: readonly number[]): Promise<void>;
  /**
   * Returns all decoded animations, for the same model on another thread. They are removed here,
   * and decoded again on demand.
   */
  handOver(): DecodedAnimation[];
  /** Stores animations decoded by another thread. */
  take(decoded: readonly DecodedAnimation[]): void;
}

export interface DecodedAnimation {
  /** Row of `Motions.animations`. */
  readonly animation: number;
  readonly frames: MotionFrames;
  readonly rules: AnimationRules;
}

/** Properties of an animation, without its poses. */
export interface MotionInfo {
  readonly name: string;
  /** Frames per second. */
  readonly fps: number;
  /** `STUDIO_LOOPING`, `STUDIO_DELTA` and so on. */
  readonly flags: number;
  readonly frameCount: number;
  readonly movements: readonly MdlMovement[];
}

export interface MotionFrames {
  readonly position: Float32Array;
  readonly quaternion: Float32Array;
}

/** Parts of a model that posing needs. */
export type PosedModel = Pick<StudioModel, "mdl" | "rig" | "procedures" | "motions">;
