/** The demo as it is committed: what its sources make today, but for the light, which takes long. */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { COMPILER_FILES } from "../../assets/compiler-files.ts";
import { buildDemoContent } from "../../assets/demo-content.ts";
import { buildDemoMap } from "../../assets/maps/visleaf-demo.ts";
import { selectContent } from "../../assets/pack-content.ts";
import { compileGeometry } from "../../src/compile/compile-map.ts";
import { readFromMap } from "../../src/compile/material-info.ts";
import type { CompiledMap } from "../../src/compile/types.ts";
import type { LumpName } from "../../src/formats/bsp/lumps.ts";
import { parseBsp } from "../../src/formats/bsp/parse-bsp.ts";
import type { Bsp } from "../../src/formats/bsp/types.ts";
import { parseZip } from "../../src/formats/zip/parse-zip.ts";
import { readEntry } from "../../src/formats/zip/read-entry.ts";
import { decodePvsRow } from "../../src/visibility/pvs.ts";

const file = new Uint8Array(
  readFileSync(resolve(import.meta.dirname, "../../assets/visleaf_demo.bsp")),
);
const STALE = "assets/visleaf_demo.bsp is not what its sources make: run `npm run assets`";

/** What vrad and the pakfile leave as vbsp and vvis made it. */
const UNLIT: readonly LumpName[] = [
  ...(["LUMP_PLANES", "LUMP_VERTEXES", "LUMP_NODES", "LUMP_TEXINFO", "LUMP_EDGES"] as const),
  ...(["LUMP_BRUSHES", "LUMP_LEAFFACES", "LUMP_MODELS", "LUMP_DISPINFO"] as const),
  ...(["LUMP_DISP_VERTS", "LUMP_OVERLAYS", "LUMP_CUBEMAPS", "LUMP_VISIBILITY"] as const),
];

describe("the committed demo", () => {
  let bsp: Bsp;
  let map: CompiledMap;
  let content: Map<string, Uint8Array>;
  const warnings: string[] = [];

  beforeAll(async () => {
    const report = { progress() {}, warn: (message: string) => void warnings.push(message) };
    bsp = parseBsp(file);
    content = buildDemoContent(report);
    const all = new Map(content);
    for (const [path, text] of Object.entries(COMPILER_FILES)) {
      all.set(path, new TextEncoder().encode(text));
    }
    ({ map } = await compileGeometry(buildDemoMap(), readFromMap(all), false, report));
  });

  it("compiles without a warning", () => {
    expect(warnings).toEqual([]);
  });

  it("is small enough to be sent", () => {
    expect(file.length).toBeLessThan(8_000_000);
  });

  it("has the geometry and visibility of today's sources and compilers", () => {
    for (const name of UNLIT) {
      const made = map.lumps.get(name)!.bytes;
      const entry = bsp.lumps.find((lump) => lump.name === name)!;
      const stored = file.subarray(entry.offset, entry.offset + entry.length);
      expect(made.length, name).toBeGreaterThan(0);
      expect(Buffer.compare(stored, made), `${name}: ${STALE}`).toBe(0);
    }
  });

  it("brings today's materials and models, and nothing that it does not show", () => {
    const wanted = selectContent(buildDemoMap(), content);
    const zip = parseZip(bsp.pakfile);
    const packed = zip.entries.filter(({ name }) => !name.endsWith(".vhv"));
    expect(packed.map(({ name }) => name).sort()).toEqual([...wanted.keys()].sort());
    for (const entry of packed) {
      const bytes = readEntry(bsp.pakfile, entry);
      expect(Buffer.compare(bytes, wanted.get(entry.name)!), `${entry.name}: ${STALE}`).toBe(0);
    }
  });

  it("is lit on both sides, its props too", () => {
    for (const side of [bsp.ldr!, bsp.hdr!]) {
      expect(side.lighting.some((value) => value > 0)).toBe(true);
      expect(side.ambient!.count).toBeGreaterThan(50);
    }
    const styles = new Set(bsp.faces.styles);
    // Steady, the flickering corridor lamps, and the crane's lamp, which can be switched.
    for (const style of [0, 10, 32]) expect(styles).toContain(style);
    expect(parseZip(bsp.pakfile).entries.filter(({ name }) => /^sp_\d/.test(name)).length).toBe(
      Array.from(bsp.staticProps!.flags).filter((flags) => (flags & 0x40) === 0).length,
    );
  });

  it("hides the far rooms round the corners of its corridors", () => {
    const { clusterCount, pvsOffset, bytes } = bsp.visibility!;
    const row = new Uint32Array((clusterCount + 31) >>> 5);
    const sees = (from: number[], to: number[]): boolean => {
      decodePvsRow({ clusterCount, rowOffset: pvsOffset, bytes }, clusterOf(bsp, from), row);
      const cluster = clusterOf(bsp, to);
      return ((row[cluster >>> 5] >>> (cluster & 31)) & 1) === 1;
    };
    const [hall, court] = [
      [0, -900, 100],
      [0, -300, 100],
    ];
    const [corridor, gallery, machines] = [
      [-900, -928, 80],
      [-1150, 300, 80],
      [1300, 300, 80],
    ];
    expect(sees(hall, court)).toBe(true);
    expect(sees(corridor, hall)).toBe(true);
    expect(sees(corridor, gallery)).toBe(false);
    expect(sees([-1184, -400, 80], machines)).toBe(false);
    // Nothing of the map sees the room of the far hills.
    for (const place of [hall, court, gallery]) expect(sees(place, [0, -2816, 40])).toBe(false);
  });
});

function clusterOf({ nodes, planes, leafs }: Bsp, [x, y, z]: number[]): number {
  let node = 0;
  while (node >= 0) {
    const plane = nodes.plane[node];
    const [nx, ny, nz] = planes.normal.subarray(plane * 3, plane * 3 + 3);
    const isBehind = nx * x + ny * y + nz * z < planes.dist[plane];
    node = nodes.children[node * 2 + (isBehind ? 1 : 0)];
  }
  return leafs.cluster[-1 - node];
}
