/**
 * The pairs of a material as one list of parameters: conditions decided and the blocks for this
 * hardware merged in. Later pairs win over earlier ones, blocks over plain pairs.
 */

import type { KeyValuesNode } from "../keyvalues/types.ts";
import { evaluateDxBlock, evaluateParamCondition } from "./hardware-condition.ts";
import type { Vmt, VmtProxy } from "./types.ts";

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
