/**
 * The proxies of a material, run once at load with numbers that may change with time: what comes out
 * constant is as if the material said so, and what does not becomes a program.
 */

import type { Vmt } from "../../../formats/vmt/types.ts";
import { ENTITY_PROXIES } from "./entity-proxies.ts";
import { MATH_PROXIES } from "./math-proxies.ts";
import { ProxyCall } from "./proxy-call.ts";
import { TEXTURE_PROXIES } from "./texture-proxies.ts";
import { ValueGraph } from "./value-graph.ts";
import { type Variable, Variables } from "./variables.ts";

const PROXIES = new Map(Object.entries({ ...MATH_PROXIES, ...TEXTURE_PROXIES, ...ENTITY_PROXIES }));

export interface DrivenMaterial {
  /** With all numbers and vectors as they are at time 0. */
  readonly vmt: Vmt;
  readonly graph: ValueGraph;
  /** What proxies wrote. */
  readonly changed: ReadonlyMap<string, Variable>;
  /** Names of proxies that are not known. */
  readonly ignored: readonly string[];
}

/** null: the material has no proxies, or more of them than there is room for. */
export function runProxies(vmt: Vmt): DrivenMaterial | null {
  if (vmt.proxies.length === 0) return null;
  const graph = new ValueGraph();
  // Where there is no room, values are this one.
  graph.constant(0);
  const variables = new Variables(vmt, graph);
  const ignored: string[] = [];
  for (const proxy of vmt.proxies) {
    const read = PROXIES.get(proxy.name);
    if (read === undefined) ignored.push(proxy.name);
    else read(new ProxyCall(vmt, proxy, variables));
    if (graph.isFull) return null;
  }
  const params = new Map(vmt.params);
  for (const [name, { kind, parts }] of variables.changed) {
    const numbers = parts.map((value) => graph.atRest(value));
    if (kind === "number") params.set(name, `${numbers[0]}`);
    else if (kind === "vector") params.set(name, `[${numbers.join(" ")}]`);
  }
  return { vmt: { ...vmt, params }, graph, changed: variables.changed, ignored };
}
