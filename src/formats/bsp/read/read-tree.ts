import { LEAFFACES, LEAFS, MODELS, NODES } from "../records/tree.ts";
import type { Leafs, LumpEntry, Models, Nodes } from "../types.ts";
import { checkFinite, checkIndices, checkReferences, rowError, sumOf } from "./check-index.ts";
import type { LumpReader } from "./lump-reader.ts";

/** Real trees are 8 to 35 nodes deep; one past this was not made by a compiler. */
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
  const atNode = lumps.entry("LUMP_NODES");
  const atLeaf = lumps.entry("LUMP_LEAFS");
  const atModel = lumps.entry("LUMP_MODELS");
  if (leafs.count === 0) throw rowError(atLeaf, "bad-count", 0, "at least one leaf", 0);
  if (models.count === 0) throw rowError(atModel, "bad-count", 0, "the world's model", 0);

  lumps.ledger.take("leafFaces", sumOf(leafs.leafFaceCount), "LUMP_LEAFFACES");

  const counts = {
    LUMP_PLANES: planeCount,
    LUMP_NODES: nodes.count,
    LUMP_LEAFS: leafs.count,
    LUMP_FACES: faceCount,
    LUMP_LEAFFACES: leafFaces.length,
  };
  checkReferences(atNode, NODES[0], nodes, counts);
  checkReferences(atLeaf, LEAFS[0], leafs, counts);
  // Compilers number the clusters through, so there are never more of them than leafs.
  checkIndices(atLeaf, "cluster", leafs.cluster, { name: "leafs", count: leafs.count }, -1);
  checkReferences(lumps.entry("LUMP_LEAFFACES"), LEAFFACES[0], { value: leafFaces }, counts);
  checkReferences(atModel, MODELS[0], models, counts);
  for (const [entry, table] of [
    [atNode, nodes],
    [atLeaf, leafs],
    [atModel, models],
  ] as const) {
    checkFinite(entry, "mins", table.mins);
    checkFinite(entry, "maxs", table.maxs);
  }
  checkFinite(atModel, "origin", models.origin);
  checkAcyclic(atNode, nodes);
  return { nodes, leafs, leafFaces, models };
}

function readLeafs(lumps: LumpReader): Leafs {
  const { areaBits = 9 } = lumps.layout("LUMP_LEAFS", LEAFS);
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
function checkAcyclic(entry: LumpEntry, { count, children }: Nodes): void {
  const parent = new Int32Array(count).fill(-1);
  for (let i = 0; i < children.length; i++) {
    const child = children[i];
    if (child < 0) continue;
    if (parent[child] >= 0) {
      const expected = `one parent of node ${child}`;
      const found = `nodes ${parent[child]} and ${i >> 1}`;
      throw rowError(entry, "cycle", i >> 1, expected, found);
    }
    parent[child] = i >> 1;
  }
  let level: number[] = [];
  for (let node = 0; node < count; node++) if (parent[node] < 0) level.push(node);
  let reached = 0;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_TREE_DEPTH) {
      throw rowError(entry, "bad-value", level[0], `a depth up to ${MAX_TREE_DEPTH}`);
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
    throw rowError(entry, "cycle", 0, "a tree", `${count - reached} nodes in a ring`);
  }
}
