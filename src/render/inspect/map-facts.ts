/** What views know of a map besides its vertices: words, in parts, as `shaders/common/inspect/sheet.wgsl` reads them. */

import type { MaterialSet } from "../../map/material.ts";
import type { PropSet } from "../../map/props.ts";
import { MAX_LODS } from "../../map/props.ts";
import { ROLE_BASE, ROLE_COUNT } from "../../map/texture-roles.ts";
import type { MapDraws } from "../views/map-draws.ts";
import type { WorldSource } from "../world/world-source.ts";
import type { CullReasons } from "./cull-reasons.ts";
import { faceWords } from "./face-facts.ts";
import { INSTANCE_FACTS } from "./view-constants.ts";

export interface InspectFacts {
  readonly words: Uint32Array<ArrayBuffer>;
  /** Where parts begin, words. */
  readonly worldVertices: number;
  readonly worldMaterials: number;
  readonly propMaterials: number;
  readonly propInstances: number;
  readonly nodes: number;
  readonly leafs: number;
  readonly nodeCount: number;
}

/** @param reasons why rows are not drawn; null: all are */
export function buildMapFacts(map: MapDraws, reasons: CullReasons | null): InspectFacts {
  const { scene, areas } = map;
  const { materials } = map.sources[0] as WorldSource;
  const set = propsOf(map);
  const parts = [
    faceWords(scene, reasons?.chunk ?? null),
    textureSizes(materials.set),
    set === null ? new Uint32Array(0) : textureSizes(set.materials),
    set === null ? new Uint32Array(0) : instanceWords(set, reasons?.instance ?? null),
    nodeWords(scene.tree),
    leafWords(scene.tree.leafCluster, areas?.leafArea ?? null),
  ];
  const words = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 1));
  const starts: number[] = [];
  let at = 0;
  for (const part of parts) {
    starts.push(at);
    words.set(part, at);
    at += part.length;
  }
  const [worldVertices, worldMaterials, propMaterials, propInstances, nodes, leafs] = starts;
  return {
    ...{ words, worldVertices, worldMaterials, propMaterials, propInstances, nodes, leafs },
    nodeCount: scene.tree.nodeCount,
  };
}

/** null: the map has none, or they are still to come. */
export function propsOf({ sources }: Pick<MapDraws, "sources">): PropSet | null {
  return sources.find(({ props }) => props !== undefined)?.props ?? null;
}

/** A word a material: its base texture's width, and above it the height; 0: it has none. */
function textureSizes({ count, roleTexture, textures }: MaterialSet): Uint32Array {
  const words = new Uint32Array(count);
  for (let material = 0; material < count; material++) {
    const texture = roleTexture[material * ROLE_COUNT + ROLE_BASE];
    if (texture < 0) continue;
    const { width, height } = textures.arrays[textures.array[texture]];
    words[material] = width | (height << 16);
  }
  return words;
}

function instanceWords(set: PropSet, reasons: Uint8Array | null): Uint32Array {
  const { strideWords, origin, lodCount, reason, fadeMax, switches } = INSTANCE_FACTS;
  const words = new Uint32Array(set.instanceCount * strideWords);
  const floats = new Float32Array(words.buffer);
  for (let i = 0; i < set.instanceCount; i++) {
    const at = i * strideWords;
    const variant = set.instanceVariant[i];
    for (let axis = 0; axis < 3; axis++) {
      floats[at + origin + axis] = set.worldFromModel[i * 12 + axis * 4 + 3];
    }
    words[at + lodCount] = set.variantLodCount[variant];
    words[at + reason] = reasons?.[i] ?? 0;
    const isBySize = (set.fadeMetric?.[i * 2 + 1] ?? 0) > 0;
    floats[at + fadeMax] = set.fadeMaxDist[i] > 0 ? set.fadeMaxDist[i] : isBySize ? -1 : 0;
    const first = variant * MAX_LODS;
    floats.set(set.variantSwitchPoint.subarray(first, first + MAX_LODS), at + switches);
  }
  return words;
}

/** 6 words a node: its plane, front and back. */
function nodeWords(tree: MapDraws["scene"]["tree"]): Uint32Array {
  const words = new Uint32Array(tree.nodeCount * 6);
  const planes = new Uint32Array(tree.nodePlane.slice().buffer);
  const children = new Uint32Array(tree.nodeChildren.slice().buffer);
  for (let node = 0; node < tree.nodeCount; node++) {
    words.set(planes.subarray(node * 4, node * 4 + 4), node * 6);
    words.set(children.subarray(node * 2, node * 2 + 2), node * 6 + 4);
  }
  return words;
}

/** 2 words a leaf: its cluster, and its area; all in one where none are closed to each other. */
function leafWords(clusters: Int32Array, areas: Int32Array | null): Uint32Array {
  const words = new Int32Array(clusters.length * 2);
  for (let leaf = 0; leaf < clusters.length; leaf++) {
    words[leaf * 2] = clusters[leaf];
    words[leaf * 2 + 1] = areas === null ? 1 : areas[leaf];
  }
  return new Uint32Array(words.buffer);
}
