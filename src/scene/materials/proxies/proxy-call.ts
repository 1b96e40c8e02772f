/** The arguments and results of one proxy's run. */

import type { Vmt, VmtProxy } from "../../../formats/vmt/types.ts";
import type { MotionOpName } from "../../../map/motion/material-motion.ts";
import type { Value, ValueGraph } from "./value-graph.ts";
import { splitReference, type Variable, type Variables } from "./variables.ts";

export type ProxyReader = (call: ProxyCall) => void;

export class ProxyCall {
  readonly vmt: Vmt;
  readonly graph: ValueGraph;
  readonly variables: Variables;
  readonly #params: ReadonlyMap<string, string>;

  constructor(vmt: Vmt, { params }: VmtProxy, variables: Variables) {
    this.vmt = vmt;
    this.graph = variables.graph;
    this.variables = variables;
    this.#params = params;
  }

  /** Returns a parameter as written, by its lower-case key. */
  text(key: string): string | undefined {
    const text = this.#params.get(key)?.trim();
    return text === "" ? undefined : text;
  }

  /** Returns a numeric parameter, or the present value of the variable that it names. */
  input(key: string, rest: number): Value {
    const text = this.text(key);
    return text === undefined ? this.graph.constant(rest) : this.variables.number(text);
  }

  op(op: MotionOpName, ...operands: Value[]): Value {
    return this.graph.apply(op, ...operands);
  }

  /** Clamps a value between two bounds given in any order. */
  clamp(value: Value, one: Value, other: Value): Value {
    const low = this.op("MIN", one, other);
    return this.op("MIN", this.op("MAX", value, low), this.op("MAX", one, other));
  }

  /** Writes a numeric result to `resultvar`. */
  finish(value: Value): void {
    const result = this.text("resultvar");
    if (result !== undefined) this.variables.setNumber(result, value);
  }

  /**
   * Combines one or two sources and writes the result, component by component for a vector. The
   * result variable keeps its kind; an undefined one takes the kind of the first source.
   */
  finishEach(combine: (a: Value, b: Value) => Value): void {
    const result = this.text("resultvar");
    const first = this.text("srcvar1");
    if (result === undefined || first === undefined) return;
    const a = this.source(first);
    const b = this.source(this.text("srcvar2"));
    const { name, part } = splitReference(result);
    const before = this.variables.get(name);
    const kind = before ?? a;
    if (part !== null || kind === null || kind.kind !== "vector") {
      this.variables.setNumber(result, combine(this.part(a, 0), this.part(b, 0)));
      return;
    }
    const parts = kind.parts.map((_, i) => combine(this.part(a, i), this.part(b, i)));
    this.variables.set(name, { kind: "vector", parts });
  }

  source(name: string | undefined): Variable | null {
    if (name === undefined) return null;
    const number = Number.parseFloat(name);
    if (!Number.isFinite(number)) return this.variables.get(splitReference(name).name);
    return { kind: "number", parts: [this.graph.constant(number)] };
  }

  /** Returns a component of a variable. A plain number counts for all components. */
  part(variable: Variable | null, index: number): Value {
    if (variable === null) return this.graph.constant(0);
    const at = variable.kind === "number" ? 0 : index;
    return variable.parts[at] ?? this.graph.constant(0);
  }
}
