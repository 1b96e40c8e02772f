/** The variables of a material, which proxies read and write. */

import type { Vmt } from "../../../formats/vmt/types.ts";
import { parseTransform } from "../transform-text.ts";
import type { Value, ValueGraph } from "./value-graph.ts";

/**
 * A variable's value. A number has one part, a vector two to four, and a matrix six: two rows of
 * factors for (s, t, 1).
 */
export interface Variable {
  readonly kind: "number" | "vector" | "matrix";
  readonly parts: readonly Value[];
}

/** The engine's defaults. */
const DEFAULTS: Readonly<Record<string, string>> = {
  $alpha: "1",
  $color: "[1 1 1]",
  $color2: "[1 1 1]",
  $envmaptint: "[1 1 1]",
  $selfillumtint: "[1 1 1]",
};

const MATRIX = /(transform|transform2)$/;

export class Variables {
  readonly graph: ValueGraph;
  readonly #vmt: Vmt;
  readonly #values = new Map<string, Variable | null>();
  /** Variables that were written. */
  readonly changed = new Map<string, Variable>();

  constructor(vmt: Vmt, graph: ValueGraph) {
    this.#vmt = vmt;
    this.graph = graph;
  }

  /** Returns `null` if the variable has no value, or one of unsupported form. */
  get(name: string): Variable | null {
    const key = name.trim().toLowerCase();
    let value = this.#values.get(key);
    if (value === undefined) {
      value = this.#parse(key);
      this.#values.set(key, value);
    }
    return value;
  }

  set(name: string, value: Variable): void {
    this.#values.set(name, value);
    this.changed.set(name, value);
  }

  /** Sets a number, all components of a vector, or the referenced component. */
  setNumber(reference: string, value: Value): void {
    const { name, part } = splitReference(reference);
    const before = this.get(name);
    if (before === null || before.kind !== "vector") {
      this.set(name, { kind: "number", parts: [value] });
      return;
    }
    const parts = before.parts.map((own, i) => (part === null || part === i ? value : own));
    this.set(name, { kind: "vector", parts });
  }

  /**
   * Reads a number, a variable, or a component of one: `.5`, `$x`, `$color[1]`. Anything else is 0.
   */
  number(text: string): Value {
    const number = Number.parseFloat(text);
    if (Number.isFinite(number)) return this.graph.constant(number);
    const { name, part } = splitReference(text);
    return this.get(name)?.parts[part ?? 0] ?? this.graph.constant(0);
  }

  #parse(name: string): Variable | null {
    const text = (this.#vmt.params.get(name) ?? DEFAULTS[name])?.trim();
    if (MATRIX.test(name)) {
      const rows = (text === undefined ? null : parseTransform(text)) ?? [
        [1, 0, 0, 0],
        [0, 1, 0, 0],
      ];
      const numbers = rows.flatMap((row) => row.slice(0, 3));
      return { kind: "matrix", parts: numbers.map((n) => this.graph.constant(n)) };
    }
    if (text === undefined) return null;
    const isBytes = text.startsWith("{");
    if (!isBytes && !text.startsWith("[")) {
      const number = Number.parseFloat(text);
      return Number.isFinite(number)
        ? { kind: "number", parts: [this.graph.constant(number)] }
        : null;
    }
    const numbers = text
      .replace(/[[\]{},"]/g, " ")
      .trim()
      .split(/\s+/)
      .slice(0, 4)
      .map((word) => Number.parseFloat(word) || 0);
    const parts = numbers.map((n) => this.graph.constant(isBytes ? n / 255 : n));
    return { kind: "vector", parts };
  }
}

export interface Reference {
  readonly name: string;
  /** Component; `null` for all. */
  readonly part: number | null;
}

export function splitReference(text: string): Reference {
  const match = /^([^[]*)\[\s*(\d+)/.exec(text);
  const name = (match?.[1] ?? text).trim().toLowerCase();
  return { name, part: match ? Number.parseInt(match[2], 10) : null };
}
