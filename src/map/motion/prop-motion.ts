/**
 * Animated prop instances: data for posing their bones at a given time, each in its own rows of the
 * palette.
 */

/**
 * Maximum number of bones of a model that the GPU poses: `MAXSTUDIOBONES` of Valve's `studio.h`.
 */
export const MAX_POSED_BONES = 128;

/**
 * Byte offsets in a row of `PropMotion.poses`: the pose of a bone in a frame, relative to its
 * parent.
 */
export const POSE_ROW = {
  /** float32x3: inches. */
  position: 0,
  /** float32x4: x, y, z, w, of unit length. */
  quaternion: 16,
  strideBytes: 32,
} as const;

/** Byte offsets in a row of `PropMotion.bones`. */
export const POSED_BONE_ROW = {
  /** 3x4 row-major: from model space to bone space in the bind pose. */
  poseToBone: 0,
  /** int32: an earlier bone of the same skeleton; −1 for a root. */
  parent: 48,
  /** uint32: number of ancestors; 0 for a root. */
  depth: 52,
  strideBytes: 64,
} as const;

/** Maximum length of a chain of attachments. */
export const MAX_FOLLOW_DEPTH = 8;

/**
 * Bit of `PropFollowers.flags`: the attachment keeps the world's orientation
 * (`ATTACHMENT_FLAG_WORLD_ALIGN`).
 */
export const FOLLOW_ALIGNED = 1;

/**
 * Bit of `trackFlags`: the track repeats; its last frame equals its first. Without it, the track
 * stops at its last frame.
 */
export const TRACK_LOOPING = 1;

/** Bit of a posed row's flags: its delay is the second of the track that it shows. */
export const TRACK_HELD = 2;

/**
 * Poses of animated props. A track is a sequence decoded for a model, with all bones in each frame.
 * Poses are interpolated between the two nearest frames.
 */
export interface PropMotion {
  /** `POSED_BONE_ROW.strideBytes` a bone of each skeleton. Parents come before their children. */
  readonly bones: Uint8Array;
  /** `POSE_ROW.strideBytes` a bone, all bones of a frame, frame by frame, track by track. */
  readonly poses: Float32Array;

  readonly trackCount: number;
  /** Run of `bones`, at most `MAX_POSED_BONES`. */
  readonly trackFirstBone: Uint32Array;
  readonly trackBoneCount: Uint32Array;
  /** Greatest depth of the track's bones. */
  readonly trackDepth: Uint32Array;
  /** Row of `poses`. */
  readonly trackFirstPose: Uint32Array;
  readonly trackFrameCount: Uint32Array;
  /** Frames a second. */
  readonly trackFps: Float32Array;
  readonly trackFlags: Uint32Array;

  /** Number of instances that play a track. */
  readonly posedCount: number;
  /** Row of the set's instances. */
  readonly posedInstance: Uint32Array;
  readonly posedTrack: Uint32Array;
  /** Row of the palette, after those of `PropSet.bonePalette`. */
  readonly posedFirstBone: Uint32Array;
  /** Seconds before the track begins. Until then the instance shows the first frame. */
  readonly posedDelay: Float32Array;
  /** Seconds after which the track restarts; 0 for never. */
  readonly posedPeriod: Float32Array;
  /** Palette rows of all posed instances together. */
  readonly paletteBoneCount: number;
  /** Undefined if no instance is attached to another. */
  readonly followers?: PropFollowers;
}

/**
 * Instances attached to animated ones. The transform of an instance is its parent's transform,
 * times the palette row, times `local`, times `offset`. Parents that are attached themselves come
 * first.
 */
export interface PropFollowers {
  readonly count: number;
  /** Rows of the set's instances: the attached instance and its parent. */
  readonly instance: Uint32Array;
  readonly parent: Uint32Array;
  /** Row of the parent in this table; −1 if the parent does not move. */
  readonly above: Int32Array;
  /** Palette row of the attachment's bone, in the pose of its model. */
  readonly bone: Uint32Array;
  readonly flags: Uint32Array;
  /**
   * 12 each, 3x4 row-major: from attachment space to the bone's vertices in the bind pose, in world
   * inches.
   */
  readonly local: Float32Array;
  /** 12 each: from the instance's space to the attachment's. */
  readonly offset: Float32Array;
}
