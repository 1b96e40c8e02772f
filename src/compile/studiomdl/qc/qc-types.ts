/** Types of a parsed QC. */

import type { FlexOperation } from "../flex/flex-expression.ts";
import type { QcMotion, QcSequenceExtras } from "./motion/motion-types.ts";
import type { QcBox, QcEyeball, QcMouth, QcRig, QcVector } from "./rig/rig-types.ts";

// QC, studiomdl's script: the SMDs of a model, and how they are compiled. File names are as in the
// script.

export interface Qc extends QcRig {
  /** `$modelname`, with `.mdl`, forward slashes. */
  readonly modelName: string;
  /** `$staticprop` */
  readonly isStaticProp: boolean;
  readonly bodyParts: readonly QcBodyPart[];
  /** In the order of the script, nearest first. */
  readonly lods: readonly QcLod[];
  readonly animations: readonly QcAnimation[];
  readonly poseParameters: readonly QcPoseParameter[];
  readonly weightLists: readonly QcWeightList[];
  /** `$includemodel`: models below `models` whose sequences this model can play, too. */
  readonly includedModels: readonly string[];
  /** Inputs of the faces of all models. */
  readonly flexControllers: readonly QcFlexController[];
  /** Flexes without a shape, which rules write and read. */
  readonly flexVariables: readonly string[];
  readonly flexRules: readonly QcFlexRule[];
  readonly mouths: readonly QcMouth[];
  readonly sequences: readonly QcSequence[];
  /** `$declaresequence`: names of sequences in included models. */
  readonly declaredSequences: readonly string[];
  /** `$cdmaterials` */
  readonly materialDirs: readonly string[];
  /** `$texturegroup`: one row per skin. Row 0 has the SMDs' names. */
  readonly skins: readonly (readonly string[])[];
  readonly surfaceProp: string;
  /** `$scale`: factor for all lengths. */
  readonly scale: number;
  /**
   * `$origin`: the point of the SMDs that becomes the model's origin, and a rotation in degrees.
   */
  readonly origin: QcVector;
  readonly originYaw: number;
  /** `$upaxis`: axis of the SMDs that points up. */
  readonly upAxis: "x" | "y" | "z";
  readonly illumPosition: QcVector | null;
  /** `$bbox` and `$cbox`, mins and maxs, in model space. */
  readonly collisionBox: QcBox | null;
  readonly viewBox: QcBox | null;
  /** `STUDIOHDR_FLAGS_*` bits of statements such as `$opaque` (see `HEADER_FLAGS`). */
  readonly flags: number;
  /** `CONTENTS_*` bits. */
  readonly contents: number;
  /** `$collisionmodel` or `$collisionjoints`: an SMD of convex hulls; empty if none. */
  readonly collisionFile: string;
  /** True if the hulls belong to bones and move separately. */
  readonly hasCollisionJoints: boolean;
  /** `$mass` of the collision model; 1 if not stated, as in real files. */
  readonly mass: number;
}

export type { QcBox, QcVector };

/** `$body`, `$model` or `$bodygroup`: models of which one is shown at a time. */
export interface QcBodyPart {
  readonly name: string;
  readonly models: readonly QcModel[];
}

export interface QcModel {
  /** `null` for `blank`. */
  readonly file: string | null;
  readonly flexFile?: QcFlexFile | null;
  readonly eyeballs?: readonly QcEyeball[];
  readonly line: number;
}

/** `flexfile`: a VTA, and the flexes made of its shapes. */
export interface QcFlexFile {
  readonly file: string;
  readonly flexes: readonly QcFlex[];
  readonly line: number;
}

export interface QcFlex {
  /** Name of the flex; for a pair without the `R` and `L` of its sides. */
  readonly name: string;
  /** The shape's `time` in the VTA. */
  readonly frame: number;
  /**
   * Half width in inches of the transition between the sides of a `flexpair`; `null` for a `flex`.
   */
  readonly split: number | null;
  /** Weight at which the shape is complete. */
  readonly position: number;
  readonly line: number;
}

export interface QcFlexController {
  /** Group of the controller, such as "phoneme". */
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
  /** Metric at which the LOD begins; -1 for the shadow LOD. */
  readonly switchPoint: number;
  readonly replacements: readonly QcReplacement[];
  /** Materials whose triangles are removed: `removemesh`. */
  readonly removedMeshes: readonly string[];
  readonly line: number;
}

export interface QcReplacement {
  readonly from: string;
  /** `null` for `removemodel`. */
  readonly to: string | null;
  readonly line: number;
}

/** `$animation`, or the animation inside a `$sequence`. */
export interface QcAnimation extends QcMotion {
  readonly name: string;
  /** SMD, or for a sequence also the name of an animation. */
  readonly file: string;
  readonly fps: number;
  readonly isLooping: boolean;
  /**
   * Additive: applied in the bone's own space ("post") or in its parent's ("pre"); `null` if not
   * additive.
   */
  readonly delta: "post" | "pre" | null;
  /** First and last frame used; `null` for all. */
  readonly frames: readonly [number, number] | null;
  readonly line: number;
}

export interface QcSequence extends QcAnimation, QcSequenceExtras {
  /** `ACT_*`; empty if none. */
  readonly activity: string;
  readonly activityWeight: number;
  readonly fadeIn: number;
  readonly fadeOut: number;
  /** Further animations or SMDs to blend: a grid of `blendWidth` columns with `file` first. */
  readonly others: readonly string[];
  readonly blendWidth: number;
  /** Pose parameters that select a column and a row. */
  readonly blendAxes: readonly QcBlendAxis[];
  /** Weight list for the bones; empty if all bones have full weight. */
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
  /** Range of the loop; 0 if the parameter does not loop. */
  readonly loop: number;
}
