/**
 * Flattens the pairs of a material to a list of parameters: conditions are evaluated and blocks for
 * this hardware merged. Later pairs override earlier ones, and blocks override plain pairs.
 */

import type { KeyValuesNode } from "../keyvalues/types.ts";
import type { Vmt, VmtProxy } from "./types.ts";

// Answers to a material's hardware conditions for a current graphics card: DirectX level 95 with
// shader model 3 and HDR, the highest that the engine's materials distinguish.

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

/**
 * Whether a block such as `>=dx90`, `<dx90_20b`, `=dx9` or `gpu>=2` applies; `null` for other block
 * names.
 */
export function evaluateDxBlock(name: string): boolean | null {
  const match = /^([<>]=?|==?)\s*dx(\d+)(?:_20b)?$/i.exec(name);
  if (!match) return evaluateGpuLevel(name.toLowerCase());
  const level = Number(match[2]);
  // Levels of one digit are abbreviations: dx9 is 90.
  return COMPARE[match[1]](DX_LEVEL, level < 10 ? level * 10 : level);
}

/**
 * Whether `gpu>=2` applies, which tests the engine's shader detail setting; `null` for other text.
 */
function evaluateGpuLevel(name: string): boolean | null {
  const gpu = /^gpu\s*([<>]=?|==?)\s*(\d+)$/.exec(name);
  return gpu && COMPARE[gpu[1]](GPU_LEVEL, Number(gpu[2]));
}

const HOLDS = new Set(["hdr", "srgb", "srgb_pc"]);

/**
 * Whether the condition before the `?` of a parameter such as `hdr?$envmaptint` or `gpu>=2?$detail`
 * is true. All others, known (`ldr`, `lowfill`, `360`, `sonyps3`) or not, are false.
 */
function evaluateParamCondition(condition: string): boolean {
  const text = condition.trim().toLowerCase();
  const name = text.replace(/^!\s*/, "");
  const holds = evaluateGpuLevel(name) ?? HOLDS.has(name);
  return holds === (name === text);
}

/** Name endings of fallback blocks that apply to this hardware, lowest priority first. */
const FALLBACK_SUFFIXES = ["_dx9", "_hdr", "_hdr_dx9"];

export function flattenMaterial(shader: string, nodes: readonly KeyValuesNode[]): Vmt {
  const params = new Map<string, string>();
  const proxies: VmtProxy[] = [];
  addPairs(nodes, params, proxies);
  for (const { key, value } of nodes) {
    if (typeof value !== "string" && evaluateDxBlock(key.trim()) === true) {
      addPairs(value, params, proxies);
    }
  }
  for (const suffix of FALLBACK_SUFFIXES) {
    for (const { key, value } of nodes) {
      if (typeof value !== "string" && key.trim().toLowerCase() === shader + suffix) {
        addPairs(value, params, proxies);
      }
    }
  }
  return { shader, params, proxies };
}

function addPairs(
  nodes: readonly KeyValuesNode[],
  params: Map<string, string>,
  proxies: VmtProxy[],
): void {
  for (const { key, value } of nodes) {
    const name = key.trim().toLowerCase();
    if (typeof value !== "string") {
      if (name !== "proxies") continue;
      for (const proxy of value) proxies.push(readProxy(proxy));
      continue;
    }
    const mark = name.indexOf("?");
    if (mark < 0) params.set(name, value);
    else if (evaluateParamCondition(name.slice(0, mark))) params.set(name.slice(mark + 1), value);
  }
}

function readProxy({ key, value }: KeyValuesNode): VmtProxy {
  const params = new Map<string, string>();
  if (typeof value !== "string") addPairs(value, params, []);
  return { name: key.trim().toLowerCase(), params };
}
