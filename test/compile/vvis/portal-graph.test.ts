import { describe, expect, it } from "vitest";
import type { PortalFile } from "../../../src/compile/types.ts";
import { computeVisibility } from "../../../src/compile/vvis/compute-visibility.ts";
import { createPortalGraph } from "../../../src/compile/vvis/portal-graph.ts";
import { packPortals, rectangle } from "../make-portals.ts";

const door = rectangle(0, 64, [0, 0], [32, 80]);

function collect(portals: PortalFile) {
  const warnings: string[] = [];
  const report = { progress() {}, warn: (message: string) => warnings.push(message) };
  return { graph: createPortalGraph(portals, report), warnings };
}

describe("createPortalGraph", () => {
  it("makes two directed portals of each, into the cluster beyond", () => {
    const { graph } = collect(packPortals(2, [{ sides: [0, 1], points: door }]));
    expect([...graph.target]).toEqual([1, 0]);
    expect([...graph.planes]).toEqual([1, 0, 0, 64, -1, -0, -0, -64]);
    expect([...graph.spheres.subarray(0, 4)]).toEqual([64, 16, 40, Math.hypot(16, 40)]);
    expect([...graph.firstWay]).toEqual([0, 1, 2]);
    expect([...graph.clusterWays]).toEqual([0, 1]);
  });

  it("leaves out portals without area, with a warning", () => {
    const line = [0, 0, 0, 0, 0, 10, 0, 0, 20];
    const { graph, warnings } = collect(
      packPortals(3, [
        { sides: [0, 1], points: line },
        { sides: [0, 1], points: door },
        { sides: [1, 2], points: [0, 0, 0, 1, 1, 1] },
      ]),
    );
    expect([...graph.target]).toEqual([1, 0]);
    expect(warnings).toEqual(["vvis: 2 portals have no area and were left out"]);
  });

  it("ignores portals between parts of one cluster", () => {
    const { graph, warnings } = collect(packPortals(2, [{ sides: [1, 1], points: door }]));
    expect(graph.wayCount).toBe(0);
    expect(warnings).toEqual([]);
  });

  const many = Array.from({ length: 65 }, (_, i) => [0, Math.cos(i / 10.5), Math.sin(i / 10.5)]);
  it.each([
    ["a cluster out of range", packPortals(2, [{ sides: [0, 2], points: door }]), "bad-index", 4],
    ["too many clusters", packPortals(32_769, []), "bad-count", 2],
    ["too many points", packPortals(2, [{ sides: [0, 1], points: many.flat() }]), "bad-count", 4],
    [
      "a coordinate that is not a number",
      packPortals(2, [
        { sides: [0, 1], points: door },
        { sides: [0, 1], points: [...door.slice(0, 11), Number.NaN] },
      ]),
      "bad-value",
      5,
    ],
    [
      "too many portals",
      packPortals(
        2,
        Array.from({ length: 32_769 }, () => ({ sides: [0, 1] as const, points: [] })),
      ),
      "bad-count",
      3,
    ],
  ])("refuses %s, by its line", async (_, portals, code, line) => {
    const report = { progress() {}, warn() {} };
    const error = expect.objectContaining({ name: "FormatError", format: "PRT", code, line });
    await expect(computeVisibility(portals, report)).rejects.toThrow(error);
  });
});
