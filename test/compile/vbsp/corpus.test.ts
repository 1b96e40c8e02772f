/** Compiles sources of real maps and compares counts and surfaces with the real compiler's. */

import { describe, expect, it } from "vitest";
import { compileVbsp, writeBsp } from "../../../src/compile/compile-map.ts";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import type { Bsp } from "../../../src/formats/bsp/types.ts";
import { parsePrt, writePrt } from "../../../src/formats/prt/index.ts";
import { parseVmf } from "../../../src/formats/vmf/parse-vmf.ts";
import { ALL_MAPS, hasCorpus, readCorpus } from "../../support/corpus.ts";
import { areaByMaterial, REAL_MAPS, readMaterials } from "./real-maps.ts";

const recordCount = (bsp: Bsp, lump: string, bytes: number): number =>
  bsp.lumps.find(({ name }) => name === lump)!.length / bytes;

function countTables(bsp: Bsp): Record<string, number> {
  return {
    planes: bsp.planes.count,
    nodes: bsp.nodes.count,
    leafs: bsp.leafs.count,
    clusters: new Set(bsp.leafs.cluster.filter((cluster) => cluster >= 0)).size,
    faces: bsp.faces.count,
    vertexes: bsp.vertexes.count,
    edges: bsp.edges.length / 2,
    surfedges: bsp.surfEdges.length,
    leaffaces: bsp.leafFaces.length,
    leafbrushes: recordCount(bsp, "LUMP_LEAFBRUSHES", 2),
    brushes: recordCount(bsp, "LUMP_BRUSHES", 12),
    brushsides: recordCount(bsp, "LUMP_BRUSHSIDES", 8),
    models: bsp.models.count,
    entities: bsp.entities.length,
    displacements: bsp.dispInfos.count,
    overlays: bsp.overlays.count,
    texinfos: bsp.texInfos.count,
  };
}

/** Tolerated relative differences of counts; other counts are only printed. */
const TOLERANCE: Readonly<Record<string, number>> = {
  clusters: 0.01,
  leafs: 0.01,
  nodes: 0.01,
  faces: 0.02,
  surfedges: 0.02,
  // The real compiler lists every part of a side that it cut for lightmaps in all leafs of the
  // side.
  leaffaces: 0.04,
  brushes: 0.03,
  models: 0,
  displacements: 0,
  overlays: 0,
};

describe.skipIf(!hasCorpus)("maps of the real compiler, compiled again", () => {
  it.each(REAL_MAPS)("have its counts and surfaces: $name", ({ name, vmf, bsp }) => {
    const bytes = readCorpus(bsp);
    const real = parseBsp(bytes, new Diagnostics());
    const started = performance.now();
    const source = parseVmf(new TextDecoder("latin1").decode(readCorpus(vmf)));
    const report = { progress: () => {}, warn: () => {} };
    const { map } = compileVbsp(source, readMaterials(real, bytes), report);
    const elapsed = performance.now() - started;
    const diagnostics = new Diagnostics();
    const ours = parseBsp(writeBsp(map), diagnostics);
    expect(diagnostics.warnings).toEqual([]);

    const theirs = countTables(real);
    const own = countTables(ours);
    const isVisited = name !== "test_displacement_decompile";
    console.log(
      `${name}: ${elapsed.toFixed(0)} ms, real/ours: ${Object.keys(own)
        .map((key) => `${key} ${theirs[key]}/${own[key]}`)
        .join(", ")}`,
    );
    for (const [key, tolerance] of Object.entries(TOLERANCE)) {
      // Unvisited maps have a leak or no visibility, so all their leafs are in one cluster.
      if (key === "clusters" && !isVisited) continue;
      const off = Math.abs(own[key] - theirs[key]);
      expect(off, `${key}: ${theirs[key]} and ${own[key]}`).toBeLessThanOrEqual(
        Math.ceil(theirs[key] * tolerance),
      );
    }

    // The world's keys, including its bounds. One source is newer than its map.
    if (name !== "test2") {
      const keys = (bsp: Bsp) => [...bsp.entities[0].pairs].sort();
      expect(keys(ours)).toEqual(keys(real));
    }

    const realAreas = areaByMaterial(real);
    const ownAreas = areaByMaterial(ours);
    const off = [...new Set([...realAreas.keys(), ...ownAreas.keys()])]
      .map((material) => {
        const area = realAreas.get(material) ?? 0;
        return { material, area, part: ((ownAreas.get(material) ?? 0) - area) / area };
      })
      .filter(({ part }) => Math.abs(part) > 0.001);
    for (const { material, area, part } of off) {
      console.log(`  ${material}: ${area.toFixed(0)}, ${(part * 100).toFixed(2)} %`);
    }
    expect(off.filter(({ part }) => Math.abs(part) > 0.01)).toEqual([]);
  });
});

/** Maps of the second corpus with vbsp's portal file; below, those that take longer. */
const PORTAL_MAPS = [
  ...["gigabuilder/snow", "gigabuilder/four", "gigabuilder/testmap", "gigabuilder/testing_balls"],
  ...["ez2_dd/gasroom", "ez2_dd/sub01_paneltest", "ez2_dd/test_combat", "mapsrc/dotf_test"],
];
const SLOWER_MAPS = [
  ...["bcws/gunshiptest", "bcws/parallax", "bcws/viewbob", "gigabuilder/character"],
  ...[
    "gigabuilder/custom_skybox",
    "gigabuilder/fg",
    "gigabuilder/nine_testmap",
    "gigabuilder/test",
  ],
];

/**
 * Returns the text with the coordinates that vbsp writes: whole ones within 0.001, others to a
 * hundredth.
 */
const roundPrt = (text: string): string[] =>
  text
    .replaceAll("\r\n", "\n")
    .replace(/-?\d+\.\d+/g, (number) => {
      const whole = Math.round(Number(number));
      return Math.abs(Number(number) - whole) < 0.001
        ? String(whole + 0)
        : Number(number).toFixed(2);
    })
    .split("\n");

describe.skipIf(!hasCorpus)("portal files", () => {
  it.each(ALL_MAPS ? [...PORTAL_MAPS, ...SLOWER_MAPS] : PORTAL_MAPS)(
    "of %s equal the real compiler's, line by line",
    (map) => {
      const path = `../corpus2/compiled/${map}`;
      const bytes = readCorpus(`${path}.bsp`);
      const source = parseVmf(new TextDecoder("latin1").decode(readCorpus(`${path}.vmf`)));
      const real = parseBsp(bytes, new Diagnostics());
      const report = { progress: () => {}, warn: () => {} };
      const { map: compiled, portals } = compileVbsp(source, readMaterials(real, bytes), report);
      const text = new TextDecoder().decode(readCorpus(`${path}.prt`));
      expect(portals.clusterCount).toBe(parsePrt(text).clusterCount);
      expect(roundPrt(writePrt(portals))).toEqual(roundPrt(text));
      const own = countTables(parseBsp(writeBsp(compiled)));
      const { planes, nodes, leafs, brushes, models } = countTables(real);
      // Edge bevels of this map's slanted brushes depend on the last bits of a normal.
      if (map === "gigabuilder/test") return;
      expect(own).toMatchObject({ planes, nodes, leafs, brushes, models });
    },
  );
});
