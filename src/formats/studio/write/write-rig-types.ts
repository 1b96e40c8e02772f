/**
 * Input of the writers for attachments, hit boxes and other parts that are not drawn. Bones are
 * rows of the model's bones.
 */

type Vector = readonly [number, number, number];

export interface StudioRigFile {
  /** Model space. */
  readonly eyePosition: Vector;
  /** Cosine; 0 if not set. */
  readonly maxEyeDeflection: number;
  /** Row of the attachments; −1 if none. */
  readonly illumAttachment: number;
  readonly attachments: readonly StudioAttachmentFile[];
  readonly boneControllers: readonly StudioBoneControllerFile[];
  readonly ikChains: readonly StudioIkChainFile[];
  readonly ikLocks: readonly StudioIkLockFile[];
  readonly mouths: readonly StudioMouthFile[];
  readonly jiggleBones: readonly StudioJiggleFile[];
  /** KeyValues text; empty if none. */
  readonly keyValues: string;
}

export interface StudioAttachmentFile {
  readonly name: string;
  readonly flags: number;
  readonly bone: number;
  /** 12: 3x4 row-major, from the attachment's space to the bone's. */
  readonly local: ArrayLike<number>;
}

export interface StudioHitBoxSetFile {
  readonly name: string;
  readonly boxes: readonly StudioHitbox[];
}

export interface StudioHitbox {
  readonly bone: number;
  readonly group: number;
  /** Box in bone space. */
  readonly mins: Vector;
  readonly maxs: Vector;
  /** Name; empty if none. */
  readonly name: string;
}

export interface StudioBoneControllerFile {
  readonly bone: number;
  /** `STUDIO_X` and others. */
  readonly type: number;
  readonly start: number;
  readonly end: number;
  readonly inputField: number;
}

export interface StudioIkChainFile {
  readonly name: string;
  /** Links from the chain's root to its end. */
  readonly links: readonly { readonly bone: number; readonly kneeDirection: Vector }[];
}

export interface StudioIkLockFile {
  readonly chain: number;
  readonly positionWeight: number;
  readonly localQuaternionWeight: number;
}

export interface StudioMouthFile {
  readonly bone: number;
  readonly forward: Vector;
  /** Row of the flex descriptors. */
  readonly flexDescriptor: number;
}

/** `mstudiojigglebone_t` */
export interface StudioJiggleFile {
  readonly bone: number;
  readonly flags: number;
  /** All its floats, in order: 29, and 5 more for boing. */
  readonly values: readonly number[];
}
