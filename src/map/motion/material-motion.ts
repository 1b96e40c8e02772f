/**
 * Animated materials. Each has a short program that the GPU runs once a frame to write numbers into
 * the material's row. An operation is a row of four words. Operands are the indices of earlier
 * operations in the program.
 */

export const MOTION_OP_WORDS = 4;
/** Maximum number of operations of a program: a thread has room for this many results. */
export const MAX_MOTION_OPS = 128;

/** Operations. a, b and c are indices of earlier results unless stated otherwise. */
export const MOTION_OPS = [
  // The 32-bit float with the bits `a`.
  "CONSTANT",
  // Seconds since the start.
  "TIME",
  // Coordinate `a` of the camera, inches.
  "CAMERA",
  "ADD",
  "SUBTRACT",
  "MULTIPLY",
  // 0 if the divisor is 0.
  "DIVIDE",
  "MIN",
  "MAX",
  "ABS",
  "SIN",
  "COS",
  "EXP",
  "SQRT",
  // Rounds towards 0.
  "TRUNCATE",
  // The fractional part, 0 to 1, also for negative numbers.
  "FRACTION",
  // Gamma to linear.
  "LINEAR",
  // 1 if a is at most b, else 0.
  "LESS_OR_EQUAL",
  // b if a is not 0, else c.
  "SELECT",
  // Random number from 0 to 1, new at each time. `a` is a seed that keeps several apart, not an
  // index.
  "UNIFORM",
  // Random number with mean 0 and standard deviation 1; `a` is a seed.
  "GAUSSIAN",
  // Frame count of the texture with role `a`; known before anything is uploaded.
  "FRAMES",
  // Writes result `b` to target `a`.
  "STORE",
] as const;

export type MotionOpName = (typeof MOTION_OPS)[number];

export const MOTION_OP = Object.fromEntries(MOTION_OPS.map((name, op) => [name, op])) as Readonly<
  Record<MotionOpName, number>
>;

/**
 * Targets of STORE: tint 0 to 2 and alpha, then frames by role, then numbers of the parameter
 * block.
 */
export const MOTION_ALPHA = 3;
export const MOTION_FRAME = 4;
export const MOTION_PARAM = 256;

export interface MaterialMotion {
  /** Number of animated materials. */
  readonly count: number;
  /** Row of each in the set. */
  readonly material: Uint32Array;
  /** First operation of each. */
  readonly firstOp: Uint32Array;
  readonly opCount: Uint32Array;
  /** 4 each: factors of its tint and alpha. */
  readonly scale: Float32Array;
  /** `MOTION_OP_WORDS` an operation: opcode, a, b, c. */
  readonly ops: Uint32Array;
}
