/** Rig of a QC: attachments, hit boxes, eyeballs, mouths, and bones that move by rules. */

export type QcVector = readonly [number, number, number];
export type QcBox = readonly [mins: QcVector, maxs: QcVector];

export interface QcRig {
  /** `$definebone`: bones that are kept even if nothing uses them, in this order. */
  readonly bones: readonly QcBone[];
  /** `$bonemerge`: bones that bones of attached models may follow. */
  readonly mergedBones: readonly QcBoneName[];
  readonly attachments: readonly QcAttachment[];
  /** Empty: hit boxes are computed from the vertices. */
  readonly hitBoxSets: readonly QcHitBoxSet[];
  readonly boneControllers: readonly QcBoneController[];
  readonly ikChains: readonly QcIkChain[];
  /** `$ikautoplaylock`: chain ends that every sequence keeps in place. */
  readonly ikLocks: readonly QcIkLock[];
  readonly jiggleBones: readonly QcJiggleBone[];
  /** Position in SMD space, but rotated only about z; `null` for the origin. */
  readonly eyePosition: QcVector | null;
  /** Degrees; `null` for the engine's default. */
  readonly maxEyeDeflection: number | null;
  /** `$illumposition` on a bone, which the lighting origin follows; empty if it is fixed. */
  readonly illumBone: string;
  /** `$keyvalues` with quoted words separated by spaces; empty if none. */
  readonly keyValues: string;
}

export interface QcBoneName {
  readonly name: string;
  readonly line: number;
}

export interface QcBone extends QcBoneName {
  /** Empty for a root bone. */
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
  /** True if the position is in SMD space instead of the bone's. */
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
  /** Empty if the box has no name. */
  readonly name: string;
  readonly line: number;
}

export interface QcBoneController {
  /** 0 to 3; 4 is the mouth. */
  readonly index: number;
  readonly bone: string;
  /** `STUDIO_X` and similar bits (see `MOTIONS`). */
  readonly motion: number;
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

export interface QcIkChain extends QcBoneName {
  /** Last bone of the chain. The others are its parent and grandparent. */
  readonly bone: string;
  /** Direction in which the knee bends; `null` if not stated. */
  readonly knee: QcVector | null;
}

export interface QcIkLock {
  readonly chain: string;
  readonly positionWeight: number;
  readonly rotationWeight: number;
  readonly line: number;
}

/** Values as in `JiggleBones`: angles in radians, and flags of `JIGGLE`. */
export interface QcJiggleBone extends QcBoneName {
  readonly flags: number;
  /** Values by column and index (see `jiggleKey`). */
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

/** `eyeball <name> <bone> x y z <material> <diameter> <degrees> <iris> <pupil>` */
export interface QcEyeball {
  readonly name: string;
  readonly bone: string;
  /** Position in SMD space. */
  readonly position: QcVector;
  /** Material of the eyeball's triangles. */
  readonly material: string;
  readonly diameter: number;
  /** Angle of the gaze to the side, in degrees. */
  readonly angle: number;
  /** Scale of the drawn iris. */
  readonly pupilScale: number;
  readonly line: number;
}

/** `mouth <row> <movement> <bone> x y z` */
export interface QcMouth {
  readonly row: number;
  /** Flex that opens the mouth. */
  readonly flex: string;
  readonly bone: string;
  readonly forward: QcVector;
  readonly line: number;
}
