import { describe, expect, it } from "vitest";
import { compileVbsp } from "../../../src/compile/compile-map.ts";
import { generateMaze, MAX_MAZE_FACES } from "../../../src/compile/generate/maze.ts";
import { buildRoomContent } from "../../../src/compile/generate/room-content.ts";
import { createFindMaterial, readFromMap } from "../../../src/compile/material-info.ts";
import { computeVisibility } from "../../../src/compile/vvis/compute-visibility.ts";
import { writeVmf } from "../../../src/formats/vmf/write-vmf.ts";

const warnings: string[] = [];
const report = { progress() {}, warn: (message: string) => void warnings.push(message) };
const content = buildRoomContent(report);

async function compile(faces: number, seed = 1) {
  const vmf = generateMaze({ faces, props: 0, seed });
  const solids = [vmf.world, ...vmf.entities].flatMap((entity) => entity.solids);
  const names = new Set(solids.flatMap(({ sides }) => sides.map(({ material }) => material)));
  const find = await createFindMaterial(names, readFromMap(content), report);
  const { map, portals } = await compileVbsp(vmf, find, report);
  const count = (lump: Parameters<typeof map.lumps.get>[0], size: number) =>
    (map.lumps.get(lump)?.bytes.length ?? 0) / size;
  return {
    portals,
    faces: count("LUMP_FACES", 56),
    leafs: count("LUMP_LEAFS", 32),
    areas: count("LUMP_AREAS", 8),
  };
}

const countBits = (words: Uint32Array) =>
  words.reduce((sum, word) => sum + word.toString(2).replaceAll("0", "").length, 0);

describe("a generated maze", () => {
  it("has clusters, leafs and areas in proportion to its faces", async () => {
    const small = await compile(2000, 3);
    const large = await compile(16_000, 3);
    for (const [made, faces] of [
      [small, 2000],
      [large, 16_000],
    ] as const) {
      expect(Math.abs(made.faces - faces) / faces).toBeLessThan(0.08);
      expect(made.portals.clusterCount / faces).toBeGreaterThan(0.07);
      expect(made.leafs / faces).toBeGreaterThan(0.18);
    }
    expect(small.areas).toBeGreaterThan(1);
    expect(large.areas).toBeGreaterThan(12);
    expect(warnings).toEqual([]);
  });

  it("is connected, with short sight lines", async () => {
    const { portals } = await compile(8000);
    const { clusterCount, portalCount, clusters } = portals;
    const group = Array.from({ length: clusterCount }, (_, cluster) => cluster);
    const find = (cluster: number): number =>
      group[cluster] === cluster ? cluster : find(group[cluster]);
    for (let i = 0; i < portalCount; i++) group[find(clusters[i * 2])] = find(clusters[i * 2 + 1]);
    expect(new Set(group.map((_, cluster) => find(cluster))).size).toBe(1);
    const { pvs } = await computeVisibility(portals, report);
    expect(countBits(pvs) / clusterCount).toBeLessThan(40);
  });

  it("of the most faces keeps the format's limits", async () => {
    const made = await compile(MAX_MAZE_FACES, 2);
    expect(made.portals.clusterCount).toBeGreaterThan(4000);
    expect(Math.abs(made.faces - MAX_MAZE_FACES) / MAX_MAZE_FACES).toBeLessThan(0.08);
  });

  it("has the requested props, a light a cell or more, and moving things", () => {
    const { entities } = generateMaze({ faces: 4000, props: 300, seed: 1 });
    const count = (name: string) =>
      entities.filter((entity) => entity.get("classname") === name).length;
    expect(count("prop_static")).toBe(300);
    expect(count("light")).toBeGreaterThan(140);
    expect(count("func_brush")).toBe(18);
    expect(count("prop_dynamic")).toBe(18);
    expect(count("func_areaportal")).toBeGreaterThan(3);
    const models = entities.map((entity) => entity.get("model") ?? "");
    expect(models.filter((model) => model.endsWith(".mdl")).every((one) => content.has(one))).toBe(
      true,
    );
  });

  it("is the same for the same numbers, and differs by seed", () => {
    const write = (seed: number) => writeVmf(generateMaze({ faces: 1000, props: 50, seed }));
    expect(write(5)).toBe(write(5));
    expect(write(6)).not.toBe(write(5));
  });

  it("is refused for numbers out of range", () => {
    for (const bad of [{ faces: 999 }, { faces: 56_001 }, { props: 10_001 }, { seed: 0.5 }]) {
      expect(() => generateMaze({ faces: 1000, props: 0, seed: 1, ...bad })).toThrow(RangeError);
    }
  });
});
