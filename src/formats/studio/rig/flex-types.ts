/**
 * Facial animation: inputs (controllers), rules that compute the weight of each facial movement
 * from them, and the displacement of vertices by each movement (flexes, also known as morphs).
 * Valve's public `studio.h`.
 */

export interface FlexControllers {
  readonly count: number;
  readonly name: readonly string[];
  /** Group in user interfaces: "eyes", "mouth". */
  readonly type: readonly string[];
  readonly min: Float32Array;
  readonly max: Float32Array;
}

/** `FlexControllerRemapType_t` */
export const FLEX_REMAPS = ["passthru", "2way", "nway", "eyelid"] as const;

/** Sliders of the user interface: one controller, or a left and a right one. */
export interface FlexControllerUis {
  readonly count: number;
  readonly name: readonly string[];
  /** Row of `FLEX_REMAPS`. */
  readonly remap: Uint8Array;
  /** Rows of the controllers (checked); −1 if none. */
  readonly left: Int32Array;
  readonly right: Int32Array;
  /** Controller that selects the value of an `nway` slider. */
  readonly value: Int32Array;
}

/** Rules. Each computes the weight of one movement with operations on a stack. */
export interface FlexRules {
  readonly count: number;
  /** Row of the descriptors (checked). */
  readonly descriptor: Int32Array;
  /** Run of `FlexOps`. */
  readonly firstOp: Uint32Array;
  readonly opCount: Uint32Array;
}

/** `STUDIO_CONST` and others: opcodes. */
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
  /**
   * Controller (FETCH1, TWO_WAY, N_WAY), descriptor (FETCH2), or number of values (COMBO,
   * DOMINATE).
   */
  readonly index: Int32Array;
  /** Operand of CONST. */
  readonly value: Float32Array;
}

/** Flexes: how movements displace the vertices of a mesh. */
export interface Flexes {
  readonly count: number;
  /** Row of `Mdl.meshes`. */
  readonly mesh: Uint32Array;
  /** Row of the descriptors (checked). */
  readonly descriptor: Int32Array;
  /** Descriptor of the other side of the face; −1 if both sides have the same weight. */
  readonly pair: Int32Array;
  /** 4 a flex: weights at the start, at full effect, at the end of full effect, and at the end. */
  readonly target: Float32Array;
  /** Run of `VertexAnimations`. */
  readonly firstVertex: Uint32Array;
  readonly vertexCount: Uint32Array;
}

export interface VertexAnimations {
  readonly count: number;
  /** Vertex of the flex's mesh (checked). */
  readonly vertex: Uint16Array;
  /** Speed, 0 to 1. */
  readonly speed: Float32Array;
  /** 0 for the descriptor's side of the face, 1 for its pair's. */
  readonly side: Float32Array;
  /** 3 a row, inches in model space. */
  readonly delta: Float32Array;
  /** 3 a row. */
  readonly normalDelta: Float32Array;
  /** Change in wrinkling; 0 if the file does not store it. */
  readonly wrinkle: Float32Array;
}

/**
 * Eyelids. The movement of a lid is an angle instead of a weight: it is interpolated between three
 * angles by the weights of the movements that lower it, leave it and raise it. The targets of its
 * flexes are such angles.
 */
export interface Eyelids {
  readonly count: number;
  /** Row of the descriptor of the lid's flexes (checked). */
  readonly descriptor: Int32Array;
  /** 3 a lid: rows of the descriptors (checked). */
  readonly state: Int32Array;
  /** 3 a lid. */
  readonly target: Float32Array;
}

export interface MdlFlexes {
  /** Names of movements in the Facial Action Coding System: "AU12R". */
  readonly descriptors: readonly string[];
  readonly controllers: FlexControllers;
  readonly controllerUis: FlexControllerUis;
  readonly rules: FlexRules;
  readonly ops: FlexOps;
  readonly flexes: Flexes;
  readonly vertexAnimations: VertexAnimations;
}
