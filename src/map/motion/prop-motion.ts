/** Instances of props that play a sequence: what poses their bones at a moment, each in rows of the palette of its own. */

/** Bones of a model whose poses the GPU makes at most: `MAXSTUDIOBONES` of Valve's `studio.h`. */
export const MAX_POSED_BONES = 128;

/** Byte offsets in a row of `PropMotion.poses`: a bone in a frame, relative to its parent. */
export const POSE_ROW = {
  /** float32x3: inches. */
  position: 0,
  /** float32x4: x, y, z, w, of unit length. */
  quaternion: 16,
  strideBytes: 32,
} as const;

/** Byte offsets in a row of `PropMotion.bones`. */
export const POSED_BONE_ROW = {
  /** 3x4 row-major: from model space to the bone's own in the bind pose. */
  poseToBone: 0,
  /** int32: of the same skeleton, before it; -1: a root. */
  parent: 48,
  /** uint32: how many bones it hangs below; 0: a root. */
  depth: 52,
  strideBytes: 64,
} as const;

/** Attachments that one instance hangs below at most, one on the other. */
export const MAX_FOLLOW_DEPTH = 8;

/** `PropFollowers.flags`: its attachment is turned as the world is: `ATTACHMENT_FLAG_WORLD_ALIGN`. */
export const FOLLOW_ALIGNED = 1;

/** `trackFlags`: its last frame is its first, and it goes on from there; without, it stays at its last. */
export const TRACK_LOOPING = 1;

/**
 * A track is a sequence that was decoded for a model: all bones a frame. Poses are mixed between the two frames around
 * a moment.
 */
export interface PropMotion {
  /** `POSED_BONE_ROW.strideBytes` a bone of each skeleton; a bone's parent comes before it. */
  readonly bones: Uint8Array;
  /** `POSE_ROW.strideBytes` a bone, all bones of a frame, frame by frame, track by track. */
  readonly poses: Float32Array;

  readonly trackCount: number;
  /** Row of `bones`, and how many; at most `MAX_POSED_BONES`. */
  readonly trackFirstBone: Uint32Array;
  readonly trackBoneCount: Uint32Array;
  /** The greatest depth of its bones. */
  readonly trackDepth: Uint32Array;
  /** Row of `poses`. */
  readonly trackFirstPose: Uint32Array;
  readonly trackFrameCount: Uint32Array;
  /** Frames a second. */
  readonly trackFps: Float32Array;
  readonly trackFlags: Uint32Array;

  /** Instances that play one. */
  readonly posedCount: number;
  /** Row of the set's instances. */
  readonly posedInstance: Uint32Array;
  readonly posedTrack: Uint32Array;
  /** Row of the palette, behind those of `PropSet.bonePalette`. */
  readonly posedFirstBone: Uint32Array;
  /** Seconds at which it begins: it stands in the first frame until then. */
  readonly posedDelay: Float32Array;
  /** Seconds after which it begins anew; 0: never. */
  readonly posedPeriod: Float32Array;
  /** Of all of them. */
  readonly paletteBoneCount: number;
  /** Left out: none hangs on another. */
  readonly followers?: PropFollowers;
}

/**
 * Instances that hang on attachments of others that move. Where one is, is where its parent is, times the row of the
 * palette, times `local`, times `offset`. A parent that follows, too, comes before it.
 */
export interface PropFollowers {
  readonly count: number;
  /** Rows of the set's instances: the one that is moved, and the one that it hangs on. */
  readonly instance: Uint32Array;
  readonly parent: Uint32Array;
  /** Row of these: that of the parent; -1: the parent stays where it is. */
  readonly above: Int32Array;
  /** Row of the palette: the attachment's bone, as its model is posed. */
  readonly bone: Uint32Array;
  readonly flags: Uint32Array;
  /** 12 each, 3x4 row-major: from the attachment's space to that of the bone's vertices in the bind pose, inches as the world's. */
  readonly local: Float32Array;
  /** 12 each: from the instance's space to the attachment's. */
  readonly offset: Float32Array;
}
