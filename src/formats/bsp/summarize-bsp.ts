/** Summarises a map for `visleaf inspect`. */

import { SURF_BUMPLIGHT } from "./layouts/surface-flags.ts";
import type { LumpName } from "./lumps.ts";
import { LUMP } from "./lumps.ts";
import { countStyles } from "./read/read-lighting.ts";
import type { Bsp, DialectName, Endian, HeaderOrder, LumpEntry } from "./types.ts";

/** Counts of files in a pakfile, from a zip reader. */
export interface PakCount {
  /** Number of files; `null` if the directory cannot be read, so the number is unknown. */
  readonly entries: number | null;
  /** Damaged pakfiles only: files found without the directory, and how many of them are intact. */
  readonly recovered: { readonly intact: number; readonly seen: number } | null;
}

/** Summary of a map that `visleaf inspect` prints, as JSON. */
export interface BspSummary {
  readonly format: "BSP";
  readonly version: number;
  readonly dialect: DialectName;
  readonly endian: Endian;
  readonly headerOrder: HeaderOrder;
  readonly mapRevision: number;
  readonly byteLength: number;
  readonly lumps: readonly LumpEntry[];
  readonly counts: {
    readonly planes: number;
    readonly vertexes: number;
    readonly edges: number;
    readonly surfEdges: number;
    readonly nodes: number;
    readonly leafs: number;
    readonly leafFaces: number;
    readonly clusters: number;
    /** Number of faces in LUMP_FACES. */
    readonly faces: number;
    /** Number of faces in LUMP_FACES_HDR. */
    readonly facesHdr: number;
    readonly origFaces: number;
    readonly displacements: number;
    readonly models: number;
    readonly texinfos: number;
    readonly texdatas: number;
    readonly primitives: number;
    readonly entities: number;
    readonly overlays: number;
    readonly cubemaps: number;
    readonly staticProps: number;
    readonly staticPropModels: number;
    readonly detailProps: number;
    /** Files in the pakfile; `null` if it is damaged and the number is unknown. */
    readonly pakEntries: number | null;
  };
  /**
   * Files found in a damaged pakfile, and how many of them are intact; `null` if it is not damaged.
   */
  readonly pakRecovered: { readonly intact: number; readonly seen: number } | null;
  /** `null` if the map has no `sprp` lump or a damaged one. */
  readonly staticProps: { readonly version: number; readonly recordBytes: number } | null;
  /** Light of the faces that are drawn. */
  readonly lighting: {
    readonly ldrBytes: number;
    readonly hdrBytes: number;
    readonly litFaces: number;
    /** Lit faces with a lightmap for each direction of the bump basis. */
    readonly bumpedFaces: number;
    /** Light styles of lit faces, ascending. */
    readonly styles: readonly number[];
  };
}

/**
 * Summarises a map.
 *
 * @param pak files in `bsp.pakfile`, counted by a zip reader: their number, `null` if unknown, or
 * more detail for a damaged pakfile
 */
export function summarizeBsp(bsp: Bsp, pak: number | null | PakCount): BspSummary {
  const { entries: pakEntries, recovered: pakRecovered }: PakCount =
    typeof pak === "object" && pak !== null ? pak : { entries: pak, recovered: null };
  const { staticProps } = bsp;
  return {
    format: "BSP",
    version: bsp.version,
    dialect: bsp.dialect,
    endian: bsp.endian,
    headerOrder: bsp.headerOrder,
    mapRevision: bsp.mapRevision,
    byteLength: bsp.byteLength,
    lumps: bsp.lumps,
    counts: {
      planes: bsp.planes.count,
      vertexes: bsp.vertexes.count,
      edges: bsp.edges.length / 2,
      surfEdges: bsp.surfEdges.length,
      nodes: bsp.nodes.count,
      leafs: bsp.leafs.count,
      leafFaces: bsp.leafFaces.length,
      clusters: countClusters(bsp),
      faces: recordsOf(bsp, "LUMP_FACES"),
      facesHdr: recordsOf(bsp, "LUMP_FACES_HDR"),
      origFaces: bsp.origFaceCount,
      displacements: bsp.dispInfos.count,
      models: bsp.models.count,
      texinfos: bsp.texInfos.count,
      texdatas: bsp.texDatas.count,
      primitives: bsp.primitives.count,
      entities: bsp.entities.length,
      overlays: bsp.overlays.count,
      cubemaps: bsp.cubemaps.count,
      staticProps: staticProps?.count ?? 0,
      staticPropModels: staticProps?.modelName.length ?? 0,
      detailProps: bsp.detailProps?.objects.count ?? 0,
      pakEntries,
    },
    pakRecovered,
    staticProps: staticProps && {
      version: staticProps.version,
      recordBytes: staticProps.recordBytes,
    },
    lighting: summarizeLighting(bsp),
  };
}

function recordsOf(bsp: Bsp, name: LumpName): number {
  return Math.max(0, bsp.lumps[LUMP[name]].records);
}

/** Returns the number of clusters from the visibility, or from the leafs if the map has none. */
function countClusters({ visibility, leafs }: Bsp): number {
  if (visibility) return visibility.clusterCount;
  let highest = -1;
  for (const cluster of leafs.cluster) if (cluster > highest) highest = cluster;
  return highest + 1;
}

function summarizeLighting({ faces, texInfos, ldr, hdr }: Bsp): BspSummary["lighting"] {
  const styles = new Set<number>();
  let litFaces = 0;
  let bumpedFaces = 0;
  for (let i = 0; i < faces.count; i++) {
    if (faces.lightOffset[i] < 0) continue;
    litFaces++;
    if ((texInfos.flags[faces.texinfo[i]] & SURF_BUMPLIGHT) !== 0) bumpedFaces++;
    const used = countStyles(faces, i);
    for (let k = 0; k < used; k++) styles.add(faces.styles[i * 4 + k]);
  }
  return {
    ldrBytes: ldr?.lighting.length ?? 0,
    hdrBytes: hdr?.lighting.length ?? 0,
    litFaces,
    bumpedFaces,
    styles: [...styles].sort((a, b) => a - b),
  };
}
