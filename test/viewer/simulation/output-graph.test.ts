import { describe, expect, it } from "vitest";
import { labelOf, layOutGraph } from "../../../src/app/simulation/graph-layout.ts";
import { buildOutputGraph, type OutputGraph } from "../../../src/viewer/simulation/output-graph.ts";
import { make, type Pairs } from "../../simulation/make-simulation.ts";

const AUTO: Pairs = [
  ["classname", "logic_auto"],
  ["OnMapSpawn", "relay,Trigger,,0.5,-1"],
  ["OnMapSpawn", "relay,Enable,,0,1"],
];
const MAP: Pairs[] = [
  AUTO,
  make(
    "logic_relay",
    "relay",
    ["OnTrigger", "lamp*,TurnOn,,0,-1"],
    ["OnTrigger", "ghost,Kill,,0,-1"],
  ),
  make("light", "lamp1"),
  make("light", "lamp1"),
  make("light_spot", "lamp2"),
  make(
    "trigger_once",
    "",
    ["OnTrigger", "!activator,Kill,,0,-1"],
    ["OnTrigger", "!self,Kill,,0,-1"],
  ),
  make("info_target", "alone"),
];

/** Edges as `from -> to`, in the graph's order. */
const edgesOf = ({ nodes, edges }: OutputGraph) =>
  edges.map(({ from, to }) => `${nodes[from].title} -> ${nodes[to].title}`);

describe("buildOutputGraph", () => {
  it("joins entities of one name, and outputs between the same two", () => {
    const graph = buildOutputGraph(MAP);
    const titles = graph.nodes.map(({ title }) => title);
    expect(titles).not.toContain("alone");
    expect(graph.total).toBe(titles.length);
    const lamp = graph.nodes[titles.indexOf("lamp1")];
    expect(lamp).toMatchObject({ className: "light", rows: [2, 3], kind: "entity" });
    expect(edgesOf(graph).sort()).toEqual([
      "logic_auto -> relay",
      "relay -> ghost",
      "relay -> lamp1",
      "relay -> lamp2",
      "trigger_once -> !activator",
      "trigger_once -> trigger_once",
    ]);
    const first = graph.edges.find(({ from }) => graph.nodes[from].title === "logic_auto");
    expect(first?.outputs.map(({ input, delay }) => [input, delay])).toEqual([
      ["Trigger", 0.5],
      ["Enable", 0],
    ]);
  });

  it("marks targets that no entity has, and those known only when it runs", () => {
    const { nodes } = buildOutputGraph(MAP);
    const kindOf = (name: string) => nodes.find(({ title }) => title === name);
    expect(kindOf("ghost")).toMatchObject({ kind: "broken", rows: [] });
    expect(kindOf("!activator")).toMatchObject({ kind: "later", rows: [] });
  });

  it("shows what is around a name, nearest first, up to a number of entities", () => {
    const chain = Array.from({ length: 3000 }, (_, i) =>
      make("logic_relay", `r${i}x`, ["OnTrigger", `r${i + 1}x,Trigger,,0,-1`]),
    );
    const graph = buildOutputGraph(chain, "R1500X", 5);
    expect(graph.nodes.map(({ title }) => title).sort()).toEqual([
      "r1498x",
      "r1499x",
      "r1500x",
      "r1501x",
      "r1502x",
    ]);
    expect(graph.nodes[0].title).toBe("r1500x");
    expect(edgesOf(graph)).toHaveLength(4);
    expect(graph.total).toBe(3001);
    expect(buildOutputGraph(chain, "no such").nodes).toEqual([]);
  });

  it("starts with the entity that has most connections", () => {
    expect(buildOutputGraph(MAP, "", 2).nodes[0].title).toBe("relay");
  });
});

describe("layOutGraph", () => {
  it("places entities from left to right, without overlap", () => {
    const graph = buildOutputGraph(MAP);
    const { nodes, edges, width, height } = layOutGraph(graph);
    for (const [row, { from, to }] of graph.edges.entries()) {
      expect(edges[row].points.length).toBeGreaterThan(1);
      if (from !== to) expect(nodes[from].x).toBeLessThan(nodes[to].x);
    }
    for (const [row, a] of nodes.entries()) {
      expect(a.x + a.width / 2).toBeLessThanOrEqual(width);
      expect(a.y).toBeLessThan(height);
      for (const b of nodes.slice(row + 1)) {
        const isApart = Math.abs(a.x - b.x) >= (a.width + b.width) / 2 || Math.abs(a.y - b.y) >= 38;
        expect(isApart).toBe(true);
      }
    }
    const label = edges.find(({ label }) => label.startsWith("OnMapSpawn"))?.label;
    expect(label).toBe("OnMapSpawn → Trigger +0.5 s and 1 more");
    expect(labelOf(graph.edges[0].outputs)).not.toBe("");
  });
});
