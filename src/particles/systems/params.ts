/** Reads parameters of a particle function as numbers, once at load. */

import type { PcfParams } from "../../formats/pcf/types.ts";

export type Vector = readonly [number, number, number];

/** Finite numbers of a parameter; the default for a missing or damaged one. */
export class Params {
  readonly #params: PcfParams;

  constructor(params: PcfParams) {
    this.#params = params;
  }

  number(name: string, fallback: number): number {
    const [value] = this.#numbers(name, 1) ?? [fallback];
    return value;
  }

  /** Reads an integer within bounds, such as a control point's number. */
  int(name: string, fallback: number, least: number, most: number): number {
    return Math.min(Math.max(Math.trunc(this.number(name, fallback)), least), most);
  }

  /** Reads a control point's number, 0 to 63. */
  point(name: string, fallback = 0): number {
    return this.int(name, fallback, 0, 63);
  }

  bool(name: string, fallback: boolean): boolean {
    return this.number(name, fallback ? 1 : 0) !== 0;
  }

  vector(name: string, fallback: Vector = [0, 0, 0]): Vector {
    const [x, y, z] = this.#numbers(name, 3) ?? fallback;
    return [x, y, z];
  }

  /** Reads a colour as sRGB values from 0 to 1. */
  color(name: string, fallback: Vector = [1, 1, 1]): Vector {
    const bytes = this.#numbers(name, 3);
    return bytes === null ? fallback : [bytes[0] / 255, bytes[1] / 255, bytes[2] / 255];
  }

  #numbers(name: string, least: number): Float64Array | null {
    const value = this.#params.get(name);
    if (value === undefined || value.isArray || !("numbers" in value)) return null;
    const { numbers } = value;
    return numbers.length >= least && numbers.every(Number.isFinite) ? numbers : null;
  }
}
