/** Detail sprites as quads, in runs of what stands together in one leaf. */

import type { Ledger } from "../../core/ledger.ts";
import { DETAIL_PROP_TYPE_MODEL } from "../../formats/bsp/records/detail-props.ts";
import type { DetailProps } from "../../formats/bsp/types.ts";
import type { DetailSet } from "../../map/details.ts";
import type { LeafTree } from "../../map/tree.ts";
import { CHUNK_FACE, MAX_CHUNK_TRIANGLES } from "../../map/world.ts";
import { quadsOf } from "./detail-frames.ts";
import { boundDetails, createDetailVertices, writeDetail } from "./detail-vertices.ts";

const DPRP = "game lump dprp";
const MAX_CHUNK_QUADS = MAX_CHUNK_TRIANGLES / 2;
/** Inches: what stands in one square of the ground is put next to each other, so that runs are small. */
const CELL = 256;

/**
 * Throws FormatError (too-large) if it would cost more than it may.
 * @param lightCount of each prop, rows of the light of styles that it has
 * @param aspect see `writeDetail`
 */
export function buildDetailQuads(
  props: DetailProps,
  tree: LeafTree,
  lightCount: Uint8Array,
  aspect: number,
  ledger: Ledger,
): Pick<DetailSet, "quadCount" | "vertices" | "indices" | "chunks"> {
  const rows = sortSprites(props);
  const quadCount = rows.reduce((sum, row) => sum + quadsOf(props.objects.type[row]), 0);
  ledger.take("vertices", quadCount * 4, DPRP);
  ledger.take("indices", quadCount * 6, DPRP);
  const vertices = createDetailVertices(quadCount);
  const chunkOfQuad = new Uint32Array(quadCount);
  const chunkLeaf: number[] = [];
  const chunkFirst: number[] = [];
  let quad = 0;
  for (const row of rows) {
    const leaf = props.objects.leaf[row];
    writeDetail(vertices, quad, props, row, lightCount[row], aspect);
    for (let side = 0; side < quadsOf(props.objects.type[row]); side++) {
      const first = chunkFirst.at(-1);
      const isFull = first === undefined || quad - first === MAX_CHUNK_QUADS;
      if (isFull || leaf !== chunkLeaf.at(-1)) {
        chunkFirst.push(quad);
        chunkLeaf.push(leaf);
      }
      chunkOfQuad[quad++] = chunkFirst.length - 1;
    }
  }
  const box = boundDetails(vertices, chunkOfQuad, chunkFirst.length);
  const cluster = chunkLeaf.map((leaf) => tree.leafCluster[leaf]);
  // What stands in no cluster is seen from everywhere.
  const clusters = Uint32Array.from(cluster.filter((value) => value >= 0));
  ledger.take("clusters", clusters.length, DPRP);
  const clusterCount = Uint32Array.from(cluster, (value) => (value >= 0 ? 1 : 0));
  const firstCluster = new Uint32Array(cluster.length);
  for (let i = 1; i < cluster.length; i++) {
    firstCluster[i] = firstCluster[i - 1] + clusterCount[i - 1];
  }
  return {
    quadCount,
    vertices: vertices.bytes,
    indices: listIndices(quadCount),
    chunks: {
      count: chunkFirst.length,
      material: new Uint16Array(chunkFirst.length),
      kind: new Uint8Array(chunkFirst.length).fill(CHUNK_FACE),
      firstIndex: Uint32Array.from(chunkFirst, (first) => first * 6),
      indexCount: Uint32Array.from(
        chunkFirst,
        (first, i) => ((chunkFirst[i + 1] ?? quadCount) - first) * 6,
      ),
      box,
      firstCluster,
      clusterCount,
      clusters,
      leaf: Uint32Array.from(chunkLeaf),
    },
  };
}

/** Rows of what is no model, by leaf, and by place there. */
function sortSprites({ objects }: DetailProps): number[] {
  const { origin, leaf, type } = objects;
  const cell = (row: number, axis: number) => Math.floor(origin[row * 3 + axis] / CELL);
  return Array.from({ length: objects.count }, (_, row) => row)
    .filter((row) => type[row] !== DETAIL_PROP_TYPE_MODEL)
    .sort(
      (a, b) => leaf[a] - leaf[b] || cell(a, 0) - cell(b, 0) || cell(a, 1) - cell(b, 1) || a - b,
    );
}

function listIndices(quadCount: number): Uint32Array {
  const indices = new Uint32Array(quadCount * 6);
  for (let quad = 0; quad < quadCount; quad++) {
    const first = quad * 4;
    indices.set([first, first + 3, first + 2, first, first + 2, first + 1], quad * 6);
  }
  return indices;
}
