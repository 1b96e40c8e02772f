/**
 * Procedural bones, which follow other bones by a rule instead of an animation:
 * `mstudioaxisinterpbone_t` and others in Valve's public `studio.h`. A row for each such bone, in
 * bone order. Rows of other tables are checked.
 */

/** `STUDIO_PROC_*`: kind of a bone's rule. */
export const PROCEDURES = [
  "none",
  "axis interpolation",
  "quaternion interpolation",
  "aim at a bone",
  "aim at an attachment",
  "jiggle",
] as const;

/**
 * Interpolation between six rotations and positions, by the directions of a control bone's axes.
 */
export interface AxisInterpolations {
  readonly count: number;
  readonly bone: Int32Array;
  readonly control: Int32Array;
  /** 0 to 2: x, y, z. */
  readonly axis: Int32Array;
  /** 18 a row: a position for each of +x, −x, +y, −y, +z, −z. */
  readonly position: Float32Array;
  /** 24 a row: a rotation for each of them, x, y, z, w. */
  readonly quaternion: Float32Array;
}

/**
 * Interpolation between the rotations and positions of triggers, by the distance of a control
 * bone's rotation to each.
 */
export interface QuaternionInterpolations {
  readonly count: number;
  readonly bone: Int32Array;
  readonly control: Int32Array;
  /** Run of `InterpolationTriggers`. */
  readonly firstTrigger: Uint32Array;
  readonly triggerCount: Uint32Array;
}

export interface InterpolationTriggers {
  readonly count: number;
  /** 1 divided by the angle in radians at which the trigger's effect ends. */
  readonly inverseTolerance: Float32Array;
  /** 4 a row: rotation of the control bone at which the trigger has full effect. */
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
  /** Row of the bones, or of the attachments if `isAtAttachment`. */
  readonly aim: Int32Array;
  readonly isAtAttachment: Uint8Array;
  /** 3 a row: direction of the bone that points at the target, and its up direction. */
  readonly aimVector: Float32Array;
  readonly upVector: Float32Array;
  readonly basePosition: Float32Array;
}

/** `JIGGLE_*`: values of a jiggle bone that are used. */
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

/** Springs. Units are inches, radians and seconds; stiffness and damping are for a mass of 1. */
export interface JiggleBones {
  readonly count: number;
  readonly bone: Int32Array;
  /** Bits of `JIGGLE`. */
  readonly flags: Uint32Array;
  readonly length: Float32Array;
  readonly tipMass: Float32Array;
  /** 2 a row for each of the following: stiffness and damping. */
  readonly yaw: Float32Array;
  readonly pitch: Float32Array;
  readonly along: Float32Array;
  readonly angleLimit: Float32Array;
  /** 4 a row for each of the following: minimum, maximum, friction, bounce. */
  readonly yawLimit: Float32Array;
  readonly pitchLimit: Float32Array;
  /** 3 a row: mass, stiffness, damping. */
  readonly base: Float32Array;
  /** 9 a row: minimum, maximum and friction to the left, up and forward. */
  readonly baseLimit: Float32Array;
  /**
   * 5 a row: impact speed and angle, damping rate, frequency, amplitude. 0 in files without these
   * fields.
   */
  readonly boing: Float32Array;
}

export interface ProceduralBones {
  readonly axisInterpolations: AxisInterpolations;
  readonly quaternionInterpolations: QuaternionInterpolations;
  readonly triggers: InterpolationTriggers;
  readonly aims: AimBones;
  readonly jiggles: JiggleBones;
}
