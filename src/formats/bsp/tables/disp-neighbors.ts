/** Lists the neighbours of a displacement as rows. */

import { readRecords } from "../../binary/read-records.ts";
import type { ColumnArray, Table } from "../../binary/record-layout.ts";
import type { StructColumns } from "../../binary/struct.ts";
import {
  DISP_CORNER_NEIGHBORS,
  DISP_SUB_NEIGHBOR,
  NO_DISP_NEIGHBOR,
  WIDE_DISP_CORNER_NEIGHBORS,
  WIDE_DISP_SUB_NEIGHBOR,
} from "../records/neighbors.ts";

export const EDGE_NEIGHBOR = {
  narrow: DISP_SUB_NEIGHBOR.struct,
  wide: WIDE_DISP_SUB_NEIGHBOR.struct,
};
export const CORNER_NEIGHBORS = {
  narrow: DISP_CORNER_NEIGHBORS.struct,
  wide: WIDE_DISP_CORNER_NEIGHBORS.struct,
};
export const NO_NEIGHBOR = { narrow: NO_DISP_NEIGHBOR, wide: 0xffffffff } as const;

const EDGES = ["left", "top", "right", "bottom"] as const;
const CORNERS = ["lower left", "upper left", "upper right", "lower right"] as const;

/** Returns the form of a displacement's eight edge neighbours, by their size in bytes. */
export const neighborForm = (edgeBytes: number): "narrow" | "wide" =>
  edgeBytes > 8 * EDGE_NEIGHBOR.narrow.bytes ? "wide" : "narrow";

/** Returns the existing neighbours as rows. */
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
