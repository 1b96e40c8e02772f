/**
 * Materials of brush entities with render keys. Each pair of material and modulation gets its own
 * row after the rows of the unmodified materials, so the renderer treats them like any other rows.
 */

import type { Diagnostics } from "../../core/diagnostics.ts";
import {
  type MaterialSet,
  PASS_ALPHA_TEST,
  PASS_OPAQUE,
  PASS_TRANSLUCENT,
} from "../../map/material.ts";
import type { MaterialMotion } from "../../map/motion/material-motion.ts";
import { SURFACE } from "../../map/world.ts";
import type { Modulation } from "./render-properties.ts";

/** Largest number that fits the material bits of a surface word. */
const MAX_MATERIALS = 1 << SURFACE.materialBits;

/** Rows of materials: the unmodified ones first, in their order, then the variants. */
export class MaterialVariants {
  readonly plainCount: number;
  /** Row of the unmodified material, for each row. */
  readonly source: number[];
  /** Modulation of each row; `null` if unmodified. */
  readonly modulation: (Modulation | null)[];
  readonly #rows = new Map<string, number>();
  #leftOut = 0;

  constructor(plainCount: number) {
    this.plainCount = plainCount;
    this.source = Array.from({ length: plainCount }, (_, row) => row);
    this.modulation = this.source.map(() => null);
  }

  add(material: number, modulation: Modulation): void {
    const key = keyOf(material, modulation);
    if (this.#rows.has(key)) return;
    if (this.source.length === MAX_MATERIALS) {
      this.#leftOut++;
      return;
    }
    this.#rows.set(key, this.source.push(material) - 1);
    this.modulation.push(modulation);
  }

  /**
   * Returns the row of a material under a modulation, or the material's own row if no variant was
   * added.
   */
  find(material: number, modulation: Modulation | null): number {
    if (modulation === null) return material;
    return this.#rows.get(keyOf(material, modulation)) ?? material;
  }

  /** Whether surfaces of a row are translucent because of their entity's opacity. */
  isSeeThrough(row: number): boolean {
    const modulation = this.modulation[row];
    return modulation !== null && modulation.alpha < 1;
  }

  warnOfLeftOut(diagnostics: Diagnostics): void {
    if (this.#leftOut === 0) return;
    diagnostics.warn(
      "over-budget",
      "LUMP_ENTITIES",
      `${this.#leftOut} materials of brush entities are left out: a map has ${MAX_MATERIALS} at most.`,
    );
  }
}

function keyOf(material: number, { tint, alpha, fade }: Modulation): string {
  return `${material} ${tint.join(" ")} ${alpha} ${fade}`;
}

/** Returns the set with a row appended for each variant. Textures are shared. */
export function addVariants(set: MaterialSet, variants: MaterialVariants): MaterialSet {
  const { source, modulation } = variants;
  if (source.length === set.count) return set;
  const rows = Object.entries(set).map(([name, column]) => [
    name,
    ArrayBuffer.isView(column) ? repeatRows(column as Column, set.count, source) : column,
  ]);
  const all: MaterialSet = {
    ...(Object.fromEntries(rows) as MaterialSet),
    count: source.length,
    motion: set.motion && repeatMotion(set.motion, variants, set.count),
    name: source.map((row) => set.name[row]),
  };
  for (let row = set.count; row < source.length; row++) {
    const { tint, alpha } = modulation[row] as Modulation;
    for (let channel = 0; channel < 3; channel++) all.tint[row * 3 + channel] *= tint[channel];
    if (alpha === 1) continue;
    all.alpha[row] *= alpha;
    if (all.pass[row] === PASS_OPAQUE || all.pass[row] === PASS_ALPHA_TEST) {
      all.pass[row] = PASS_TRANSLUCENT;
      // Placeholder patterns are not drawn on translucent surfaces.
      all.standIn[row] = 0;
    }
  }
  return all;
}

/**
 * Repeats the motion of each animated material for its variants, with the tint and opacity of the
 * variant.
 */
function repeatMotion(
  motion: MaterialMotion,
  { source, modulation }: MaterialVariants,
  plainCount: number,
): MaterialMotion {
  const rowOf = new Map([...motion.material].map((material, row) => [material, row]));
  const from = [...motion.material.keys()];
  const material = [...motion.material];
  const scale = [...motion.scale];
  for (let variant = plainCount; variant < source.length; variant++) {
    const row = rowOf.get(source[variant]);
    if (row === undefined) continue;
    const { tint, alpha } = modulation[variant] as Modulation;
    from.push(row);
    material.push(variant);
    scale.push(...tint, alpha);
  }
  return {
    count: from.length,
    material: Uint32Array.from(material),
    firstOp: Uint32Array.from(from, (row) => motion.firstOp[row]),
    opCount: Uint32Array.from(from, (row) => motion.opCount[row]),
    scale: Float32Array.from(scale),
    ops: motion.ops,
  };
}

type Column = Uint8Array | Uint32Array | Int32Array | Float32Array;

/** Returns a column (any number of values per row) with its rows taken from `source`. */
function repeatRows(column: Column, count: number, source: readonly number[]): Column {
  const width = column.length / count;
  const out = new (column.constructor as new (length: number) => Column)(source.length * width);
  for (const [row, from] of source.entries()) {
    for (let k = 0; k < width; k++) out[row * width + k] = column[from * width + k];
  }
  return out;
}

/** Returns the least value of all rows of each material. */
export function leastOfVariants(values: ArrayLike<number>, variants: MaterialVariants) {
  const least = new Float32Array(variants.plainCount).fill(Number.POSITIVE_INFINITY);
  for (const [row, material] of variants.source.entries()) {
    least[material] = Math.min(least[material], values[row]);
  }
  return least;
}
