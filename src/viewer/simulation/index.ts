/** Tools of pages around a map's simulation: the graph of outputs, and lines of those that fire. */

export { createOutputFlash, type OutputFlash } from "./output-flash.ts";
export {
  buildOutputGraph,
  type GraphEdge,
  type GraphNode,
  MOST_GRAPH_NODES,
  type OutputGraph,
} from "./output-graph.ts";
export { readMoment } from "./read-moment.ts";
