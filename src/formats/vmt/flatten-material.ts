/**
 * The pairs of a material as one list of parameters: conditions decided and the blocks for this
 * hardware merged in. Later pairs win over earlier ones, blocks over plain pairs.
 */

import type { KeyValuesNode } from "../keyvalues/types.ts";
import type { Vmt, VmtProxy } from "./types.ts";

// What a material asks of the graphics card, answered for a present one: DirectX level 95 with shader
// model 3 and HDR, the highest that the engine's own materials distinguish.

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
function evaluateParamCondition(condition: string): boolean {
  const text = condition.trim().toLowerCase();
  const name = text.replace(/^!\s*/, "");
  const holds = evaluateGpuLevel(name) ?? HOLDS.has(name);
  return holds === (name === text);
}

/** Ends of the names of fallback blocks that count on this hardware, weakest first. */
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
