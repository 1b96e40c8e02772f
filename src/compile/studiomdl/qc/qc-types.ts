import type { FlexOperation } from "../flex/flex-expression.ts";
import type { QcEyeball, QcMouth } from "./face/face-types.ts";
import type { QcMotion, QcSequenceExtras } from "./motion/motion-types.ts";
import type { QcBox, QcVector } from "./qc-vector.ts";
import type { QcRig } from "./rig/rig-types.ts";

/** A QC, studiomdl's script: which SMDs make a model, and how. Names of files as the script has them. */

export interface Qc extends QcRig {
  /** `$modelname`, with `.mdl`, forward slashes. */
  readonly modelName: string;
  /** `$staticprop` */
  readonly isStaticProp: boolean;
  readonly bodyParts: readonly QcBodyPart[];
  /** In the order of the script: nearest first. */
  readonly lods: readonly QcLod[];
  readonly animations: readonly QcAnimation[];
  readonly poseParameters: readonly QcPoseParameter[];
  readonly weightLists: readonly QcWeightList[];
  /** `$includemodel`: models whose sequences are this one's, too, below `models`. */
  readonly includedModels: readonly string[];
  /** What is told to the faces of all models, and what that makes of each movement. */
  readonly flexControllers: readonly QcFlexController[];
  /** Movements of no shape, which rules write and read. */
  readonly flexVariables: readonly string[];
  readonly flexRules: readonly QcFlexRule[];
  readonly mouths: readonly QcMouth[];
  readonly sequences: readonly QcSequence[];
  /** `$declaresequence`: names of sequences that included models have. */
  readonly declaredSequences: readonly string[];
  /** `$cdmaterials` */
  readonly materialDirs: readonly string[];
  /** `$texturegroup`: a row a skin; row 0 names what the SMDs do. */
  readonly skins: readonly (readonly string[])[];
  readonly surfaceProp: string;
  /** `$scale`: everything is made this much larger. */
  readonly scale: number;
  /** `$origin`: the place in the SMDs that becomes the model's origin, and a turn in degrees. */
  readonly origin: QcVector;
  readonly originYaw: number;
  /** `$upaxis`: the axis of the SMDs that points up. */
  readonly upAxis: "x" | "y" | "z";
  readonly illumPosition: QcVector | null;
  /** `$bbox` and `$cbox`, mins and maxs, in the model's own space. */
  readonly collisionBox: QcBox | null;
  readonly viewBox: QcBox | null;
  /** `STUDIOHDR_FLAGS_*` bits of statements such as `$opaque`: see `HEADER_FLAGS`. */
  readonly flags: number;
  /** `CONTENTS_*` bits. */
  readonly contents: number;
  /** `$collisionmodel` or `$collisionjoints`: an SMD of convex hulls; empty: none. */
  readonly collisionFile: string;
  /** Whether its hulls are of bones, and move by themselves. */
  readonly hasCollisionJoints: boolean;
  /** `$mass` of the collision model; 1 without any, as in real files. */
  readonly mass: number;
}

export type { QcBox, QcVector };

/** `$body`, `$model` or `$bodygroup`: models of which one is shown. */
export interface QcBodyPart {
  readonly name: string;
  readonly models: readonly QcModel[];
}

export interface QcModel {
  /** Null: `blank`. */
  readonly file: string | null;
  readonly flexFile?: QcFlexFile | null;
  readonly eyeballs?: readonly QcEyeball[];
  readonly line: number;
}

/** `flexfile`: a VTA, and which of its shapes are movements of the face. */
export interface QcFlexFile {
  readonly file: string;
  readonly flexes: readonly QcFlex[];
  readonly line: number;
}

export interface QcFlex {
  /** Of the movement; of a pair without the `R` and `L` that tell its sides. */
  readonly name: string;
  /** The shape's `time` in the VTA. */
  readonly frame: number;
  /** Inches from the middle over which one side of a `flexpair` becomes the other; null: of a `flex`, which has none. */
  readonly split: number | null;
  /** The weight at which it is whole. */
  readonly position: number;
  readonly line: number;
}

export interface QcFlexController {
  /** Groups them for who sets them: "phoneme". */
  readonly type: string;
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly line: number;
}

/** `%descriptor = expression` */
export interface QcFlexRule {
  readonly descriptor: string;
  readonly operations: readonly FlexOperation[];
  readonly line: number;
}

/** `$lod` or `$shadowlod`. */
export interface QcLod {
  /** Where it begins; -1 for the shadow LOD. */
  readonly switchPoint: number;
  readonly replacements: readonly QcReplacement[];
  /** Materials whose triangles are left out: `removemesh`. */
  readonly removedMeshes: readonly string[];
  readonly line: number;
}

export interface QcReplacement {
  readonly from: string;
  /** Null: `removemodel`. */
  readonly to: string | null;
  readonly line: number;
}

/** `$animation`, and what a `$sequence` says of its own. */
export interface QcAnimation extends QcMotion {
  readonly name: string;
  /** An SMD; of a sequence, or the name of an animation. */
  readonly file: string;
  readonly fps: number;
  readonly isLooping: boolean;
  /** Its frames are added to others: in the bone's own space ("post"), or in its parent's ("pre"). */
  readonly delta: "post" | "pre" | null;
  /** First and last frame that are taken; null for all. */
  readonly frames: readonly [number, number] | null;
  readonly line: number;
}

export interface QcSequence extends QcAnimation, QcSequenceExtras {
  /** `ACT_*`, or empty. */
  readonly activity: string;
  readonly activityWeight: number;
  readonly fadeIn: number;
  readonly fadeOut: number;
  /** Further animations, or SMDs, that it is blended of: a grid of `blendWidth` columns with `file` first. */
  readonly others: readonly string[];
  readonly blendWidth: number;
  /** What chooses a column, and what a row. */
  readonly blendAxes: readonly QcBlendAxis[];
  /** How much of each bone it moves; empty: all of all. */
  readonly weightList: string;
}

/** `$weightlist <name> { <bone> <weight> … }` */
export interface QcWeightList {
  readonly name: string;
  readonly weights: readonly { readonly bone: string; readonly weight: number }[];
  readonly line: number;
}

/** `blend <pose parameter> <start> <end>` */
export interface QcBlendAxis {
  readonly poseParameter: string;
  readonly start: number;
  readonly end: number;
}

/** `$poseparameter <name> <start> <end> loop <range>` */
export interface QcPoseParameter {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** 0: it does not begin anew. */
  readonly loop: number;
}
