/**
 * Materials that move by themselves: for each a short program, which the GPU runs once a frame and which writes
 * numbers into the material's row. Operations are rows of four words; the result of one is known by its
 * place in the program, and only earlier ones are asked for.
 */

export const MOTION_OP_WORDS = 4;
/** Most operations of a program: so many results a thread has room for. */
export const MAX_MOTION_OPS = 128;

/** What an operation does; a, b and c are places of earlier results if nothing else is said. */
export const MOTION_OPS = [
  // The 32-bit float whose bits `a` is.
  "CONSTANT",
  // Seconds.
  "TIME",
  // The camera's coordinate number `a`, inches.
  "CAMERA",
  "ADD",
  "SUBTRACT",
  "MULTIPLY",
  // 0 where it is divided by 0.
  "DIVIDE",
  "MIN",
  "MAX",
  "ABS",
  "SIN",
  "COS",
  "EXP",
  "SQRT",
  // Towards 0.
  "TRUNCATE",
  // The part after the point, of what is below 0, too: 0 to 1.
  "FRACTION",
  // Light of a value in gamma space.
  "LINEAR",
  // 1 where a is at most b, else 0.
  "LESS_OR_EQUAL",
  // b where a is not 0, else c.
  "SELECT",
  // 0 to 1, another one at each time; `a` is no place but tells several apart.
  "UNIFORM",
  // The same about 0 with a standard deviation of 1.
  "GAUSSIAN",
  // Frames of the texture of the role `a`; known before anything is uploaded.
  "FRAMES",
  // Writes what is at `b` to the target `a`.
  "STORE",
] as const;

export type MotionOpName = (typeof MOTION_OPS)[number];

export const MOTION_OP = Object.fromEntries(MOTION_OPS.map((name, op) => [name, op])) as Readonly<
  Record<MotionOpName, number>
>;

/** Targets of a store: tint 0 to 2 and alpha, then frames by role, then numbers of the parameter block. */
export const MOTION_ALPHA = 3;
export const MOTION_FRAME = 4;
export const MOTION_PARAM = 256;

export interface MaterialMotion {
  /** Materials that move. */
  readonly count: number;
  /** Of each: its row in the set. */
  readonly material: Uint32Array;
  /** Of each: its first operation. */
  readonly firstOp: Uint32Array;
  readonly opCount: Uint32Array;
  /** 4 each: what its tint and alpha are multiplied with. */
  readonly scale: Float32Array;
  /** `MOTION_OP_WORDS` an operation: which, a, b, c. */
  readonly ops: Uint32Array;
}
