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

/** `>=dx90`, `<dx90_20b`, `=dx9`, `gpu>=2`: whether such a block is meant; null for other block names. */
export function evaluateDxBlock(name: string): boolean | null {
  const match = /^([<>]=?|==?)\s*dx(\d+)(?:_20b)?$/i.exec(name);
  if (!match) return evaluateGpuLevel(name.toLowerCase());
  const level = Number(match[2]);
  // Levels of one digit are written short: dx9 is 90.
  return COMPARE[match[1]](DX_LEVEL, level < 10 ? level * 10 : level);
}

/** `gpu>=2`, by the setting that the engine calls shader detail; null for anything else. */
function evaluateGpuLevel(name: string): boolean | null {
  const gpu = /^gpu\s*([<>]=?|==?)\s*(\d+)$/.exec(name);
  return gpu && COMPARE[gpu[1]](GPU_LEVEL, Number(gpu[2]));
}

const HOLDS = new Set(["hdr", "srgb", "srgb_pc"]);

/**
 * The condition before the `?` of a parameter such as `hdr?$envmaptint` or `gpu>=2?$detail`; all others,
 * known (`ldr`, `lowfill`, `360`, `sonyps3`) or not, do not hold.
 */
export function evaluateParamCondition(condition: string): boolean {
  const text = condition.trim().toLowerCase();
  const name = text.replace(/^!\s*/, "");
  const holds = evaluateGpuLevel(name) ?? HOLDS.has(name);
  return holds === (name === text);
}
