/** A graph of the numbers that a material's proxies compute. Constants are folded at load. */

import {
  MAX_MOTION_OPS,
  MOTION_OP,
  type MotionOpName,
} from "../../../map/motion/material-motion.ts";
import { gammaToLinear } from "../vmt-values.ts";

/** Index of a number in the graph. */
export type Value = number;

interface Node {
  readonly op: MotionOpName;
  readonly operands: readonly number[];
  /** The value if constant; `null` if it changes. */
  readonly constant: number | null;
  /** Value at time 0, without noise. */
  readonly rest: number;
}

/** Operations whose operands are literal numbers, not other values. */
const SOURCES: ReadonlySet<MotionOpName> = new Set([
  "CONSTANT",
  "TIME",
  "CAMERA",
  "UNIFORM",
  "GAUSSIAN",
  "FRAMES",
]);

/** Capacity: far more than a program's length, because much of a graph is folded. */
const MAX_NODES = MAX_MOTION_OPS * 16;

export class ValueGraph {
  readonly #nodes: Node[] = [];
  readonly #known = new Map<string, Value>();
  #seeds = 0;

  /** True if the capacity is reached; the values are useless then. */
  get isFull(): boolean {
    return this.#nodes.length >= MAX_NODES;
  }

  constant(value: number): Value {
    const single = Math.fround(value);
    return this.#add("CONSTANT", [single], single, single);
  }

  time(): Value {
    return this.#add("TIME", [], null, 0);
  }

  camera(axis: number): Value {
    return this.#add("CAMERA", [axis], null, 0);
  }

  frames(role: number): Value {
    return this.#add("FRAMES", [role], null, 1);
  }

  /** Returns a new noise value, independent of the others. */
  noise(op: "UNIFORM" | "GAUSSIAN"): Value {
    return this.#add(op, [this.#seeds++], null, op === "UNIFORM" ? 0.5 : 0);
  }

  apply(op: MotionOpName, ...operands: Value[]): Value {
    const constants = operands.map((value) => this.constantOf(value));
    const rest = Math.fround(
      evaluate(
        op,
        operands.map((value) => this.atRest(value)),
      ),
    );
    if (constants.every((value) => value !== null)) return this.constant(rest);
    const same = simplify(op, operands, constants);
    if (same !== null) return same;
    if (op === "MULTIPLY" && constants.includes(0)) return this.constant(0);
    return this.#add(op, operands, null, rest);
  }

  /** Returns the constant, or `null` if the value changes. */
  constantOf(value: Value): number | null {
    return this.#nodes[value].constant;
  }

  /** Returns the value at time 0, without noise. */
  atRest(value: Value): number {
    return this.#nodes[value].rest;
  }

  /** Returns the change per second of a value that wraps at 1; `null` if it is not linear. */
  rateOf(value: Value): number | null {
    const { op, operands } = this.#nodes[value];
    if (op !== "FRACTION") return null;
    const { op: inner, operands: factors } = this.#nodes[operands[0]];
    if (inner === "TIME") return 1;
    if (inner !== "MULTIPLY" || this.#nodes[factors[0]].op !== "TIME") return null;
    return this.constantOf(factors[1]);
  }

  /**
   * Returns the operations that compute and store values, in order.
   * @param stores targets and their values
   * @param framesOf number of frames of a role's texture
   * @returns `null` if they exceed the length of a program
   */
  emit(
    stores: readonly (readonly [target: number, value: Value])[],
    framesOf: (role: number) => number,
  ): number[] | null {
    const place = new Map<Value, number>();
    const words: number[] = [];
    const float = new Float32Array(1);
    const bitsOf = (value: number) => {
      float[0] = value;
      return new Uint32Array(float.buffer)[0];
    };
    const wanted = new Set<Value>();
    const want = (value: Value): void => {
      if (wanted.has(value)) return;
      wanted.add(value);
      const { op, operands } = this.#nodes[value];
      if (!SOURCES.has(op)) for (const operand of operands) want(operand);
    };
    for (const [, value] of stores) want(value);
    // Operands have lower indexes than the values that use them.
    for (const value of [...wanted].sort((a, b) => a - b)) {
      const { op, operands, constant } = this.#nodes[value];
      place.set(value, words.length / 4);
      if (constant !== null) words.push(MOTION_OP.CONSTANT, bitsOf(constant), 0, 0);
      else if (op === "FRAMES") words.push(MOTION_OP.CONSTANT, bitsOf(framesOf(operands[0])), 0, 0);
      else {
        const places = SOURCES.has(op) ? operands : operands.map((v) => place.get(v) as number);
        words.push(MOTION_OP[op], places[0] ?? 0, places[1] ?? 0, places[2] ?? 0);
      }
    }
    for (const [target, value] of stores) {
      words.push(MOTION_OP.STORE, target, place.get(value) as number, 0);
    }
    return words.length / 4 > MAX_MOTION_OPS ? null : words;
  }

  #add(
    op: MotionOpName,
    operands: readonly number[],
    constant: number | null,
    rest: number,
  ): Value {
    const key = `${op} ${operands.join(" ")}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    // Value 0 always exists.
    if (this.isFull) return 0;
    const value = this.#nodes.push({ op, operands, constant, rest }) - 1;
    this.#known.set(key, value);
    return value;
  }
}

/** Returns the operand that the operation leaves unchanged (x + 0, x · 1), or `null`. */
function simplify(
  op: MotionOpName,
  operands: readonly Value[],
  constants: readonly (number | null)[],
): Value | null {
  const [a, b] = constants;
  if (op === "SELECT" && a !== null) return operands[a !== 0 ? 1 : 2];
  if (op === "ADD" && a === 0) return operands[1];
  if ((op === "ADD" || op === "SUBTRACT") && b === 0) return operands[0];
  if (op === "MULTIPLY" && a === 1) return operands[1];
  if (op === "MULTIPLY" && b === 1) return operands[0];
  return null;
}

/** Evaluates an operation like the GPU: `shaders/materials/move-materials.wgsl`. */
function evaluate(op: MotionOpName, [a, b, c]: readonly number[]): number {
  const value = compute(op, a, b, c);
  return Number.isFinite(value) ? value : 0;
}

function compute(op: MotionOpName, a: number, b: number, c: number): number {
  switch (op) {
    case "ADD":
      return a + b;
    case "SUBTRACT":
      return a - b;
    case "MULTIPLY":
      return a * b;
    case "DIVIDE":
      return b === 0 ? 0 : a / b;
    case "MIN":
      return Math.min(a, b);
    case "MAX":
      return Math.max(a, b);
    case "ABS":
      return Math.abs(a);
    case "SIN":
      return Math.sin(a);
    case "COS":
      return Math.cos(a);
    case "EXP":
      return Math.exp(a);
    case "SQRT":
      return Math.sqrt(Math.max(a, 0));
    case "TRUNCATE":
      return Math.trunc(a);
    case "FRACTION":
      return a - Math.floor(a);
    case "LINEAR":
      return gammaToLinear(a);
    case "LESS_OR_EQUAL":
      return a <= b ? 1 : 0;
    case "SELECT":
      return a !== 0 ? b : c;
    default:
      throw new Error(`visleaf bug: ${op} is no operation on numbers`);
  }
}
