/**
 * What a material asks of the graphics card, answered for a present one: DirectX level 95 with shader
 * model 3 and HDR, the highest that the engine's own materials distinguish.
 */

const DX_LEVEL = 95;
const GPU_LEVEL = 3;

const COMPARE: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
  "=": (a, b) => a === b,
  "==": (a, b) => a === b,
};

/** `>=dx90`, `<dx90_20b`, `dx9`: whether such a block is meant; null for other block names. */
export function evaluateDxBlock(name: string): boolean | null {
  const match = /^([<>]=?|==?)\s*dx(\d+)(?:_20b)?$/i.exec(name);
  if (!match) return null;
  const level = Number(match[2]);
  // Levels of one digit are written short: dx9 is 90.
  return COMPARE[match[1]](DX_LEVEL, level < 10 ? level * 10 : level);
}

const HOLDS = new Set(["hdr", "srgb"]);

/**
 * The condition before the `?` of a parameter such as `hdr?$envmaptint` or `gpu>=2?$detail`; the
 * unknown ones (`ldr`, `lowfill`, `360`, `sonyps3`) do not hold.
 */
export function evaluateParamCondition(condition: string): boolean {
  const text = condition.trim().toLowerCase();
  const not = text.startsWith("!");
  const name = not ? text.slice(1).trim() : text;
  const gpu = /^gpu\s*([<>]=?|==?)\s*(\d+)$/.exec(name);
  const holds = gpu ? COMPARE[gpu[1]](GPU_LEVEL, Number(gpu[2])) : HOLDS.has(name);
  return holds !== not;
}
