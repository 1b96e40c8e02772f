/** Maps whose faces share their data. */

import { DISPINFO } from "../../../src/formats/bsp/records/displacements.ts";
import { PRIMINDICES, PRIMITIVES } from "../../../src/formats/bsp/records/primitives.ts";
import { TEXINFO } from "../../../src/formats/bsp/records/textures.ts";
import { makeBspLumps } from "../../formats/bsp/make-bsp.ts";
import { HostileMap } from "./hostile-map.ts";

const MAX_SHORT = 0xffff;
/** The room's end wall, which is bumped and has four times its luxels of light. */
const BUMPED_FACE = 4;

/** Builds faces of 65,535 edges that share one edge range. */
export function foldEdges(count: number): Uint8Array {
  const map = new HostileMap();
  map.fold("LUMP_SURFEDGES", { bytes: 4, columns: {} }, MAX_SHORT, {});
  map.foldFaces(count, { firstEdge: 0, edgeCount: MAX_SHORT });
  return map.done();
}

/** Builds faces with primitives that share 60,000 indices. */
export function foldPrimitives(count: number): Uint8Array {
  const map = new HostileMap();
  const shared = { type: 0, firstVert: 0, vertCount: 0, firstIndex: 0, indexCount: 60_000 };
  map.put("LUMP_PRIMINDICES", new Uint8Array(60_000 * PRIMINDICES[0].bytes));
  map.put("LUMP_PRIMITIVES", new Uint8Array(PRIMITIVES[0].bytes));
  map.fold("LUMP_PRIMITIVES", PRIMITIVES[0], count, shared);
  map.foldFaces(count, { firstPrimitive: 0, primitiveCount: count });
  return map.done();
}

/** Builds a face of strips with one index each, which have no triangle. */
export function foldShortStrips(count: number): Uint8Array {
  const map = new HostileMap();
  const short = { type: 1, firstVert: 0, vertCount: 0, firstIndex: 0, indexCount: 1 };
  map.put("LUMP_PRIMINDICES", new Uint8Array(PRIMINDICES[0].bytes));
  map.put("LUMP_PRIMITIVES", new Uint8Array(PRIMITIVES[0].bytes));
  map.fold("LUMP_PRIMITIVES", PRIMITIVES[0], count, short);
  map.foldFaces(10, { firstPrimitive: 0, primitiveCount: (face) => (face === 9 ? count : 0) });
  return map.done();
}

/** Builds bumped faces of four styles that share 256 x 256 luxels: a million each. */
export function foldLightmaps(count: number, width = 256, height = 256): Uint8Array {
  const map = new HostileMap();
  const averages = 4 * 4;
  map.putRuns("LUMP_LIGHTING", 1, averages + width * height * 4 * 4 * 4, Uint8Array.of(9, 7, 5, 0));
  const size = [width - 1, height - 1];
  map.foldFaces(
    count,
    { lightOffset: averages, styles: (at) => at % 4, lightmapSize: (at) => size[at % 2] },
    BUMPED_FACE,
  );
  return map.done();
}

/** Builds a face for each lightmap width, up to and beyond one byte. */
export function wideLightmaps(...widths: readonly number[]): Uint8Array {
  const map = new HostileMap();
  const most = Math.max(...widths);
  map.put("LUMP_LIGHTING", new Uint8Array(4 + most * 4 * 4).fill(1), 1);
  map.foldFaces(widths.length, {
    lightOffset: 4,
    styles: (at) => (at % 4 === 0 ? 0 : 255),
    lightmapSize: (at) => (at % 2 === 0 ? (widths[at / 2] ?? 2) - 1 : 3),
  });
  return map.done();
}

/** Builds displacements of power 4 that share their vertices, one face each. */
export function foldDisplacements(count: number): Uint8Array {
  const map = new HostileMap();
  const { bytes } = makeBspLumps().get("LUMP_DISPINFO")!;
  map.put("LUMP_DISPINFO", bytes);
  map.put("LUMP_DISP_VERTS", new Uint8Array(17 * 17 * 20));
  map.put("LUMP_DISP_TRIS", new Uint8Array(2 * 16 * 16 * 2));
  map.fold("LUMP_DISPINFO", DISPINFO[0], count, {
    firstVert: 0,
    firstTri: 0,
    power: 4,
    mapFace: (row) => row,
  });
  map.foldFaces(count, { dispInfo: (row) => (row < count ? row : -1) });
  return map.done();
}

/** Builds texture and lightmap axes with an infinite or NaN value. */
export function endlessAxes(value: number): Uint8Array {
  const map = new HostileMap();
  map.edit("LUMP_TEXINFO", TEXINFO[0], { textureVecs: value, lightmapVecs: value });
  return map.done();
}
