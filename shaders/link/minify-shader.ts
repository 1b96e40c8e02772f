/**
 * WGSL as it is shipped: no comments, no spaces to spare, and short names for what the shaders declare
 * themselves. Each name is the same in every module, so that what they share packs well.
 */

/** What pipelines ask for by its name. */
const ENTRY_POINT = /@(?:vertex|fragment|compute)\b[^{;]*?\bfn\s+(\w+)/g;
const OVERRIDE = /\boverride\s+(\w+)/g;
/** Functions, structs and values; parameters and members. */
const DECLARATIONS = [
  /\b(?:fn|struct|alias|let|const|var(?:<[^>]*>)?)\s+(\w+)/g,
  /(?:^|[{(,;)])\s*(\w+)\s*:/g,
];
/** Not an attribute's name, nor the end of a number. */
const IDENTIFIER = /(?<![\w@])[A-Za-z_]\w*/g;
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
const SWIZZLE = /^(?:[xyzw]{1,4}|[rgba]{1,4})$/;

/** Words and functions of WGSL: a shader may have its own by such a name; and short words that are reserved. */
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

/** 0: `a`, 52: `aa`. */
function shortName(index: number): string {
  const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const rest = Math.floor(index / letters.length);
  return (rest > 0 ? shortName(rest - 1) : "") + letters[index % letters.length];
}

/**
 * Short names for all that some sources declare, and for what is declared for them; the commonest are
 * the shortest.
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

/** Without the spaces that two `-`, `*` or `/` need between them, not to be another word or a comment. */
const SPACED_OPERATOR = /(?<=[\w)\].]) ?([-*/]) ?(?=[\w(.])/g;
/** `1.0` is `1.`, and `0.5` is `.5`. */
const ZERO_AFTER_POINT = /(?<=(?<![\w.])\d+\.)0(?![\w.])/g;
const ZERO_BEFORE_POINT = /(?<![\w.])0(?=\.\d)/g;
const NAMED_NUMBER = /\bconst (\w+)=(\.?\d[\w.]*);/g;

/** Puts numbers where their names stand, but for names that mean something else elsewhere. */
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
