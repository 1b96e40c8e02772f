/** Flags leafs that contain or see sky. The engine draws the sky only from those. */

import { CONTENTS_SOLID } from "../../../formats/bsp/layouts/contents-flags.ts";
import { SURF_SKY, SURF_SKY2D } from "../../../formats/bsp/layouts/surface-flags.ts";
import { DLEAF_V1 } from "../../../formats/bsp/records/tree.ts";
import type { Bsp } from "../../../formats/bsp/types.ts";
import { checkPvsRows, decodePvsRow } from "../../../visibility/pvs.ts";
import type { MapLump } from "../../types.ts";

const LEAF_FLAGS_SKY = 1;
const LEAF_FLAGS_SKY2D = 4;
/** The only leaf layout that the compilers write. Its flags are above the bits of the area. */
const LEAF_BYTES = DLEAF_V1.bytes;
const FLAGS_SHIFT = DLEAF_V1.areaBits!;
const FLAGS_AT = DLEAF_V1.struct.columns.areaFlags.at;

/** Returns the LEAF_FLAGS_* of the sky faces in each leaf. */
function flagOwnSky(bsp: Bsp): Uint8Array {
  const { leafs, leafFaces, faces, texInfos } = bsp;
  const own = new Uint8Array(leafs.count);
  for (let leaf = 0; leaf < leafs.count; leaf++) {
    const first = leafs.firstLeafFace[leaf];
    for (let i = first; i < first + leafs.leafFaceCount[leaf]; i++) {
      const texinfo = faces.texinfo[leafFaces[i]];
      if (texinfo < 0 || (texInfos.flags[texinfo] & SURF_SKY) === 0) continue;
      own[leaf] |= (texInfos.flags[texinfo] & SURF_SKY2D) !== 0 ? LEAF_FLAGS_SKY2D : LEAF_FLAGS_SKY;
    }
  }
  return own;
}

/** Lists the clusters of leafs that contain sky, each once. */
export function listSkyClusters(bsp: Bsp): number[] {
  const own = flagOwnSky(bsp);
  const count = bsp.visibility?.clusterCount ?? 0;
  const clusters = new Set<number>();
  for (let leaf = 0; leaf < bsp.leafs.count; leaf++) {
    const cluster = bsp.leafs.cluster[leaf];
    if (own[leaf] !== 0 && cluster >= 0 && cluster < count) clusters.add(cluster);
  }
  return [...clusters];
}

/**
 * Returns LUMP_LEAFS with the sky flags recomputed, or `null` if its records have another layout.
 */
export function flagSkyLeafs(bsp: Bsp, lump: MapLump): MapLump | null {
  if (lump.version !== 1 || lump.bytes.length !== bsp.leafs.count * LEAF_BYTES) return null;
  const { leafs, visibility } = bsp;
  const flags = flagOwnSky(bsp);
  const ofCluster = new Map<number, number>();
  for (let leaf = 0; leaf < leafs.count; leaf++) {
    const cluster = leafs.cluster[leaf];
    if (flags[leaf] !== 0) ofCluster.set(cluster, (ofCluster.get(cluster) ?? 0) | flags[leaf]);
  }
  const sees = makeSees(visibility);
  const out = lump.bytes.slice();
  const view = new DataView(out.buffer, out.byteOffset, out.byteLength);
  for (let leaf = 0; leaf < leafs.count; leaf++) {
    let seen = flags[leaf];
    if ((leafs.contents[leaf] & CONTENTS_SOLID) === 0) {
      for (const [cluster, flag] of ofCluster) {
        if (sees(leafs.cluster[leaf], cluster)) seen |= flag;
      }
    }
    // A leaf that sees the 3D sky does not need the 2D sky.
    if ((seen & LEAF_FLAGS_SKY) !== 0) seen = LEAF_FLAGS_SKY;
    const word = view.getUint16(leaf * LEAF_BYTES + FLAGS_AT, true);
    const cleared = word & ~((LEAF_FLAGS_SKY | LEAF_FLAGS_SKY2D) << FLAGS_SHIFT);
    view.setUint16(leaf * LEAF_BYTES + FLAGS_AT, cleared | (seen << FLAGS_SHIFT), true);
  }
  return { version: lump.version, bytes: out };
}

function makeSees(visibility: Bsp["visibility"]): (from: number, to: number) => boolean {
  if (!visibility || visibility.clusterCount === 0) return () => true;
  const { clusterCount, bytes } = visibility;
  const pvs = { clusterCount, rowOffset: visibility.pvsOffset, bytes };
  if (checkPvsRows(pvs).brokenCluster >= 0) return () => true;
  const rows = new Map<number, Uint32Array>();
  return (from, to) => {
    if (from < 0 || to < 0 || from >= clusterCount || to >= clusterCount) return from < 0;
    let row = rows.get(from);
    if (!row) {
      row = new Uint32Array((clusterCount + 31) >>> 5);
      decodePvsRow(pvs, from, row);
      rows.set(from, row);
    }
    return ((row[to >>> 5] >>> (to & 31)) & 1) !== 0;
  };
}
