import { bspError } from "./bsp-error.ts";
import { checkFinite, checkIndices, checkRanges } from "./check-index.ts";
import type { LumpReader } from "./lump-reader.ts";
import { DLEAF_V2, LEAFFACES, LEAFS, MODELS, NODES } from "./record-layouts.ts";
import type { Leafs, Models, Nodes } from "./types.ts";

/** Real trees are some 20 to 60 nodes deep; one past this was not made by a compiler. */
const MAX_TREE_DEPTH = 4096;

export interface Tree {
  readonly nodes: Nodes;
  readonly leafs: Leafs;
  readonly leafFaces: Uint32Array;
  readonly models: Models;
}

/** Nodes, leafs, their faces and the models, with every index checked. Throws FormatError. */
export function readTree(lumps: LumpReader, planeCount: number, faceCount: number): Tree {
  const nodes = lumps.table("LUMP_NODES", NODES);
  const leafs = readLeafs(lumps);
  const leafFaces = lumps.table("LUMP_LEAFFACES", LEAFFACES).value;
  const models = lumps.table("LUMP_MODELS", MODELS);
  const faces = { name: "faces", count: faceCount };
  if (leafs.count === 0) throw bspError("bad-count", "LUMP_LEAFS", 0, "at least one leaf", 0);
  if (models.count === 0) throw bspError("bad-count", "LUMP_MODELS", 0, "the world's model", 0);
  checkIndices("LUMP_NODES", "planenum", nodes.plane, { name: "planes", count: planeCount });
  checkRanges("LUMP_NODES", "faces", nodes.firstFace, nodes.faceCount, faces);
  checkFinite("LUMP_NODES", "mins", nodes.mins);
  checkFinite("LUMP_NODES", "maxs", nodes.maxs);
  checkFinite("LUMP_LEAFS", "mins", leafs.mins);
  checkFinite("LUMP_LEAFS", "maxs", leafs.maxs);
  const leafFaceTarget = { name: "leaffaces", count: leafFaces.length };
  checkRanges("LUMP_LEAFS", "faces", leafs.firstLeafFace, leafs.leafFaceCount, leafFaceTarget);
  // A compiler numbers the clusters through, so there are never more of them than leafs.
  checkIndices("LUMP_LEAFS", "cluster", leafs.cluster, { name: "clusters", count: leafs.count }, -1);
  checkIndices("LUMP_LEAFFACES", "face", leafFaces, faces);
  checkRanges("LUMP_MODELS", "faces", models.firstFace, models.faceCount, faces);
  checkFinite("LUMP_MODELS", "mins", models.mins);
  checkFinite("LUMP_MODELS", "maxs", models.maxs);
  checkFinite("LUMP_MODELS", "origin", models.origin);
  const nodeTarget = { name: "nodes", count: nodes.count };
  checkIndices("LUMP_NODES", "children", nodes.children, nodeTarget, -leafs.count);
  checkIndices("LUMP_MODELS", "headnode", models.headNode, nodeTarget, -leafs.count);
  checkAcyclic(nodes);
  return { nodes, leafs, leafFaces, models };
}

function readLeafs(lumps: LumpReader): Leafs {
  const areaBits = lumps.layout("LUMP_LEAFS", LEAFS) === DLEAF_V2 ? 17 : 9;
  const { areaFlags, ...rest } = lumps.table("LUMP_LEAFS", LEAFS);
  const area = new Int32Array(areaFlags.length);
  const flags = new Uint8Array(areaFlags.length);
  for (let i = 0; i < areaFlags.length; i++) {
    area[i] = areaFlags[i] & ((1 << areaBits) - 1);
    flags[i] = (areaFlags[i] >>> areaBits) & 0x7f;
  }
  return { ...rest, area, flags };
}

/**
 * A node with two parents, or a ring of nodes, would make a walk of the tree endless. With at most
 * one parent each, every node that hangs on a root is in no ring, and the others are in one.
 */
function checkAcyclic({ count, children }: Nodes): void {
  const parent = new Int32Array(count).fill(-1);
  for (let i = 0; i < children.length; i++) {
    const child = children[i];
    if (child < 0) continue;
    if (parent[child] >= 0) {
      const expected = `one parent of node ${child}`;
      throw bspError("cycle", "LUMP_NODES", i >> 1, expected, `nodes ${parent[child]} and ${i >> 1}`);
    }
    parent[child] = i >> 1;
  }
  let level: number[] = [];
  for (let node = 0; node < count; node++) if (parent[node] < 0) level.push(node);
  let reached = 0;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_TREE_DEPTH) {
      throw bspError("bad-value", "LUMP_NODES", level[0], `a depth up to ${MAX_TREE_DEPTH}`);
    }
    reached += level.length;
    const next: number[] = [];
    for (const node of level) {
      if (children[node * 2] >= 0) next.push(children[node * 2]);
      if (children[node * 2 + 1] >= 0) next.push(children[node * 2 + 1]);
    }
    level = next;
  }
  if (reached < count) {
    throw bspError("cycle", "LUMP_NODES", 0, "a tree", `${count - reached} nodes in a ring`);
  }
}
