/** Rebuilds displacements of real maps and compares them with the stored ones. */

import { describe, expect, it } from "vitest";
import {
  findAllowedVerts,
  findDispNeighbors,
} from "../../../src/compile/vbsp/parts/displacements/disp-neighbors.ts";
import {
  locateLuxels,
  measureDispLuxels,
} from "../../../src/compile/vbsp/parts/displacements/displacements.ts";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { readRecords } from "../../../src/formats/binary/read-records.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import { parseBspHeader } from "../../../src/formats/bsp/parse-bsp-header.ts";
import { LumpReader } from "../../../src/formats/bsp/read/lump-reader.ts";
import { DDISPINFO, DISP_TRIS } from "../../../src/formats/bsp/records/displacements.ts";
import {
  DISP_CORNER_NEIGHBORS,
  DISP_SUB_NEIGHBOR,
  NO_DISP_NEIGHBOR,
} from "../../../src/formats/bsp/records/neighbors.ts";
import type { Bsp } from "../../../src/formats/bsp/types.ts";
import { wholeBytes } from "../../../src/formats/bsp/whole-bytes.ts";
import { parseVmf } from "../../../src/formats/vmf/parse-vmf.ts";
import { writeFacePolygon } from "../../../src/scene/world/displacement.ts";
import { hasCorpus, readCorpus } from "../../support/corpus.ts";
import { buildAndRead } from "./make-displacement.ts";

/**
 * The maps' compilers differ: those of 2004 to 2007 found fewer corner neighbours, and other
 * luxels.
 */
const MAPS: readonly { map: string; count: number; isRecent: boolean }[] = [
  { map: "artpass_valvebase/artpass_valvebase.bsp", count: 20, isRecent: true },
  { map: "background_01_a/background_01_a.bsp", count: 6, isRecent: true },
  { map: "momentum_game/triggertests_v1287.bsp", count: 9, isRecent: true },
  { map: "sdk/SecobMod__bkgd.bsp", count: 4, isRecent: true },
  { map: "bsp_tool/tests/maps/Team Fortress 2/test2.bsp", count: 3, isRecent: true },
  { map: "lanofdoom_css/gg_canyon.bsp", count: 152, isRecent: false },
  { map: "lanofdoom_css/de_office_h2.bsp", count: 80, isRecent: false },
  { map: "sdk/sdk_vehicles_v19.bsp", count: 68, isRecent: false },
];

/** Returns a displacement's corners from its start corner on, as the map's faces have them. */
function cornersOf(bsp: Bsp, disp: number): Float64Array {
  const polygon = new Float32Array(12);
  writeFacePolygon(bsp, bsp.faces, bsp.dispInfos.mapFace[disp], polygon);
  const start = bsp.dispInfos.startPosition.subarray(disp * 3, disp * 3 + 3);
  const distance = (corner: number) =>
    Math.hypot(...start.map((value, axis) => value - polygon[corner * 3 + axis]));
  const first = [0, 1, 2, 3].reduce((best, k) => (distance(k) < distance(best) ? k : best), 0);
  return Float64Array.from({ length: 12 }, (_, i) => polygon[(first * 3 + i) % 12]);
}

function openMap(map: string) {
  const bytes = readCorpus(map);
  const bsp = parseBsp(bytes, new Diagnostics());
  const lumps = new LumpReader(wholeBytes(bytes), parseBspHeader(bytes));
  const stored = readRecords(lumps.bytes("LUMP_DISPINFO"), DDISPINFO, true);
  const grids = Array.from({ length: stored.count }, (_, i) => ({
    power: bsp.dispInfos.power[i],
    corners: cornersOf(bsp, i),
  }));
  return { bsp, lumps, stored, grids };
}

describe.skipIf(!hasCorpus)(
  "displacements of real maps, rebuilt from corners and powers alone",
  () => {
    it.each(MAPS)("have the allowed vertices of the real compiler: $map", ({ map, count }) => {
      const { stored, grids } = openMap(map);
      expect(grids.length).toBe(count);
      const allowed = findAllowedVerts(grids, findDispNeighbors(grids));
      for (let i = 0; i < count; i++) {
        expect(allowed[i], `displacement ${i}`).toEqual(
          stored.allowedVerts.subarray(i * 10, i * 10 + 10),
        );
      }
    });

    it.each(MAPS)("have its neighbours along sides: $map", ({ map }) => {
      const { stored, grids } = openMap(map);
      const found = findDispNeighbors(grids);
      const real = readRecords(stored.edgeNeighbors, DISP_SUB_NEIGHBOR, true);
      expect(found.neighbor).toEqual(Uint16Array.from(real.neighbor));
      let joined = 0;
      for (let slot = 0; slot < real.count; slot++) {
        // Other fields of a slot without a neighbour are uninitialized memory of the compiler.
        if (real.neighbor[slot] === NO_DISP_NEIGHBOR) continue;
        joined++;
        expect(
          [found.orientation[slot], found.span[slot], found.neighborSpan[slot]],
          `slot ${slot}`,
        ).toEqual([real.neighborOrientation[slot], real.span[slot], real.neighborSpan[slot]]);
      }
      expect(joined).toBeGreaterThan(0);
    });

    it.each(MAPS.filter(({ isRecent }) => isRecent))(
      "have its corner neighbours and luxels: $map",
      ({ map }) => {
        const { bsp, stored, grids } = openMap(map);
        const found = findDispNeighbors(grids);
        const real = readRecords(stored.cornerNeighbors, DISP_CORNER_NEIGHBORS, true);
        expect(found.cornerNeighborCount).toEqual(real.neighborCount);
        for (let corner = 0; corner < real.count; corner++) {
          const [from, to] = [corner * 4, corner * 4 + real.neighborCount[corner]];
          expect([...found.cornerNeighbor.subarray(from, to)]).toEqual([
            ...real.neighbors.subarray(from, to),
          ]);
        }
        for (const [i, { corners }] of grids.entries()) {
          const face = bsp.dispInfos.mapFace[i];
          const texinfo = bsp.faces.texinfo[face];
          const vecs = bsp.texInfos.lightmapVecs.subarray(texinfo * 8, texinfo * 8 + 8);
          expect(measureDispLuxels(corners, vecs), `displacement ${i}`).toEqual([
            ...bsp.faces.lightmapSize.subarray(face * 2, face * 2 + 2),
          ]);
        }
      },
    );
  },
);

describe.skipIf(!hasCorpus)("luxels of displacements of real maps", () => {
  it.each([
    ["artpass_valvebase/artpass_valvebase.bsp", 22599, 163],
    ["momentum_game/triggertests_v1287.bsp", 3840, 0],
    ["lanofdoom_css/gg_canyon.bsp", 107675, 192],
  ])("are where the real compiler put them: %s", (map, count, onOtherSide) => {
    const { bsp, lumps } = openMap(map);
    const bytes = lumps.bytes("LUMP_DISP_LIGHTMAP_SAMPLE_POSITIONS");
    const { power, mapFace } = bsp.dispInfos;
    let at = 0;
    let luxels = 0;
    let others = 0;
    let worst = 0;
    for (let disp = 0; disp < bsp.dispInfos.count; disp++) {
      const size = bsp.faces.lightmapSize.subarray(mapFace[disp] * 2, mapFace[disp] * 2 + 2);
      const found = locateLuxels(power[disp], size);
      for (let i = 0; i < found.count; i++, luxels++) {
        const first = bytes[at++];
        const triangle = first < 255 ? first : 255 + bytes[at++];
        if (triangle !== found.triangle[i]) others++;
        for (let k = 0; k < 3 && triangle === found.triangle[i]; k++) {
          worst = Math.max(worst, Math.abs(found.barycentric[i * 3 + k] - bytes[at + k]));
        }
        at += 3;
      }
    }
    expect([at, luxels]).toEqual([bytes.length, count]);
    expect(worst).toBeLessThanOrEqual(1);
    // On an edge of two triangles, rounding decides.
    expect(others).toBe(onOtherSide);
  });
});

describe.skipIf(!hasCorpus)("displacements of a real map, compiled from its source", () => {
  it("are the compiled ones: rows, vertices, alphas and triangle tags", () => {
    const name = "artpass_valvebase/artpass_valvebase";
    const { bsp, lumps, stored } = openMap(`${name}.bsp`);
    const vmf = parseVmf(new TextDecoder().decode(readCorpus(`${name}.vmf`)));
    const infos = vmf.world.solids
      .flatMap((solid) => solid.sides)
      .flatMap((side) => (side.dispInfo ? [side.dispInfo] : []));
    expect(infos.length).toBe(20);
    const {
      infos: built,
      verts,
      tris,
      lightmapSize,
    } = buildAndRead(
      infos.map((dispInfo, i) => {
        const face = bsp.dispInfos.mapFace[i];
        const texinfo = bsp.faces.texinfo[face];
        return {
          face,
          corners: cornersOf(bsp, i),
          dispInfo,
          contents: bsp.dispInfos.contents[i],
          lightmapVecs: bsp.texInfos.lightmapVecs.subarray(texinfo * 8, texinfo * 8 + 8),
        };
      }),
    );
    // Other fields of the record are compared above, or not set by the real compiler.
    for (const key of ["startPosition", "firstVert", "firstTri", "power", "minTess"] as const) {
      expect(built[key], key).toEqual(stored[key]);
    }
    for (const key of ["contents", "mapFace", "allowedVerts", "smoothingAngle"] as const) {
      expect(built[key], key).toEqual(stored[key]);
    }
    const { dispVerts } = bsp;
    expect(verts.count).toBe(dispVerts.count);
    expect(verts.alpha).toEqual(dispVerts.alpha);
    let worst = 0;
    for (let i = 0; i < verts.count * 3; i++) {
      const vertex = Math.floor(i / 3);
      const real = dispVerts.vector[i] * dispVerts.dist[vertex];
      worst = Math.max(worst, Math.abs(verts.vector[i] * verts.dist[vertex] - real));
    }
    expect(worst).toBeLessThan(1e-4);
    // The tags were made by slope; none of this map's was forced.
    const real = readRecords(lumps.bytes("LUMP_DISP_TRIS"), DISP_TRIS[0], true);
    expect(tris.tags).toEqual(real.tags);
    for (let i = 0; i < 20; i++) {
      const face = bsp.dispInfos.mapFace[i];
      const size = [...bsp.faces.lightmapSize.subarray(face * 2, face * 2 + 2)];
      expect([...lightmapSize.subarray(i * 2, i * 2 + 2)]).toEqual(size);
    }
  });
});
