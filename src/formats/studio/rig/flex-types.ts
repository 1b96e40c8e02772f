/**
 * Faces: what they are told (controllers), what that makes of each of their movements (rules), and how
 * far each movement takes the vertices (flexes, which artists call morphs). Valve's public `studio.h`.
 */

export interface FlexControllers {
  readonly count: number;
  readonly name: readonly string[];
  /** Groups them for who sets them: "eyes", "mouth". */
  readonly type: readonly string[];
  readonly min: Float32Array;
  readonly max: Float32Array;
}

/** `FlexControllerRemapType_t` */
export const FLEX_REMAPS = ["passthru", "2way", "nway", "eyelid"] as const;

/** What a person moves: one controller, or a left and a right one. */
export interface FlexControllerUis {
  readonly count: number;
  readonly name: readonly string[];
  /** Of `FLEX_REMAPS`. */
  readonly remap: Uint8Array;
  /** Rows of the controllers (checked); -1: none. */
  readonly left: Int32Array;
  readonly right: Int32Array;
  /** What an `nway` one is chosen by. */
  readonly value: Int32Array;
}

/** Each makes one movement's weight, in operations on a stack. */
export interface FlexRules {
  readonly count: number;
  /** Row of the descriptors (checked). */
  readonly descriptor: Int32Array;
  /** Rows of `FlexOps`. */
  readonly firstOp: Uint32Array;
  readonly opCount: Uint32Array;
}

/** `STUDIO_CONST` and its like: what an operation does. */
export const FLEX_OP = {
  CONST: 1,
  FETCH1: 2,
  FETCH2: 3,
  ADD: 4,
  SUB: 5,
  MUL: 6,
  DIV: 7,
  NEG: 8,
  EXP: 9,
  OPEN: 10,
  CLOSE: 11,
  COMMA: 12,
  MAX: 13,
  MIN: 14,
  TWO_WAY_0: 15,
  TWO_WAY_1: 16,
  N_WAY: 17,
  COMBO: 18,
  DOMINATE: 19,
  DME_LOWER_EYELID: 20,
  DME_UPPER_EYELID: 21,
} as const;

export interface FlexOps {
  readonly count: number;
  readonly op: Uint8Array;
  /** A controller (FETCH1, TWO_WAY, N_WAY), a descriptor (FETCH2), a number of values (COMBO, DOMINATE). */
  readonly index: Int32Array;
  /** Of CONST. */
  readonly value: Float32Array;
}

/** Of one mesh, how a movement displaces its vertices. */
export interface Flexes {
  readonly count: number;
  /** Row of `Mdl.meshes`. */
  readonly mesh: Uint32Array;
  /** Row of the descriptors (checked). */
  readonly descriptor: Int32Array;
  /** That of the other side of the face; -1: one weight for both. */
  readonly pair: Int32Array;
  /** 4 a flex: weights at which it begins, is whole, is whole still, and has ended. */
  readonly target: Float32Array;
  /** Rows of `VertexAnimations`. */
  readonly firstVertex: Uint32Array;
  readonly vertexCount: Uint32Array;
}

export interface VertexAnimations {
  readonly count: number;
  /** Vertex of the flex's mesh (checked). */
  readonly vertex: Uint16Array;
  /** 0 to 1: how fast it follows. */
  readonly speed: Float32Array;
  /** 0 is wholly of the descriptor's side, 1 of its pair's. */
  readonly side: Float32Array;
  /** 3 a row, inches in model space. */
  readonly delta: Float32Array;
  /** 3 a row. */
  readonly normalDelta: Float32Array;
  /** How much more or less the skin is folded; 0 where the file says nothing of it. */
  readonly wrinkle: Float32Array;
}

/**
 * Lids of eyes. A lid's movement is no weight but how far it is turned: between three turns, by the weights of the
 * movements that lower it, leave it and raise it. Its flexes' targets are such turns.
 */
export interface Eyelids {
  readonly count: number;
  /** Row of the descriptors that the lid's flexes are of (checked). */
  readonly descriptor: Int32Array;
  /** 3 a lid: rows of the descriptors (checked). */
  readonly state: Int32Array;
  /** 3 a lid. */
  readonly target: Float32Array;
}

export interface MdlFlexes {
  /** Names of movements, by the Facial Action Coding System: "AU12R". */
  readonly descriptors: readonly string[];
  readonly controllers: FlexControllers;
  readonly controllerUis: FlexControllerUis;
  readonly rules: FlexRules;
  readonly ops: FlexOps;
  readonly flexes: Flexes;
  readonly vertexAnimations: VertexAnimations;
}
