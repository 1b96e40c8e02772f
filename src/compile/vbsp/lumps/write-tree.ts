/** Writes trees to LUMP_NODES, LUMP_LEAFS and the lists of leafs. */

import type { LumpName } from "../../../formats/bsp/lumps.ts";
import { LEAFMINDISTTOWATER } from "../../../formats/bsp/records/other-lumps.ts";
import { DLEAF_V1, DNODE } from "../../../formats/bsp/records/tree.ts";
import type { MapLump } from "../../types.ts";
import { CONTENTS_SOLID } from "../brushes/contents.ts";
import {
  checkLimit,
  MAX_MAP_LEAFBRUSHES,
  MAX_MAP_LEAFFACES,
  MAX_MAP_LEAFS,
  MAX_MAP_NODES,
} from "../limits.ts";
import { innerNodesOf, leafsOf, type TreeNode } from "../tree/tree.ts";
import { indexLump, recordLump } from "./write-lumps.ts";

/**
 * `LEAF_FLAGS_SKY`: the sky may be visible from the leaf. Set on every leaf, like vbsp. vrad clears
 * it where tracing shows no sky.
 */
const LEAF_FLAGS_SKY = 1;
const AREA_BITS = 9;
/** Distance to the nearest water in inches: the largest value. */
const NO_WATER = 65535;

/** Collects the trees of all models. */
export class TreeWriter {
  readonly #nodes: TreeNode[] = [];
  readonly #leafs: TreeNode[] = [];
  /** First face and number of faces of each node. */
  readonly #nodeFaces: [number, number][] = [];
  readonly #areaOfNode: number[] = [];

  /**
   * Numbers the nodes and leafs of a tree. Leaf 0 is a solid leaf that belongs to no tree. Faces of
   * nodes must be written in the order of `nodes`, right after the call.
   */
  addTree(root: TreeNode): { headNode: number; nodes: readonly TreeNode[] } {
    const nodes = [...innerNodesOf(root)];
    for (const node of nodes) node.row = this.#nodes.push(node) - 1;
    for (const leaf of leafsOf(root)) leaf.row = this.#leafs.push(leaf);
    checkLimit("nodes", this.#nodes.length, MAX_MAP_NODES);
    checkLimit("leafs", this.#leafs.length + 1, MAX_MAP_LEAFS);
    return { headNode: childIndex(root), nodes };
  }

  setNodeFaces(node: TreeNode, first: number, count: number): void {
    this.#nodeFaces[node.row] = [first, count];
  }

  write(hasWater: boolean): [LumpName, MapLump][] {
    const leafFaces: number[] = [];
    const leafBrushes: number[] = [];
    const leafs = this.#writeLeafs(leafFaces, leafBrushes);
    checkLimit("leaf faces", leafFaces.length, MAX_MAP_LEAFFACES);
    checkLimit("leaf brushes", leafBrushes.length, MAX_MAP_LEAFBRUSHES);
    const distances = new Uint32Array(this.#leafs.length + 1).fill(hasWater ? 0 : NO_WATER);
    return [
      ["LUMP_NODES", this.#writeNodes()],
      ["LUMP_LEAFS", leafs],
      ["LUMP_LEAFFACES", indexLump(leafFaces)],
      ["LUMP_LEAFBRUSHES", indexLump(leafBrushes)],
      [
        "LUMP_LEAFMINDISTTOWATER",
        recordLump(LEAFMINDISTTOWATER[0], { count: distances.length, value: distances }),
      ],
    ];
  }

  #writeNodes(): MapLump {
    const nodes = this.#nodes;
    for (let i = nodes.length - 1; i >= 0; i--) this.#areaOfNode[i] = this.#findArea(nodes[i]);
    return recordLump(DNODE, {
      count: nodes.length,
      plane: Uint32Array.from(nodes, (node) => node.plane),
      children: Int32Array.from(
        nodes.flatMap((node) => [childIndex(node.front!), childIndex(node.back!)]),
      ),
      mins: Float32Array.from(nodes.flatMap((node) => wholeBox(node, Math.floor, node.mins))),
      maxs: Float32Array.from(nodes.flatMap((node) => wholeBox(node, Math.ceil, node.maxs))),
      firstFace: Uint32Array.from(nodes, (node) => this.#nodeFaces[node.row][0]),
      faceCount: Uint32Array.from(nodes, (node) => this.#nodeFaces[node.row][1]),
      area: Int32Array.from(this.#areaOfNode),
    });
  }

  /** Returns the common area of all non-solid leafs below a node; -1 if there are several. */
  #findArea({ front, back }: TreeNode): number {
    let area = 0;
    for (const child of [front!, back!]) {
      const own = child.front ? this.#areaOfNode[child.row] : child.area;
      if (own === 0) continue;
      area = area === 0 || area === own ? own : -1;
    }
    return area;
  }

  #writeLeafs(leafFaces: number[], leafBrushes: number[]): MapLump {
    const leafs = this.#leafs;
    const firstFace = [0];
    const faceCount = [0];
    const firstBrush = [0];
    const brushCount = [0];
    for (const leaf of leafs) {
      firstFace.push(leafFaces.length);
      if ((leaf.contents & CONTENTS_SOLID) === 0) {
        const rows = new Set(leaf.leafFaces.map((face) => face.row).filter((row) => row >= 0));
        for (const row of [...rows].sort((a, b) => a - b)) leafFaces.push(row);
      }
      faceCount.push(leafFaces.length - firstFace[firstFace.length - 1]);
      firstBrush.push(leafBrushes.length);
      for (const row of new Set(leaf.brushes.map(({ source }) => source.row))) {
        leafBrushes.push(row);
      }
      brushCount.push(leafBrushes.length - firstBrush[firstBrush.length - 1]);
    }
    return recordLump(
      DLEAF_V1,
      {
        count: leafs.length + 1,
        contents: Int32Array.from([CONTENTS_SOLID, ...leafs.map((leaf) => leaf.contents)]),
        // The real compiler leaves cluster 0 in the unused leaf, from zeroed memory. This writes
        // -1, which is explicit.
        cluster: Int32Array.from([-1, ...leafs.map((leaf) => leaf.cluster)]),
        areaFlags: Uint32Array.from([
          0,
          ...leafs.map((leaf) => leaf.area | (LEAF_FLAGS_SKY << AREA_BITS)),
        ]),
        mins: boxColumn(leafs, Math.floor, (leaf) => leaf.mins),
        maxs: boxColumn(leafs, Math.ceil, (leaf) => leaf.maxs),
        firstLeafFace: Uint32Array.from(firstFace),
        leafFaceCount: Uint32Array.from(faceCount),
        firstLeafBrush: Uint32Array.from(firstBrush),
        leafBrushCount: Uint32Array.from(brushCount),
        leafWaterData: Int32Array.from([-1, ...leafs.map((leaf) => leaf.water)]),
      },
      1,
    );
  }
}

const childIndex = (node: TreeNode): number => (node.front ? node.row : -1 - node.row);

function boxColumn(
  leafs: readonly TreeNode[],
  round: (value: number) => number,
  corner: (leaf: TreeNode) => Float64Array,
): Float32Array {
  const column = new Float32Array((leafs.length + 1) * 3);
  for (const [i, leaf] of leafs.entries()) {
    column.set(wholeBox(leaf, round, corner(leaf)), (i + 1) * 3);
  }
  return column;
}

/** Returns a corner in whole inches; 0 if the node has no box. */
function wholeBox(
  { mins, maxs }: TreeNode,
  round: (value: number) => number,
  corner: Float64Array,
): number[] {
  const isEmpty = !(mins[0] <= maxs[0]);
  return [0, 1, 2].map((axis) =>
    isEmpty ? 0 : Math.max(-32768, Math.min(32767, round(corner[axis]))) + 0,
  );
}
