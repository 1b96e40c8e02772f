/**
 * Follows where the brush models of a map are: rows for the GPU, and the columns of the chunks for
 * the CPU.
 */

import type { MapMoment } from "../../map/motion/brush-models.ts";
import type { MapScene } from "../../map/types.ts";
import { CHUNK_BRUSH_MODEL, CHUNK_HIDDEN } from "../../map/world.ts";
import { findLeaf, makeBoxLeafs, writeBoxLeafs } from "../../visibility/leaf-walk.ts";
import { BRUSH_CHUNK, type BrushGeometry } from "./brush-geometry.ts";

/** The struct `BrushState` of `shaders/common/moment/states.wgsl`, in words. */
export const BRUSH_STATE = {
  placed: 0,
  flags: 12,
  firstCluster: 13,
  clusterCount: 14,
  leafLink: 15,
  strideWords: 16,
} as const;

export const BRUSH_CHANGED = 1;
export const BRUSH_HIDDEN = 2;
export const BRUSH_AT_REST = 4;

const STRIDE = BRUSH_STATE.strideWords;

/** Inches around a moved box that cover the rounding of its vertices. */
export const BOX_SLACK = 1 / 32;

/**
 * Inches that a model may move, besides a part of its radius, before its clusters are looked up
 * again. The clusters are those of a box that is larger by as much.
 */
const LEAST_MARGIN = 32;
const MARGIN_PER_RADIUS = 0.25;

/** Clusters of a moved model beyond its own number; with more, it is visible from everywhere. */
const MORE_CLUSTERS = 24;

/** A run of rows or words to upload; empty if `end` is 0. */
export interface Run {
  first: number;
  end: number;
}

function grow(run: Run, first: number, end: number): void {
  run.first = run.end === 0 ? first : Math.min(run.first, first);
  run.end = Math.max(run.end, end);
}

export class BrushStates {
  /** The map with chunks that may be changed, and room for the clusters of moved models. */
  readonly scene: MapScene;
  /** `BRUSH_STATE` rows. */
  readonly words: Uint32Array<ArrayBuffer>;
  readonly floats: Float32Array<ArrayBuffer>;
  /** Rows whose words changed since the last `follow`. */
  readonly changed: Run = { first: 0, end: 0 };
  /** Entries of `scene.chunks.clusters` that changed since the last `follow`. */
  readonly changedClusters: Run = { first: 0, end: 0 };
  /** Models with translucent chunks, whose leaf is looked up with each move. */
  readonly isTranslucent: Uint8Array;

  readonly #built: MapScene;
  readonly #geometry: BrushGeometry;
  readonly #leafLink: Uint32Array;
  readonly #firstRoom: Uint32Array;
  readonly #room: Uint32Array;
  /** Middle and radius of each model, in model space. */
  readonly #middle: Float32Array;
  readonly #radius: Float32Array;
  /** Matrix for which the clusters of each model were looked up; NaN if never. */
  readonly #lookedUp: Float32Array;
  readonly #leaf: Uint32Array;
  readonly #leafs: Uint32Array;
  /** For each cluster, one plus the last lookup that listed it. */
  readonly #listedFor: Uint32Array;
  #lookups = 0;
  readonly #box = new Float32Array(6);
  /** Rows that have `BRUSH_CHANGED` on the GPU. */
  readonly #flagged: Run = { first: 0, end: 0 };
  /** The packed chunks as floats. */
  readonly #chunkFloats: Float32Array;
  /** Models whose chunks are not up to date on the CPU. */
  readonly #isStale: Uint8Array;
  #hasStale = false;

  /** @param leafLink link of each leaf: `TreeLinks.leafLink` */
  constructor(built: MapScene, geometry: BrushGeometry, leafLink: Uint32Array) {
    const brushes = brushesOf(built);
    const { count } = brushes;
    this.#built = built;
    this.#geometry = geometry;
    this.#leafLink = leafLink;
    this.#chunkFloats = new Float32Array(geometry.chunks.buffer);
    this.words = new Uint32Array(count * STRIDE);
    this.floats = new Float32Array(this.words.buffer);
    this.isTranslucent = new Uint8Array(count);
    this.#middle = new Float32Array(count * 3);
    this.#radius = new Float32Array(count);
    this.#lookedUp = new Float32Array(count * 12).fill(Number.NaN);
    this.#leaf = new Uint32Array(count);
    this.#leafs = makeBoxLeafs(built.tree);
    let clusterEnd = 0;
    for (const cluster of built.tree.leafCluster) clusterEnd = Math.max(clusterEnd, cluster + 1);
    this.#listedFor = new Uint32Array(clusterEnd);
    this.#isStale = new Uint8Array(count);
    this.#firstRoom = new Uint32Array(count);
    this.#room = new Uint32Array(count);
    const { chunks } = built;
    let end = chunks.clusters.length;
    for (let model = 0; model < count; model++) {
      const own = chunks.clusterCount[brushes.chunks[brushes.firstChunk[model]]];
      this.#firstRoom[model] = end;
      this.#room[model] = own + MORE_CLUSTERS;
      end += this.#room[model];
      this.#measure(model);
      this.floats.set(brushes.worldFromModel.subarray(model * 12, model * 12 + 12), model * STRIDE);
      const hidden = brushes.isHidden[model] === 0 ? 0 : BRUSH_HIDDEN;
      this.words[model * STRIDE + BRUSH_STATE.flags] = BRUSH_AT_REST | hidden;
    }
    const clusters = new Uint32Array(end);
    clusters.set(chunks.clusters);
    this.scene = {
      ...built,
      chunks: {
        ...chunks,
        // With those of models that are hidden at the start.
        count: chunks.kind.length,
        clusters,
        kind: chunks.kind.slice(),
        box: chunks.box.slice(),
        firstCluster: chunks.firstCluster.slice(),
        clusterCount: chunks.clusterCount.slice(),
        leaf: chunks.leaf.slice(),
      },
    };
  }

  /**
   * Takes the places of a moment, or those at the start for `null`. Afterwards the rows of
   * `changed` have to be uploaded; those with `BRUSH_CHANGED` moved, hid or appeared.
   * @returns whether any did
   */
  follow(moment: MapMoment | null): boolean {
    const { words, floats, changed } = this;
    const brushes = brushesOf(this.#built);
    const { worldFromModel, isHidden } = moment ?? brushes;
    changed.end = 0;
    this.changedClusters.end = 0;
    for (let model = 0; model < brushes.count; model++) {
      const at = model * STRIDE;
      const from = model * 12;
      const hidden = isHidden[model] === 0 ? 0 : BRUSH_HIDDEN;
      words[at + BRUSH_STATE.flags] &= ~BRUSH_CHANGED;
      let isOther = (words[at + BRUSH_STATE.flags] & BRUSH_HIDDEN) !== hidden;
      for (let i = 0; i < 12; i++) {
        const value = worldFromModel[from + i];
        if (floats[at + i] === value) continue;
        floats[at + i] = value;
        isOther = true;
      }
      if (!isOther) continue;
      grow(changed, model, model + 1);
      const isBuilt = this.#isAsBuilt(model);
      words[at + BRUSH_STATE.flags] = BRUSH_CHANGED | hidden | (isBuilt ? BRUSH_AT_REST : 0);
      if (!isBuilt && hidden === 0) this.#place(model);
      this.#isStale[model] = 1;
      this.#hasStale = true;
    }
    if (changed.end === 0) return false;
    // The rows of the last change still have the flag on the GPU.
    const { first, end } = this.#flagged;
    this.#flagged.end = 0;
    grow(this.#flagged, changed.first, changed.end);
    if (end > 0) grow(changed, first, end);
    return true;
  }

  /**
   * Brings the columns of `scene.chunks` up to date.
   * @returns whether any changed
   */
  settle(): boolean {
    if (!this.#hasStale) return false;
    this.#hasStale = false;
    for (let model = 0; model < this.#isStale.length; model++) {
      if (this.#isStale[model] === 0) continue;
      this.#isStale[model] = 0;
      this.#settleModel(model);
    }
    return true;
  }

  #settleModel(model: number): void {
    const { words } = this;
    const { chunks } = this.scene;
    const { chunks: built } = this.#built;
    const brushes = brushesOf(this.#built);
    const at = model * STRIDE;
    const flags = words[at + BRUSH_STATE.flags];
    const isBuilt = (flags & BRUSH_AT_REST) !== 0;
    const end = brushes.firstChunk[model] + brushes.chunkCount[model];
    for (let i = brushes.firstChunk[model]; i < end; i++) {
      const chunk = brushes.chunks[i];
      chunks.kind[chunk] = (flags & BRUSH_HIDDEN) !== 0 ? CHUNK_HIDDEN : CHUNK_BRUSH_MODEL;
      if (isBuilt) {
        for (let k = chunk * 6; k < chunk * 6 + 6; k++) chunks.box[k] = built.box[k];
        chunks.firstCluster[chunk] = built.firstCluster[chunk];
        chunks.clusterCount[chunk] = built.clusterCount[chunk];
        chunks.leaf[chunk] = built.leaf[chunk];
      } else {
        this.#writePlacedBox(chunks.box, chunk, i, at);
        chunks.firstCluster[chunk] = words[at + BRUSH_STATE.firstCluster];
        chunks.clusterCount[chunk] = words[at + BRUSH_STATE.clusterCount];
        chunks.leaf[chunk] = this.#leaf[model];
      }
    }
  }

  /**
   * Writes the box of a chunk where its model is, as `move-rows.wgsl` does.
   * @param row row of the packed chunk
   * @param at first word of the model's state
   */
  #writePlacedBox(out: Float32Array, chunk: number, row: number, at: number): void {
    const { floats } = this;
    const boxes = this.#chunkFloats;
    const mins = row * BRUSH_CHUNK.strideWords + BRUSH_CHUNK.mins;
    const maxs = row * BRUSH_CHUNK.strideWords + BRUSH_CHUNK.maxs;
    for (let axis = 0; axis < 3; axis++) {
      let middle = floats[at + axis * 4 + 3];
      let half = BOX_SLACK;
      for (let k = 0; k < 3; k++) {
        const factor = floats[at + axis * 4 + k];
        middle += (factor * (boxes[mins + k] + boxes[maxs + k])) / 2;
        half += (Math.abs(factor) * (boxes[maxs + k] - boxes[mins + k])) / 2;
      }
      out[chunk * 6 + axis] = middle - half;
      out[chunk * 6 + 3 + axis] = middle + half;
    }
  }

  #measure(model: number): void {
    const { box } = this.#geometry;
    let square = 0;
    for (let axis = 0; axis < 3; axis++) {
      const mins = box[model * 6 + axis];
      const maxs = box[model * 6 + 3 + axis];
      this.#middle[model * 3 + axis] = (mins + maxs) / 2;
      square += ((maxs - mins) / 2) ** 2;
    }
    this.#radius[model] = Math.sqrt(square);
  }

  #isAsBuilt(model: number): boolean {
    const { worldFromModel } = brushesOf(this.#built);
    for (let i = 0; i < 12; i++) {
      if (this.floats[model * STRIDE + i] !== worldFromModel[model * 12 + i]) return false;
    }
    return true;
  }

  /** Finds the clusters and the leaf of a moved model. */
  #place(model: number): void {
    const isLookedUp = !this.#hasLeft(model);
    if (!isLookedUp) this.#lookUp(model);
    if (isLookedUp && this.isTranslucent[model] === 0) return;
    const leaf = findLeaf(
      this.#built.tree,
      this.#placedMiddle(model, 0),
      this.#placedMiddle(model, 1),
      this.#placedMiddle(model, 2),
    );
    this.#leaf[model] = leaf;
    this.words[model * STRIDE + BRUSH_STATE.leafLink] = this.#leafLink[leaf] ?? 0;
  }

  /** Returns whether any point of the model may have moved farther than the margin. */
  #hasLeft(model: number): boolean {
    const now = this.floats;
    const then = this.#lookedUp;
    let turned = 0;
    let moved = 0;
    for (let axis = 0; axis < 3; axis++) {
      const a = model * STRIDE + axis * 4;
      const b = model * 12 + axis * 4;
      const middle = model * 3;
      const x = now[a] - then[b];
      const y = now[a + 1] - then[b + 1];
      const z = now[a + 2] - then[b + 2];
      turned += x * x + y * y + z * z;
      const own =
        x * this.#middle[middle] + y * this.#middle[middle + 1] + z * this.#middle[middle + 2];
      moved += (own + now[a + 3] - then[b + 3]) ** 2;
    }
    const reach = Math.sqrt(moved) + Math.sqrt(turned) * this.#radius[model];
    // Written so that NaN has left.
    return !(reach <= this.#marginOf(model));
  }

  #marginOf(model: number): number {
    return LEAST_MARGIN + this.#radius[model] * MARGIN_PER_RADIUS;
  }

  #placedMiddle(model: number, axis: number): number {
    const a = model * STRIDE + axis * 4;
    const { floats } = this;
    const middle = model * 3;
    return (
      floats[a] * this.#middle[middle] +
      floats[a + 1] * this.#middle[middle + 1] +
      floats[a + 2] * this.#middle[middle + 2] +
      floats[a + 3]
    );
  }

  #lookUp(model: number): void {
    const { floats, words } = this;
    const at = model * STRIDE;
    for (let i = 0; i < 12; i++) this.#lookedUp[model * 12 + i] = floats[at + i];
    const { clusters } = this.scene.chunks;
    const first = this.#firstRoom[model];
    words[at + BRUSH_STATE.firstCluster] = first;
    words[at + BRUSH_STATE.clusterCount] = 0;
    const { tree, pvs } = this.#built;
    if (pvs === null) return;
    const margin = this.#marginOf(model);
    const box = this.#geometry.box;
    for (let axis = 0; axis < 3; axis++) {
      const middle = this.#placedMiddle(model, axis);
      let half = margin;
      for (let k = 0; k < 3; k++) {
        const size = box[model * 6 + 3 + k] - box[model * 6 + k];
        half += (Math.abs(floats[at + axis * 4 + k]) * size) / 2;
      }
      this.#box[axis] = middle - half;
      this.#box[3 + axis] = middle + half;
    }
    const reached = writeBoxLeafs(tree, this.#box, 0, this.#leafs);
    const lookup = ++this.#lookups;
    let count = 0;
    for (let i = 0; i < reached; i++) {
      const cluster = tree.leafCluster[this.#leafs[i]];
      if (cluster < 0 || this.#listedFor[cluster] === lookup) continue;
      this.#listedFor[cluster] = lookup;
      // Without clusters, a row is visible from everywhere.
      if (count === this.#room[model]) return;
      clusters[first + count++] = cluster;
    }
    grow(this.changedClusters, first, first + count);
    words[at + BRUSH_STATE.clusterCount] = count;
  }
}

function brushesOf({ brushes }: MapScene): NonNullable<MapScene["brushes"]> {
  if (brushes === null) throw new Error("visleaf bug: a map without brush models has none to move");
  return brushes;
}
