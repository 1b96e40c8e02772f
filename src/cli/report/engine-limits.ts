/** What a map uses of what the engine takes: numbers of Valve's public `bspfile.h`. */

import { LUMP, type LumpName } from "../../formats/bsp/lumps.ts";
import type { MapReport } from "./read-map-report.ts";

export interface LimitUse {
  readonly what: string;
  readonly used: number;
  readonly limit: number;
}

/** Records of a lump, for all branches of which the headers are public. */
const RECORD_LIMITS: readonly (readonly [LumpName, number])[] = [
  ["LUMP_MODELS", 1024],
  ["LUMP_BRUSHES", 8192],
  ["LUMP_BRUSHSIDES", 65536],
  ["LUMP_PLANES", 65536],
  ["LUMP_VERTEXES", 65536],
  ["LUMP_EDGES", 256000],
  ["LUMP_SURFEDGES", 512000],
  ["LUMP_FACES", 65536],
  ["LUMP_FACES_HDR", 65536],
  ["LUMP_ORIGINALFACES", 65536],
  ["LUMP_NODES", 65536],
  ["LUMP_LEAFS", 65536],
  ["LUMP_LEAFFACES", 65536],
  ["LUMP_LEAFBRUSHES", 65536],
  ["LUMP_LEAFWATERDATA", 32768],
  ["LUMP_AREAS", 256],
  ["LUMP_AREAPORTALS", 1024],
  ["LUMP_TEXINFO", 12288],
  ["LUMP_TEXDATA", 2048],
  ["LUMP_TEXDATA_STRING_TABLE", 65536],
  ["LUMP_DISPINFO", 2048],
  ["LUMP_DISP_VERTS", 2048 * 17 * 17],
  ["LUMP_PRIMITIVES", 32768],
  ["LUMP_PRIMVERTS", 65536],
  ["LUMP_PRIMINDICES", 65536],
  ["LUMP_VERTNORMALS", 256000],
  ["LUMP_VERTNORMALINDICES", 256000],
  ["LUMP_WORLDLIGHTS", 8192],
  ["LUMP_WORLDLIGHTS_HDR", 8192],
  ["LUMP_CUBEMAPS", 1024],
  ["LUMP_OVERLAYS", 512],
  ["LUMP_WATEROVERLAYS", 16384],
];

const BYTE_LIMITS: readonly (readonly [LumpName, number])[] = [
  ["LUMP_LIGHTING", 2 ** 24],
  ["LUMP_LIGHTING_HDR", 2 ** 24],
  ["LUMP_VISIBILITY", 2 ** 24],
  ["LUMP_TEXDATA_STRING_DATA", 256000],
];

const ENTITIES = 8192;
const CLUSTERS = 65536;

/** Those of which the map has any, the fullest first. */
export function listLimitUses({ summary, records }: MapReport): LimitUse[] {
  const nameOf = (lump: LumpName) => summary.lumps[LUMP[lump]].title.replace(/^LUMP_/, "");
  const uses: LimitUse[] = [
    { what: "entities", used: summary.counts.entities, limit: ENTITIES },
    { what: "visibility clusters", used: summary.counts.clusters, limit: CLUSTERS },
    ...RECORD_LIMITS.map(([lump, limit]) => ({
      what: nameOf(lump),
      used: records[LUMP[lump]]?.records ?? 0,
      limit,
    })),
    ...BYTE_LIMITS.map(([lump, limit]) => ({
      what: `${nameOf(lump)}, bytes`,
      used: summary.lumps[LUMP[lump]].byteLength,
      limit,
    })),
  ];
  return uses.filter(({ used }) => used > 0).sort((a, b) => b.used / b.limit - a.used / a.limit);
}
