/** What a model has besides what is drawn and how it moves, as the writers take it. Bones are rows of its bones. */

type Vector = readonly [number, number, number];

export interface StudioRigFile {
  /** Model space. */
  readonly eyePosition: Vector;
  /** Cosine; 0: it is not said. */
  readonly maxEyeDeflection: number;
  /** Row of the attachments; -1: none. */
  readonly illumAttachment: number;
  readonly attachments: readonly StudioAttachmentFile[];
  readonly boneControllers: readonly StudioBoneControllerFile[];
  readonly ikChains: readonly StudioIkChainFile[];
  readonly ikLocks: readonly StudioIkLockFile[];
  readonly mouths: readonly StudioMouthFile[];
  readonly jiggleBones: readonly StudioJiggleFile[];
  /** Empty: none. */
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
  /** In the bone's space. */
  readonly mins: Vector;
  readonly maxs: Vector;
  /** Empty: none. */
  readonly name: string;
}

export interface StudioBoneControllerFile {
  readonly bone: number;
  /** `STUDIO_X` and its like. */
  readonly type: number;
  readonly start: number;
  readonly end: number;
  readonly inputField: number;
}

export interface StudioIkChainFile {
  readonly name: string;
  /** From the chain's root to its end. */
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
  /** Row of the face's movements. */
  readonly flexDescriptor: number;
}

/** `mstudiojigglebone_t` */
export interface StudioJiggleFile {
  readonly bone: number;
  readonly flags: number;
  /** All its floats, in their order: 29, and 5 more of what boings. */
  readonly values: readonly number[];
}
