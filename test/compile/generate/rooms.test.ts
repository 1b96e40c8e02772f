import { describe, expect, it } from "vitest";
import { compileVbsp } from "../../../src/compile/compile-map.ts";
import { buildRoomContent } from "../../../src/compile/generate/room-content.ts";
import { generateRooms } from "../../../src/compile/generate/rooms.ts";
import { createFindMaterial, readFromMap } from "../../../src/compile/material-info.ts";
import { computeVisibility } from "../../../src/compile/vvis/compute-visibility.ts";
import { writeVmf } from "../../../src/formats/vmf/write-vmf.ts";

const warnings: string[] = [];
const report = { progress() {}, warn: (message: string) => void warnings.push(message) };
const content = buildRoomContent(report);

async function compile(faces: number, props = 0, seed = 1) {
  const vmf = generateRooms({ faces, props, seed });
  const solids = [vmf.world, ...vmf.entities].flatMap((entity) => entity.solids);
  const names = new Set(solids.flatMap(({ sides }) => sides.map(({ material }) => material)));
  const find = await createFindMaterial(names, readFromMap(content), report);
  return compileVbsp(vmf, find, report);
}

const countRecords = (bytes: Uint8Array | undefined, size: number) => (bytes?.length ?? 0) / size;

describe("generated rooms", () => {
  it.each([
    [1000, 1],
    [1000, 77],
    [65_000, 4],
  ])("have %i faces within 5 percent (seed %i)", async (faces, seed) => {
    const { map } = await compile(faces, 0, seed);
    const made = countRecords(map.lumps.get("LUMP_FACES")?.bytes, 56);
    expect(Math.abs(made - faces) / faces).toBeLessThan(0.05);
    expect(warnings).toEqual([]);
  });

  it("are the same for the same numbers, and differ by seed", () => {
    const write = (seed: number) => writeVmf(generateRooms({ faces: 1000, props: 50, seed }));
    expect(write(5)).toBe(write(5));
    expect(write(6)).not.toBe(write(5));
  });

  it("form a connected map, in which not every room sees every other", async () => {
    const { portals } = await compile(3000);
    const { clusterCount, portalCount, clusters } = portals;
    const group = Array.from({ length: clusterCount }, (_, cluster) => cluster);
    const find = (cluster: number): number =>
      group[cluster] === cluster ? cluster : find(group[cluster]);
    for (let i = 0; i < portalCount; i++) group[find(clusters[i * 2])] = find(clusters[i * 2 + 1]);
    expect(new Set(group.map((_, cluster) => find(cluster))).size).toBe(1);

    const { pvs } = await computeVisibility(portals, report);
    const bits = pvs.reduce((sum, word) => sum + word.toString(2).replaceAll("0", "").length, 0);
    expect(bits / clusterCount ** 2).toBeLessThan(0.5);
  });

  it("have the requested number of props", async () => {
    for (const props of [0, 10_000]) {
      const vmf = generateRooms({ faces: 1000, props, seed: 1 });
      const made = vmf.entities.filter((entity) => entity.get("classname") === "prop_static");
      expect(made).toHaveLength(props);
      expect(made.every((prop) => content.has(prop.get("model")!))).toBe(true);
    }
  });

  it("are refused for numbers out of range", () => {
    for (const bad of [{ faces: 999 }, { faces: 65_001 }, { props: -1 }, { seed: 0.5 }]) {
      expect(() => generateRooms({ faces: 1000, props: 0, seed: 1, ...bad })).toThrow(RangeError);
    }
  });

  it("compile with 10,000 props", async () => {
    const { map } = await compile(1000, 10_000);
    // A prop of version 10 takes 72 bytes.
    expect(map.gameLumps.get("sprp")!.bytes.length).toBeGreaterThan(10_000 * 72);
  });
});
