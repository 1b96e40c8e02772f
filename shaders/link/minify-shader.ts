/**
 * Minifies WGSL: removes comments and spaces, and shortens the names that shaders declare. A name
 * is shortened the same way in every module, so that shared code compresses well.
 */

/** Names by which pipelines refer to shaders; these are kept. */
const ENTRY_POINT = /@(?:vertex|fragment|compute)\b[^{;]*?\bfn\s+(\w+)/g;
const OVERRIDE = /\boverride\s+(\w+)/g;
/** Declared functions, structs and values; parameters and members. */
const DECLARATIONS = [
  /\b(?:fn|struct|alias|let|const|var(?:<[^>]*>)?)\s+(\w+)/g,
  /(?:^|[{(,;)])\s*(\w+)\s*:/g,
];
/** Excludes attribute names and suffixes of numbers. */
const IDENTIFIER = /(?<![\w@])[A-Za-z_]\w*/g;
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
const SWIZZLE = /^(?:[xyzw]{1,4}|[rgba]{1,4})$/;

/**
 * WGSL keywords and built-in functions, whose names shaders may redeclare, and short reserved
 * words. None is renamed or used as a short name.
 */
const PREDECLARED = new Set(
  `abs acos acosh all any asin asinh atan atan2 atanh bitcast ceil clamp cos cosh cross degrees determinant distance
  dot exp exp2 floor fma fract frexp inverse ldexp length log log2 max min mix modf normalize pow quantize radians
  reflect refract round saturate select sign sin sinh smoothstep sqrt step tan tanh transpose trunc dpdx dpdy fwidth
  array atomic bool sampler vec2 vec3 vec4 read write function private workgroup uniform storage
  flat linear perspective centroid position size align location index default case switch if else for while loop continuing break continue return
  discard true false fn struct alias let const var override enable requires diagnostic
  as asm do get mod mut new nil of pub ref set try use`.split(/\s+/),
);

const capture = (code: string, pattern: RegExp): string[] =>
  [...code.matchAll(pattern)].map(([, name]) => name);

/** Returns the short name with a number: 0 is `a`, 52 is `aa`. */
function shortName(index: number): string {
  const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const rest = Math.floor(index / letters.length);
  return (rest > 0 ? shortName(rest - 1) : "") + letters[index % letters.length];
}

/**
 * Assigns short names to everything that the sources declare, and to the names in `declared`. The
 * most frequent names get the shortest.
 */
export function shortenNames(
  sources: readonly string[],
  declared: readonly string[] = [],
): ReadonlyMap<string, string> {
  const codes = sources.map((code) => code.replace(COMMENT, " "));
  const counts = new Map<string, number>();
  for (const [name] of codes.flatMap((code) => [...code.matchAll(IDENTIFIER)])) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const kept = new Set(
    codes.flatMap((code) => [...capture(code, ENTRY_POINT), ...capture(code, OVERRIDE)]),
  );
  const own = new Set([
    ...declared,
    ...codes.flatMap((code) => DECLARATIONS.flatMap((pattern) => capture(code, pattern))),
  ]);
  const isOurs = (name: string) =>
    counts.has(name) && !kept.has(name) && !PREDECLARED.has(name) && !SWIZZLE.test(name);
  const names = [...own].filter(isOurs);
  names.sort((a, b) => counts.get(b)! - counts.get(a)! || (a < b ? -1 : 1));
  const short = new Map<string, string>();
  let next = 0;
  for (const name of names) {
    let candidate = shortName(next++);
    while (counts.has(candidate) || PREDECLARED.has(candidate) || SWIZZLE.test(candidate)) {
      candidate = shortName(next++);
    }
    short.set(name, candidate);
  }
  return short;
}

/**
 * Operators without the spaces around them. Spaces between two of `-`, `*` and `/` stay, because
 * these would merge into another token or a comment.
 */
const SPACED_OPERATOR = /(?<=[\w)\].]) ?([-*/]) ?(?=[\w(.])/g;
/** Shortens `1.0` to `1.` and `0.5` to `.5`. */
const ZERO_AFTER_POINT = /(?<=(?<![\w.])\d+\.)0(?![\w.])/g;
const ZERO_BEFORE_POINT = /(?<![\w.])0(?=\.\d)/g;
const NAMED_NUMBER = /\bconst (\w+)=(\.?\d[\w.]*);/g;

/** Replaces named numbers by their values, except names that are declared more than once. */
function inlineNumbers(code: string): string {
  const declared = DECLARATIONS.flatMap((pattern) => capture(code, pattern));
  const numbers = new Map<string, string>();
  for (const [, name, value] of code.matchAll(NAMED_NUMBER)) {
    if (declared.indexOf(name) === declared.lastIndexOf(name)) numbers.set(name, value);
  }
  return code
    .replace(NAMED_NUMBER, (whole, name) => (numbers.has(name) ? "" : whole))
    .replace(/(?<![\w@.])[A-Za-z_]\w*/g, (name) => numbers.get(name) ?? name);
}

export function minifyShader(code: string, names: ReadonlyMap<string, string> = new Map()): string {
  const packed = code
    .replace(COMMENT, " ")
    .replace(/\s+/g, " ")
    .replace(/ ?([{}();,:=+<>|&^%!]) ?/g, "$1")
    .replace(/,(?=[)}])/g, "")
    .replace(SPACED_OPERATOR, "$1")
    .replace(ZERO_AFTER_POINT, "")
    .replace(ZERO_BEFORE_POINT, "")
    .trim();
  return inlineNumbers(packed).replace(IDENTIFIER, (name) => names.get(name) ?? name);
}
