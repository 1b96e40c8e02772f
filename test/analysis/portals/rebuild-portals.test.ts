import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isCannotTell } from "../../../src/analysis/cannot-tell.ts";
import {
  comparePortals,
  type LeafPortals,
  portalFileOf,
} from "../../../src/analysis/portals/compare-portals.ts";
import { rebuildPortals } from "../../../src/analysis/portals/rebuild-portals.ts";
import { generateRooms } from "../../../src/compile/generate/rooms.ts";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { FormatError } from "../../../src/core/errors.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import type { Bsp } from "../../../src/formats/bsp/types.ts";
import type { PortalFile } from "../../../src/formats/prt/parse-prt.ts";
import { buildPvs } from "../../../src/scene/world/leaf-tree.ts";
import {
  makeBox,
  makePrism,
  makeRoom,
  makeTwoRooms,
  makeVmf,
  pointEntity,
} from "../../compile/make-vmf.ts";
import { hasCorpus, listSmallMaps, readCorpus } from "../../support/corpus.ts";
import { mutations } from "../../support/mutate.ts";
import { compileWithVis } from "../compile-with-vis.ts";

const hexagon = Array.from({ length: 6 }, (_, i): [number, number] => [
  Math.round(128 + 40 * Math.cos((i * Math.PI) / 3)),
  Math.round(128 + 40 * Math.sin((i * Math.PI) / 3)),
]);

/** Returns a room with a slope that leans on a pillar whose sides are not along the axes. */
const pillar = () =>
  makeVmf(
    [...makeRoom([0, 0, 0], [256, 256, 128]), makePrism(hexagon, 0, 96)],
    [pointEntity("info_player_start", [32, 32, 16])],
  );

const pool = () =>
  makeVmf(
    [
      ...makeRoom([0, 0, 0], [256, 256, 128]),
      makeBox([0, 0, 0], [256, 128, 48], { material: "nature/water" }),
      makeBox([0, 128, 0], [256, 256, 32]),
      makeBox([64, 0, 64], [80, 256, 128]),
    ],
    [pointEntity("info_player_start", [32, 200, 64])],
  );

function rebuild(bsp: Bsp): LeafPortals {
  const portals = rebuildPortals(bsp);
  if (isCannotTell(portals)) throw new Error(portals.because);
  return portals;
}

/** Returns a portal as text: clusters, and corners from the lowest on in winding order. */
function listPortals({ portalCount, clusters, firstPoint, points }: PortalFile): string[] {
  return Array.from({ length: portalCount }, (_, i) => {
    const corners: string[] = [];
    for (let at = firstPoint[i]; at < firstPoint[i + 1]; at++) {
      const corner = [...points.subarray(at * 3, at * 3 + 3)];
      corners.push(corner.map((value) => (Math.round(value * 50) / 50 + 0).toFixed(2)).join(" "));
    }
    const lowest = corners.indexOf([...corners].sort()[0]);
    const turned = [...corners.slice(lowest), ...corners.slice(0, lowest)];
    return `${clusters[i * 2]}>${clusters[i * 2 + 1]}: ${turned.join(", ")}`;
  }).sort();
}

describe("portals rebuilt from the tree", () => {
  it.each([
    ["two rooms", makeTwoRooms],
    ["a pillar", pillar],
    ["a pool", pool],
    ["a maze", () => generateRooms({ faces: 1500, props: 0, seed: 3 })],
  ])("of %s equal the portals that the compiler gave to vvis", async (_, make) => {
    const { bytes, portals } = await compileWithVis(make(), true);
    const rebuilt = rebuild(parseBsp(bytes));
    const file = portalFileOf(rebuilt, portals.clusterCount);
    expect(portals.portalCount).toBeGreaterThan(0);
    expect(listPortals(file)).toEqual(listPortals(portals));
  });

  it("lie in their planes, between their leafs", async () => {
    const bsp = parseBsp((await compileWithVis(pillar())).bytes);
    const { count, first, points, plane, leafA, leafB, clusterA, clusterB } = rebuild(bsp);
    expect(count).toBeGreaterThan(3);
    for (let portal = 0; portal < count; portal++) {
      const [nx, ny, nz] = bsp.planes.normal.subarray(plane[portal] * 3);
      for (let at = first[portal] * 3; at < first[portal + 1] * 3; at += 3) {
        const height = points[at] * nx + points[at + 1] * ny + points[at + 2] * nz;
        expect(Math.abs(height - bsp.planes.dist[plane[portal]])).toBeLessThan(0.01);
      }
      expect(clusterA[portal]).toBe(bsp.leafs.cluster[leafA[portal]]);
      expect(clusterB[portal]).toBe(bsp.leafs.cluster[leafB[portal]]);
      expect(leafA[portal]).not.toBe(leafB[portal]);
    }
  });

  it("let sight through a water surface only if its contents are translucent", async () => {
    const bsp = parseBsp((await compileWithVis(pool())).bytes);
    const CONTENTS_TRANSLUCENT = 0x10000000;
    const opaque = bsp.leafs.contents.map((bits) => bits & ~CONTENTS_TRANSLUCENT);
    const clear = opaque.map((bits) => (bits & 0x20 ? bits | CONTENTS_TRANSLUCENT : bits));
    for (const [contents, seen] of [
      [opaque, 0],
      [clear, 1],
    ] as const) {
      const leafs = { ...bsp.leafs, contents };
      const { count, leafA, leafB, isSeenThrough } = rebuild({ ...bsp, leafs });
      let surfaces = 0;
      for (let i = 0; i < count; i++) {
        const isSurface = ((contents[leafA[i]] ^ contents[leafB[i]]) & 0x20) !== 0;
        expect(isSeenThrough[i]).toBe(isSurface ? seen : 1);
        if (isSurface) surfaces++;
      }
      expect(surfaces).toBeGreaterThan(1);
    }
  });

  it("join clusters that see each other, and report those that do not", async () => {
    const { bytes, portals } = await compileWithVis(makeTwoRooms());
    const bsp = parseBsp(bytes);
    const rebuilt = rebuild(bsp);
    const pvs = buildPvs(bsp, new Diagnostics())!;
    const sound = comparePortals(rebuilt, pvs);
    expect(sound).toMatchObject({ portalCount: portals.portalCount, pairCount: 4 });
    expect([...sound.unseenPairs]).toEqual([]);
    // Each cluster sees only itself: a row is one byte.
    const rowOffset = Uint32Array.from({ length: pvs.clusterCount }, (_, i) => i);
    const blind = { ...pvs, bytes: Uint8Array.from(rowOffset, (i) => 1 << i), rowOffset };
    expect(comparePortals(rebuilt, blind).unseenPairs.length).toBe(8);
    // One cluster sees another that does not see it, which is a fault too.
    const [low, high] = [rebuilt.clusterA[0], rebuilt.clusterB[0]].sort();
    blind.bytes[low] |= 1 << high;
    expect(comparePortals(rebuilt, blind).unseenPairs.length).toBe(8);
  });

  it("are unknown for a map without a tree", async () => {
    const bsp = parseBsp((await compileWithVis(makeTwoRooms())).bytes);
    const none = { ...bsp.nodes, count: 0 };
    expect(rebuildPortals({ ...bsp, nodes: none })).toHaveProperty("because");
    expect(rebuildPortals(bsp, 12)).toHaveProperty(
      "because",
      "its tree cuts its portals into more pieces than any real map's",
    );
  });

  it("are rebuilt or refused for damaged maps", async () => {
    const { bytes } = await compileWithVis(pillar());
    fc.assert(
      fc.property(mutations(bytes), (damaged) => {
        let bsp: Bsp;
        try {
          bsp = parseBsp(damaged);
        } catch (error) {
          expect(error).toBeInstanceOf(FormatError);
          return;
        }
        const portals = rebuildPortals(bsp);
        if (!isCannotTell(portals)) expect(portals.first[portals.count]).toBeLessThan(1e6);
      }),
      { numRuns: 300 },
    );
  });
});

describe.skipIf(!hasCorpus)("rebuilt portals of real maps", () => {
  it("join only clusters that see each other", () => {
    let maps = 0;
    let pairs = 0;
    for (const path of listSmallMaps()) {
      let bsp: Bsp;
      try {
        bsp = parseBsp(readCorpus(path));
      } catch (error) {
        expect(error).toBeInstanceOf(FormatError);
        continue;
      }
      const compared = comparePortals(rebuild(bsp), buildPvs(bsp, new Diagnostics()));
      expect([path, ...compared.unseenPairs]).toEqual([path]);
      maps++;
      pairs += compared.pairCount;
    }
    expect(maps).toBeGreaterThan(8);
    expect(pairs).toBeGreaterThan(1000);
  });
});
