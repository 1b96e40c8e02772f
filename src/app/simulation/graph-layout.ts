/** Lays out the graph of a map's outputs by dagre, from left to right. */

import { Graph, layout } from "@dagrejs/dagre";
import type { OutputGraph } from "../../viewer/simulation/index.ts";

const LETTER = 6.6;
const NODE_PADDING = 18;
const LEAST_WIDTH = 90;
const MOST_WIDTH = 230;
export const NODE_HEIGHT = 38;
const LABEL_HEIGHT = 15;

export interface PlacedNode {
  /** Middle. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export interface PlacedEdge {
  readonly points: readonly { readonly x: number; readonly y: number }[];
  /** Middle of its label. */
  readonly x: number;
  readonly y: number;
  readonly label: string;
}

export interface PlacedGraph {
  readonly width: number;
  readonly height: number;
  /** A row of each of the graph's nodes and edges. */
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
}

export const widthOf = (text: string): number =>
  Math.min(Math.max(text.length * LETTER + NODE_PADDING, LEAST_WIDTH), MOST_WIDTH);

/** Returns the text of an edge: its first output, and the number of others. */
export function labelOf(outputs: OutputGraph["edges"][number]["outputs"]): string {
  const [{ name, input, delay }] = outputs;
  const after = delay > 0 ? ` +${delay} s` : "";
  const more = outputs.length > 1 ? ` and ${outputs.length - 1} more` : "";
  return `${name} → ${input}${after}${more}`;
}

export function layOutGraph({ nodes, edges }: OutputGraph): PlacedGraph {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: "LR", nodesep: 14, ranksep: 40, marginx: 20, marginy: 20 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const [row, { title, className }] of nodes.entries()) {
    const width = Math.max(widthOf(title), widthOf(className));
    graph.setNode(String(row), { width, height: NODE_HEIGHT });
  }
  const labels = edges.map(({ outputs }) => labelOf(outputs));
  for (const [row, { from, to }] of edges.entries()) {
    const size = { width: labels[row].length * LETTER, height: LABEL_HEIGHT };
    graph.setEdge(String(from), String(to), { ...size, labelpos: "c" }, String(row));
  }
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    ...{ width, height },
    nodes: nodes.map((_, row) => {
      const { x, y, width } = graph.node(String(row));
      return { x: x!, y: y!, width };
    }),
    edges: edges.map(({ from, to }, row) => {
      const { points, x, y } = graph.edge(String(from), String(to), String(row));
      return { points: points ?? [], x: x ?? 0, y: y ?? 0, label: labels[row] };
    }),
  };
}
