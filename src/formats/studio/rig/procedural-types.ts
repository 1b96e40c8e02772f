/**
 * Bones that follow others by a rule instead of an animation. `mstudioaxisinterpbone_t` and its like in
 * Valve's public `studio.h`. A row a bone that has one, in the order of the bones; rows of other tables
 * are checked.
 */

/** `STUDIO_PROC_*`: what a bone's rule is. */
export const PROCEDURES = [
  "none",
  "axis interpolation",
  "quaternion interpolation",
  "aim at a bone",
  "aim at an attachment",
  "jiggle",
] as const;

/** Between six turns and places, by how far the axes of a control bone point where. */
export interface AxisInterpolations {
  readonly count: number;
  readonly bone: Int32Array;
  readonly control: Int32Array;
  /** 0 to 2: x, y, z. */
  readonly axis: Int32Array;
  /** 18 a row: a place for each of +x, -x, +y, -y, +z, -z. */
  readonly position: Float32Array;
  /** 24 a row: a turn for each, x, y, z, w. */
  readonly quaternion: Float32Array;
}

/** Between as many turns and places as there are triggers, by how near a control bone is to each. */
export interface QuaternionInterpolations {
  readonly count: number;
  readonly bone: Int32Array;
  readonly control: Int32Array;
  /** Rows of `InterpolationTriggers`. */
  readonly firstTrigger: Uint32Array;
  readonly triggerCount: Uint32Array;
}

export interface InterpolationTriggers {
  readonly count: number;
  /** One over the radians at which it does nothing any more. */
  readonly inverseTolerance: Float32Array;
  /** 4 a row: the turn of the control bone at which it is whole. */
  readonly trigger: Float32Array;
  /** 3 a row. */
  readonly position: Float32Array;
  /** 4 a row. */
  readonly quaternion: Float32Array;
}

export interface AimBones {
  readonly count: number;
  readonly bone: Int32Array;
  readonly parent: Int32Array;
  /** Row of the bones, or of the attachments where `isAtAttachment`. */
  readonly aim: Int32Array;
  readonly isAtAttachment: Uint8Array;
  /** 3 a row: what of the bone points there, and what is up. */
  readonly aimVector: Float32Array;
  readonly upVector: Float32Array;
  readonly basePosition: Float32Array;
}

/** `JIGGLE_*`: what of the values of a jiggle bone is used. */
export const JIGGLE = {
  IS_FLEXIBLE: 0x1,
  IS_RIGID: 0x2,
  HAS_YAW_CONSTRAINT: 0x4,
  HAS_PITCH_CONSTRAINT: 0x8,
  HAS_ANGLE_CONSTRAINT: 0x10,
  HAS_LENGTH_CONSTRAINT: 0x20,
  HAS_BASE_SPRING: 0x40,
  IS_BOING: 0x80,
} as const;

/** Springs. Inches, radians, seconds; stiffness and damping for a mass of 1. */
export interface JiggleBones {
  readonly count: number;
  readonly bone: Int32Array;
  /** Of `JIGGLE`. */
  readonly flags: Uint32Array;
  readonly length: Float32Array;
  readonly tipMass: Float32Array;
  /** 2 a row each: stiffness and damping. */
  readonly yaw: Float32Array;
  readonly pitch: Float32Array;
  readonly along: Float32Array;
  readonly angleLimit: Float32Array;
  /** 4 a row each: least, most, friction, bounce. */
  readonly yawLimit: Float32Array;
  readonly pitchLimit: Float32Array;
  /** 3 a row: mass, stiffness, damping. */
  readonly base: Float32Array;
  /** 9 a row: least, most and friction to the left, up and forward. */
  readonly baseLimit: Float32Array;
  /** 5 a row: impact speed and angle, damping rate, frequency, amplitude. 0 in files that end before. */
  readonly boing: Float32Array;
}

export interface ProceduralBones {
  readonly axisInterpolations: AxisInterpolations;
  readonly quaternionInterpolations: QuaternionInterpolations;
  readonly triggers: InterpolationTriggers;
  readonly aims: AimBones;
  readonly jiggles: JiggleBones;
}
