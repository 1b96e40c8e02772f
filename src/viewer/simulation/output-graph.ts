/** Builds the graph of a map's outputs: nodes are entities, edges the outputs between them. */

import { EntityNames, listOutputs } from "../../analysis/entity-names.ts";
import type { EntityOutput } from "../../formats/bsp/read/parse-output.ts";
import type { MapEntity } from "../viewer-types.ts";
import { toEntities } from "./entity-pairs.ts";

export interface GraphNode {
  /** Name, or the class of an entity without one; the target's text if it is broken. */
  readonly title: string;
  /** Class; empty if entities of several classes have the name. */
  readonly className: string;
  /** Rows of `Viewer.entities` that have the name; empty for targets that no entity has. */
  readonly rows: readonly number[];
  /** "entity"; "broken" for a target that no entity has; "later" for one known only at run time. */
  readonly kind: "entity" | "broken" | "later";
}

export interface GraphEdge {
  /** Rows of `nodes`. */
  readonly from: number;
  readonly to: number;
  /** Outputs between the two, in the map's order. */
  readonly outputs: readonly EntityOutput[];
}

export interface OutputGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** Nodes of the whole map that have an edge. */
  readonly total: number;
}

/** Nodes of a graph unless another number is given: more cannot be read, and take long to lay out. */
export const MOST_GRAPH_NODES = 150;

interface FullNode extends GraphNode {
  readonly rows: number[];
  readonly edges: FullEdge[];
}

interface FullEdge {
  readonly from: FullNode;
  readonly to: FullNode;
  readonly outputs: EntityOutput[];
}

/**
 * @param around words in names and classes: the graph has these entities, and others near them. If
 *   empty, it starts with the entities that have most edges.
 */
export function buildOutputGraph(
  entities: readonly MapEntity[],
  around = "",
  most = MOST_GRAPH_NODES,
): OutputGraph {
  const all = connect(entities);
  const starts = chooseStarts(all, around);
  const chosen = spread(starts, most);
  const nodes = [...chosen.keys()];
  const edges: GraphEdge[] = [];
  for (const [node, from] of chosen) {
    for (const edge of node.edges) {
      const to = chosen.get(edge.to);
      if (edge.from === node && to !== undefined) edges.push({ from, to, outputs: edge.outputs });
    }
  }
  return {
    nodes: nodes.map(({ title, className, rows, kind }) => ({ title, className, rows, kind })),
    edges,
    total: all.length,
  };
}

/** Returns the nodes that have edges. Entities of one name are one node. */
function connect(entities: readonly MapEntity[]): readonly FullNode[] {
  const parsed = toEntities(entities);
  const names = new EntityNames(parsed);
  const nodes = new Map<string, FullNode>();
  const nodeOf = (key: string, title: string, className: string, kind: GraphNode["kind"]) => {
    const known = nodes.get(key);
    if (known !== undefined) return known;
    const node: FullNode = { title, className, rows: [], kind, edges: [] };
    nodes.set(key, node);
    return node;
  };
  const keys: string[] = [];
  const rowsOfKey = new Map<string, number[]>();
  for (const [row, entity] of parsed.entries()) {
    const name = entity.get("targetname") ?? "";
    keys[row] = name === "" ? `#${row}` : `=${name.toLowerCase()}`;
    const rows = rowsOfKey.get(keys[row]);
    if (rows === undefined) rowsOfKey.set(keys[row], [row]);
    else rows.push(row);
  }
  const entityNode = (row: number): FullNode => {
    const key = keys[row];
    const rows = rowsOfKey.get(key)!;
    const classes = new Set(rows.map((one) => parsed[one].get("classname") ?? ""));
    const className = classes.size === 1 ? [...classes][0] : "";
    const name = parsed[row].get("targetname") ?? "";
    const node = nodeOf(key, name || className, className, "entity");
    if (node.rows.length === 0) node.rows.push(...rows);
    return node;
  };
  const edges = new Map<FullNode, Map<FullNode, FullEdge>>();
  const join = (from: FullNode, to: FullNode, output: EntityOutput): void => {
    const ends = edges.get(from) ?? new Map<FullNode, FullEdge>();
    edges.set(from, ends);
    const known = ends.get(to);
    if (known !== undefined) {
      known.outputs.push(output);
      return;
    }
    const edge: FullEdge = { from, to, outputs: [output] };
    ends.set(to, edge);
    from.edges.push(edge);
    if (to !== from) to.edges.push(edge);
  };
  for (const [row, entity] of parsed.entries()) {
    const outputs = listOutputs(entity);
    if (outputs.length === 0) continue;
    const from = entityNode(row);
    for (const output of outputs) {
      const { target } = output;
      const found = names.findTarget(target, row);
      if (found === null) join(from, nodeOf(`${keys[row]} ${target}`, target, "", "later"), output);
      else if (found.length === 0) {
        join(from, nodeOf(`?${target.toLowerCase()}`, target, "", "broken"), output);
      }
      for (const to of new Set(found?.map(entityNode))) join(from, to, output);
    }
  }
  return [...nodes.values()];
}

function chooseStarts(nodes: readonly FullNode[], around: string): readonly FullNode[] {
  const words = around
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return [...nodes].sort((a, b) => b.edges.length - a.edges.length);
  return nodes.filter(({ title, className }) => {
    const text = `${title} ${className}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Returns starts and what is near them, nearest first, each with its row. */
function spread(starts: readonly FullNode[], most: number): ReadonlyMap<FullNode, number> {
  const chosen = new Map<FullNode, number>();
  const open: FullNode[] = [];
  const take = (node: FullNode): void => {
    if (chosen.has(node) || chosen.size >= most) return;
    chosen.set(node, chosen.size);
    open.push(node);
  };
  for (const start of starts) {
    if (chosen.size >= most) break;
    take(start);
    for (let node = open.shift(); node !== undefined; node = open.shift()) {
      for (const { from, to } of node.edges) {
        take(from);
        take(to);
      }
    }
  }
  return chosen;
}
