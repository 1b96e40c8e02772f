/**
 * Which displacements a displacement touches: `CDispSubNeighbor`, two for each of the edges left, top, right and
 * bottom, and `CDispCornerNeighbors`, one for each corner, as compilers of C lay them out. Source: Valve's
 * public `bspfile.h`; the wide ones, of version 25 and of Vindictus, have 32-bit neighbours.
 */

import { readRecords } from "../../../binary/read-records.ts";
import type { ColumnArray, Table } from "../../../binary/record-layout.ts";
import { type StructColumns, struct, u8, u16, u32 } from "../../../binary/struct.ts";

/** `rest` fills the records up, and is kept when they are written anew. */
const place = { orientation: u8(), span: u8(), neighborSpan: u8(), rest: u8() };
export const EDGE_NEIGHBOR = {
  narrow: struct({ neighbor: u16(), ...place }),
  wide: struct({ neighbor: u32(), ...place }),
};
export const CORNER_NEIGHBORS = {
  narrow: struct({ neighbors: u16(4), neighborCount: u8(), rest: u8() }),
  wide: struct({ neighbors: u32(4), neighborCount: u8(), rest: u8(), pad: u8(2) }),
};
export const NO_NEIGHBOR = { narrow: 0xffff, wide: 0xffffffff } as const;

const EDGES = ["left", "top", "right", "bottom"] as const;
const CORNERS = ["lower left", "upper left", "upper right", "lower right"] as const;

/** Of a displacement's eight edge neighbours, by how many bytes they take. */
export const neighborForm = (edgeBytes: number): "narrow" | "wide" =>
  edgeBytes > 8 * EDGE_NEIGHBOR.narrow.bytes ? "wide" : "narrow";

/** The neighbours that there are, as rows. */
export function listDispNeighbors(
  edges: readonly number[],
  corners: readonly number[],
  littleEndian: boolean,
) {
  const form = neighborForm(edges.length);
  const read = (bytes: readonly number[], forms: typeof EDGE_NEIGHBOR) =>
    readRecords(Uint8Array.from(bytes), forms[form], littleEndian) as Table<StructColumns> &
      Readonly<Record<string, ColumnArray>>;
  const edge = read(edges, EDGE_NEIGHBOR);
  const corner = read(corners, CORNER_NEIGHBORS);
  return {
    edgeNeighborList: Array.from({ length: edge.count }, (_, i) => ({
      edge: EDGES[i >> 1],
      neighbor: edge.neighbor[i],
      neighborOrientation: edge.orientation[i],
      span: edge.span[i],
      neighborSpan: edge.neighborSpan[i],
    })).filter(({ neighbor }) => neighbor !== NO_NEIGHBOR[form]),
    cornerNeighborList: Array.from({ length: corner.count }, (_, i) => ({
      corner: CORNERS[i],
      neighbors: [
        ...corner.neighbors.subarray(i * 4, i * 4 + Math.min(4, corner.neighborCount[i])),
      ],
    })).filter(({ neighbors }) => neighbors.length > 0),
  };
}
