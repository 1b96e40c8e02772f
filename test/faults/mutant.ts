/** A small change of one file that a test should notice. */

export interface Mutant {
  /** Kind of change: a row of the table in `docs/testing.md`. */
  readonly operator: string;
  /** Enclosing functions and classes, joined by dots; empty at the top of a file. */
  readonly within: string;
  /** Expression or statement that changes, with single spaces. */
  readonly site: string;
  /** Range of characters that `code` replaces. */
  readonly start: number;
  readonly end: number;
  readonly code: string;
}

export function plantMutant(source: string, { start, end, code }: Mutant): string {
  return source.slice(0, start) + code + source.slice(end);
}

export function lineOf(source: string, { start }: Mutant): number {
  return source.slice(0, start).split("\n").length;
}

/** Pairs of tokens that replace each other, in TypeScript and WGSL. */
const SWAPPED: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  sign: [
    ["+", "-"],
    ["+=", "-="],
  ],
  scale: [
    ["*", "/"],
    ["*=", "/="],
    ["<<", ">>"],
  ],
  boundary: [
    ["<", "<="],
    [">", ">="],
  ],
  condition: [
    ["===", "!=="],
    ["==", "!="],
    ["&&", "||"],
  ],
  boolean: [["true", "false"]],
  bound: [
    ["min", "max"],
    ["floor", "ceil"],
  ],
  axis: [["x", "y"]],
};

/** Operator and replacement of each token. */
export const SWAPS: ReadonlyMap<string, readonly [operator: string, code: string]> = new Map(
  Object.entries(SWAPPED).flatMap(([operator, pairs]) =>
    pairs.flatMap(([a, b]) => [
      [a, [operator, b] as const] as const,
      [b, [operator, a] as const] as const,
    ]),
  ),
);

/** Returns a number's text changed by one, a bit mask's shifted, a fraction's halved. */
export function changeNumber(text: string): string | null {
  const match = /^(0x[\da-f_]+|[\d._]+(?:e[+-]?\d+)?)([a-z]?)$/i.exec(text);
  if (match === null) return null;
  const [, digits, suffix] = match;
  const value = Number(digits.replaceAll("_", ""));
  if (!Number.isFinite(value)) return null;
  if (/^0x/i.test(digits)) return `0x${(value === 0 ? 1 : value * 2).toString(16)}${suffix}`;
  const isFloat = /[.e]/i.test(digits);
  const changed = isFloat && value > 0 && value < 1 ? value / 2 : value + 1;
  return `${isFloat && Number.isInteger(changed) ? `${changed}.0` : changed}${suffix}`;
}
