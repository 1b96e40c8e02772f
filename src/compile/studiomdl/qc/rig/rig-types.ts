/** What a QC says of a model besides its meshes and motions: where it is held and hit, what moves its bones by rule. */

import type { QcVector } from "../qc-vector.ts";

export interface QcRig {
  /** `$definebone`: bones that stay whether anything hangs on them or not, in this order. */
  readonly bones: readonly QcBone[];
  /** `$bonemerge`: bones that those of models that are worn may follow. */
  readonly mergedBones: readonly QcBoneName[];
  readonly attachments: readonly QcAttachment[];
  /** Empty: boxes are made of the vertices. */
  readonly hitBoxSets: readonly QcHitBoxSet[];
  readonly boneControllers: readonly QcBoneController[];
  readonly ikChains: readonly QcIkChain[];
  /** `$ikautoplaylock`: what every sequence keeps in its place. */
  readonly ikLocks: readonly QcIkLock[];
  readonly jiggleBones: readonly QcJiggleBone[];
  /** In the space of the SMDs, but turned about z alone; null: the origin. */
  readonly eyePosition: QcVector | null;
  /** Degrees; null: what the engine takes. */
  readonly maxEyeDeflection: number | null;
  /** `$illumposition` of a bone: where light is sampled follows it; empty: it stays. */
  readonly illumBone: string;
  /** `$keyvalues`, words quoted, a blank between; empty: none. */
  readonly keyValues: string;
}

export interface QcBoneName {
  readonly name: string;
  readonly line: number;
}

export interface QcBone extends QcBoneName {
  /** Empty: a root. */
  readonly parent: string;
  readonly position: QcVector;
  /** Degrees: pitch, yaw and roll, about y, z and x. */
  readonly angles: QcVector;
}

export interface QcAttachment extends QcBoneName {
  readonly bone: string;
  readonly position: QcVector;
  /** Degrees: pitch, yaw and roll. */
  readonly angles: QcVector;
  /** Its place is in the space of the SMDs, not the bone's. */
  readonly isAbsolute: boolean;
  readonly isWorldAligned: boolean;
}

export interface QcHitBoxSet {
  readonly name: string;
  readonly boxes: readonly QcHitBox[];
}

export interface QcHitBox {
  readonly group: number;
  readonly bone: string;
  /** In the bone's space. */
  readonly mins: QcVector;
  readonly maxs: QcVector;
  /** Empty: none. */
  readonly name: string;
  readonly line: number;
}

export interface QcBoneController {
  /** 0 to 3; 4: the mouth. */
  readonly index: number;
  readonly bone: string;
  /** `STUDIO_X` and its like: see `MOTIONS`. */
  readonly motion: number;
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

export interface QcIkChain extends QcBoneName {
  /** Its last bone; the others are that one's parent and that one's. */
  readonly bone: string;
  /** Where the knee bends to; null: it is not said. */
  readonly knee: QcVector | null;
}

export interface QcIkLock {
  readonly chain: string;
  readonly positionWeight: number;
  readonly rotationWeight: number;
  readonly line: number;
}

/** Values as `JiggleBones` has them: radians, and of `JIGGLE` what is used. */
export interface QcJiggleBone extends QcBoneName {
  readonly flags: number;
  /** By the name that a script has for each: see `JIGGLE_VALUES`. */
  readonly values: Readonly<Record<string, number>>;
}

export const EMPTY_RIG: QcRig = {
  bones: [],
  mergedBones: [],
  attachments: [],
  hitBoxSets: [],
  boneControllers: [],
  ikChains: [],
  ikLocks: [],
  jiggleBones: [],
  eyePosition: null,
  maxEyeDeflection: null,
  illumBone: "",
  keyValues: "",
};
