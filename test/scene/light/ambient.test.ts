import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { Ledger } from "../../../src/core/ledger.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import type { Bsp, LeafAmbient } from "../../../src/formats/bsp/types.ts";
import type { LeafTree } from "../../../src/map/tree.ts";
import {
  AMBIENT_CUBE_FLOATS,
  buildAmbientCubes,
  writeAmbientCube,
} from "../../../src/scene/light/ambient.ts";
import { buildLeafTree } from "../../../src/scene/world/leaf-tree.ts";
import { hasCorpus, readCorpus } from "../../support/corpus.ts";

/** Leaf 0 is solid; leaves 1 (x < 0) and 2 (x >= 0) lie on the two sides of one plane. */
const TREE: LeafTree = {
  nodeCount: 2,
  nodePlane: Float32Array.of(0, 0, 1, 0, 1, 0, 0, 0),
  nodeChildren: Int32Array.of(1, -1, -3, -2),
  leafCount: 3,
  leafCluster: Int32Array.of(-1, 0, 1),
  leafFlags: new Uint8Array(3),
  leafBox: Float32Array.of(
    ...[-100, -50, -50, 100, 50, 0],
    ...[-100, -50, 0, 0, 50, 50],
    ...[0, -50, 0, 100, 50, 50],
  ),
};

/** Builds a cube whose six sides have mantissas value, value + 1, ... in red, and one exponent. */
function cube(value: number, exponent: number): number[] {
  return Array.from({ length: 6 }, (_, side) => [value + side, 2, 3, exponent & 255]).flat();
}

function ambientOf(
  samples: readonly (readonly [leaf: number, position: number[], cube: number[]])[],
): LeafAmbient {
  const of = (leaf: number) => samples.filter(([l]) => l === leaf).length;
  return {
    count: samples.length,
    firstSample: Uint32Array.from(
      [0, 1, 2],
      (leaf) => samples.findIndex(([l]) => l === leaf) >>> 0,
    ),
    sampleCount: Uint32Array.from([0, 1, 2], of),
    cube: Uint8Array.from(samples.flatMap(([, , c]) => c)),
    position: Uint8Array.from(samples.flatMap(([, p]) => p)),
  };
}

function bspOf(ldr: LeafAmbient | null, hdr: LeafAmbient | null = null): Bsp {
  return { ldr: ldr && { ambient: ldr }, hdr: hdr && { ambient: hdr } } as unknown as Bsp;
}

const red = (cubes: Float32Array, point = 0) => cubes[point * AMBIENT_CUBE_FLOATS];

describe("an ambient cube", () => {
  it("decodes c * 2^e, and a single sample applies everywhere", () => {
    const ambient = ambientOf([[1, [0, 0, 0], cube(128, -7)]]);
    const out = new Float32Array(AMBIENT_CUBE_FLOATS).fill(9);
    writeAmbientCube(out, { ambient, tree: TREE }, 1, [-70, 3, 4]);
    expect(out[0]).toBeCloseTo(1);
    expect(out[5 * 3]).toBeCloseTo(133 / 128);
    expect(out[1]).toBeCloseTo(2 / 128);
    expect(out[2]).toBeCloseTo(3 / 128);
  });

  it("averages a leaf's samples by 1 / (squared distance + 1)", () => {
    // At x = -100 and x = 0 of leaf 1.
    const ambient = ambientOf([
      [1, [0, 0, 0], cube(64, -6)],
      [1, [255, 0, 0], cube(192, -6)],
    ]);
    const [y, z] = [-50, 0];
    const at = (x: number) =>
      red(buildAmbientCubes(bspOf(ambient), TREE, "ldr", Float32Array.of(x, y, z)));
    expect(at(-50)).toBeCloseTo(2);
    expect(at(-100)).toBeCloseTo((1 + 3 / 10001) / (1 + 1 / 10001), 5);
    expect(at(-1)).toBeCloseTo((1 / (99 ** 2 + 1) + 3 / 2) / (1 / (99 ** 2 + 1) + 1 / 2), 5);
  });
});

describe("leaves without light", () => {
  const ambient = ambientOf([
    [1, [0, 0, 0], cube(1, 0)],
    [2, [0, 0, 0], cube(2, 0)],
  ]);

  it("use the nearest leaf with light", () => {
    const points = Float32Array.of(-20, 0, -10, 20, 0, -10);
    const cubes = buildAmbientCubes(bspOf(ambient), TREE, "ldr", points);
    expect([red(cubes, 0), red(cubes, 1)]).toEqual([1, 2]);
  });

  it("are skipped even if old maps store a black cube for solid leaves", () => {
    const all = ambientOf([
      [0, [128, 128, 128], new Array(24).fill(0)],
      [1, [0, 0, 0], cube(1, 0)],
      [2, [0, 0, 0], cube(2, 0)],
    ]);
    const cubes = buildAmbientCubes(bspOf(all), TREE, "ldr", Float32Array.of(20, 0, -10));
    expect(red(cubes)).toBe(2);
  });
});

describe("too many ambient samples", () => {
  it("leave later points the first sample of their leaf, with a warning", () => {
    const ambient = ambientOf([
      [1, [0, 0, 0], cube(64, -6)],
      [1, [0, 0, 0], cube(192, -6)],
    ]);
    const points = Float32Array.from([1, 2, 3].flatMap(() => [-50, -50, 0]));
    const diagnostics = new Diagnostics();
    const ledger = new Ledger({ ambientSamples: 5 });
    const cubes = buildAmbientCubes(bspOf(ambient), TREE, "ldr", points, { ledger, diagnostics });
    expect([0, 1, 2].map((point) => red(cubes, point))).toEqual([2, 2, 1]);
    expect(ledger.used("ambientSamples")).toBe(4);
    expect(diagnostics.subjects("over-budget")).toEqual(["LUMP_LEAF_AMBIENT_LIGHTING"]);
    expect(diagnostics.warnings[0].message).toMatch(/^1 props/);
  });
});

describe("ambient light of the two sides", () => {
  const ldr = ambientOf([[1, [0, 0, 0], cube(1, 0)]]);
  const hdr = ambientOf([[1, [0, 0, 0], cube(4, 0)]]);
  const point = Float32Array.of(-50, 0, 10);

  it("falls back to the other side", () => {
    const of = (bsp: Bsp, side: "ldr" | "hdr") => red(buildAmbientCubes(bsp, TREE, side, point));
    expect(of(bspOf(ldr, hdr), "ldr")).toBe(1);
    expect(of(bspOf(ldr, hdr), "hdr")).toBe(4);
    expect(of(bspOf(null, hdr), "ldr")).toBe(4);
    expect(of(bspOf(ldr), "hdr")).toBe(1);
  });

  it("is full white for a map without any", () => {
    const cubes = buildAmbientCubes(bspOf(null), TREE, null, point);
    expect(cubes).toEqual(new Float32Array(AMBIENT_CUBE_FLOATS).fill(1));
  });
});

describe.skipIf(!hasCorpus)("ambient light of real maps", () => {
  // Comparing both shows that full light is 1 in cubes but 255 in lightmaps.
  it.each(["gunman_city2/gunman_city2.bsp", "lanofdoom_css/cs_crackhouse.bsp"])(
    "%s: is darker than lightmaps, but not 255 times",
    (map) => {
      const bsp = parseBsp(readCorpus(map));
      const side = bsp.hdr ?? bsp.ldr;
      if (!side?.ambient) throw new Error("no ambient light");
      const { leafs } = bsp;
      const open = [...leafs.cluster.keys()].filter((leaf) => leafs.cluster[leaf] >= 0);
      const middles = open.flatMap((leaf) =>
        [0, 1, 2].map((k) => (leafs.mins[leaf * 3 + k] + leafs.maxs[leaf * 3 + k]) / 2),
      );
      const cubes = buildAmbientCubes(bsp, buildLeafTree(bsp), null, Float32Array.from(middles));
      expect(cubes.every((value) => Number.isFinite(value) && value >= 0)).toBe(true);
      const mean = cubes.reduce((sum, value) => sum + value, 0) / cubes.length;
      let light = 0;
      for (let i = 0; i < side.lighting.length; i += 4) {
        const exponent = (side.lighting[i + 3] << 24) >> 24;
        light += (side.lighting[i + 1] / 255) * 2 ** exponent;
      }
      light /= side.lighting.length / 4;
      expect(mean / light).toBeGreaterThan(0.05);
      expect(mean / light).toBeLessThan(1);
    },
  );
});
