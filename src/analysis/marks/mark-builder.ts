/** Builder for the columns of a `MarkSet`. */

import type { Ledger } from "../../core/ledger.ts";
import type { MarkSet } from "../../map/mark-set.ts";

/** Properties of a shape besides its geometry. */
export interface ShapeFacts {
  /** Row of `MARK_KINDS`. */
  readonly kind: number;
  readonly color: number;
  /** Name of its material or class. */
  readonly name: string;
  readonly source?: number;
  readonly area?: number;
  readonly contents?: number;
  readonly entity?: number;
}

export class MarkBuilder {
  readonly #ledger: Ledger;
  readonly #facts: ShapeFacts[] = [];
  readonly #box: number[] = [];
  readonly #corners: number[] = [];
  readonly #lines: number[] = [];
  readonly #firstTriangle = [0];
  readonly #firstLine = [0];
  readonly #clusters: (readonly number[])[] = [];
  readonly #names = new Map<string, number>();
  #leftOut = 0;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  get count(): number {
    return this.#facts.length;
  }

  /** Number of shapes that exceeded the budget. */
  get leftOut(): number {
    return this.#leftOut;
  }

  /**
   * Adds a shape of triangles (9 numbers each) and lines (6 each), world space.
   * @param clusters from which the shape is visible; empty for everywhere
   */
  add(
    facts: ShapeFacts,
    corners: readonly number[],
    lines: readonly number[],
    clusters: readonly number[] = [],
  ): void {
    const vertices = corners.length / 3 + lines.length / 3;
    if (vertices === 0) return;
    const isAfforded = this.#ledger.tryTake("vertices", vertices);
    if (!isAfforded || !this.#ledger.tryTake("clusters", clusters.length + 1)) {
      this.#leftOut++;
      return;
    }
    const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    for (const points of [corners, lines]) {
      for (let i = 0; i < points.length; i++) {
        const axis = i % 3;
        if (points[i] < box[axis]) box[axis] = points[i];
        if (points[i] > box[axis + 3]) box[axis + 3] = points[i];
      }
    }
    for (const value of box) this.#box.push(value);
    for (const value of corners) this.#corners.push(value);
    for (const value of lines) this.#lines.push(value);
    this.#firstTriangle.push(this.#corners.length / 9);
    this.#firstLine.push(this.#lines.length / 6);
    this.#clusters.push(clusters);
    this.#facts.push(facts);
    if (!this.#names.has(facts.name)) this.#names.set(facts.name, this.#names.size);
  }

  build(): MarkSet {
    const facts = this.#facts;
    const column = (value: (shape: ShapeFacts) => number | undefined) =>
      Int32Array.from(facts, (shape) => value(shape) ?? -1);
    const firstCluster = new Uint32Array(facts.length + 1);
    for (let i = 0; i < facts.length; i++) {
      firstCluster[i + 1] = firstCluster[i] + this.#clusters[i].length;
    }
    return {
      count: facts.length,
      kind: Uint8Array.from(facts, ({ kind }) => kind),
      color: Uint32Array.from(facts, ({ color }) => color),
      box: Float32Array.from(this.#box),
      firstTriangle: Uint32Array.from(this.#firstTriangle),
      corners: Float32Array.from(this.#corners),
      firstLine: Uint32Array.from(this.#firstLine),
      lines: Float32Array.from(this.#lines),
      firstCluster,
      clusters: Uint32Array.from(this.#clusters.flat()),
      source: column(({ source }) => source),
      area: column(({ area }) => area),
      contents: Int32Array.from(facts, ({ contents }) => contents ?? 0),
      entity: column(({ entity }) => entity),
      name: Uint32Array.from(facts, ({ name }) => this.#names.get(name) as number),
      names: [...this.#names.keys()],
    };
  }
}
