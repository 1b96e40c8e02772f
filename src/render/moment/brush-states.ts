/**
 * Follows where the brush models of a map are: rows for the GPU, and the columns of the chunks for
 * the CPU.
 */

import type { MapMoment } from "../../map/motion/brush-models.ts";
import type { MapScene } from "../../map/types.ts";
import { CHUNK_BRUSH_MODEL, CHUNK_HIDDEN } from "../../map/world.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";
import { BRUSH_CHUNK, type BrushGeometry } from "./brush-geometry.ts";
import { addFlagged, copyNumbers, growRun, type Run } from "./changed-rows.ts";
import { PlacedClusters } from "./placed-clusters.ts";

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

/** Clusters of a moved model beyond its own number; with more, it is visible from everywhere. */
const MORE_CLUSTERS = 24;

export class BrushStates {
  /** The map with chunks that may be changed, and room for the clusters of moved models. */
  readonly scene: MapScene;
  /** `BRUSH_STATE` rows. */
  readonly words: Uint32Array<ArrayBuffer>;
  readonly floats: Float32Array<ArrayBuffer>;
  /** Rows whose words changed since the last `follow`. */
  readonly changed: Run = { first: 0, end: 0 };
  /** Entries of `scene.chunks.clusters` that changed since the last `follow`. */
  readonly changedClusters: Run;
  /** Models with translucent chunks, whose leaf is looked up with each move. */
  readonly isTranslucent: Uint8Array;

  readonly #built: MapScene;
  readonly #leafLink: Uint32Array;
  readonly #firstRoom: Uint32Array;
  readonly #leaf: Uint32Array;
  readonly #placed: PlacedClusters;
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
    this.#leafLink = leafLink;
    this.#chunkFloats = new Float32Array(geometry.chunks.buffer);
    this.words = new Uint32Array(count * STRIDE);
    this.floats = new Float32Array(this.words.buffer);
    this.isTranslucent = new Uint8Array(count);
    this.#leaf = new Uint32Array(count);
    this.#isStale = new Uint8Array(count);
    this.#firstRoom = new Uint32Array(count);
    const room = new Uint32Array(count);
    const { chunks } = built;
    let end = chunks.clusters.length;
    for (let model = 0; model < count; model++) {
      const own = chunks.clusterCount[brushes.chunks[brushes.firstChunk[model]]];
      this.#firstRoom[model] = end;
      room[model] = own + MORE_CLUSTERS;
      end += room[model];
      this.floats.set(brushes.worldFromModel.subarray(model * 12, model * 12 + 12), model * STRIDE);
      const hidden = brushes.isHidden[model] === 0 ? 0 : BRUSH_HIDDEN;
      this.words[model * STRIDE + BRUSH_STATE.flags] = BRUSH_AT_REST | hidden;
    }
    const clusters = new Uint32Array(end);
    clusters.set(chunks.clusters);
    const rooms = { clusters, first: this.#firstRoom, size: room };
    this.#placed = new PlacedClusters(built.tree, built.pvs, rooms, geometry.box);
    this.changedClusters = this.#placed.changed;
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
      if (copyNumbers(floats, at, worldFromModel, from, 12)) isOther = true;
      if (!isOther) continue;
      growRun(changed, model, model + 1);
      const isBuilt = this.#isAsBuilt(model);
      words[at + BRUSH_STATE.flags] = BRUSH_CHANGED | hidden | (isBuilt ? BRUSH_AT_REST : 0);
      if (!isBuilt && hidden === 0) this.#place(model);
      this.#isStale[model] = 1;
      this.#hasStale = true;
    }
    if (changed.end === 0) return false;
    addFlagged(changed, this.#flagged);
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

  #isAsBuilt(model: number): boolean {
    const { worldFromModel } = brushesOf(this.#built);
    for (let i = 0; i < 12; i++) {
      if (this.floats[model * STRIDE + i] !== worldFromModel[model * 12 + i]) return false;
    }
    return true;
  }

  /** Finds the clusters and the leaf of a moved model. */
  #place(model: number): void {
    const { floats, words } = this;
    const placed = this.#placed;
    const at = model * STRIDE;
    if (placed.follow(model, floats, at)) {
      words[at + BRUSH_STATE.firstCluster] = this.#firstRoom[model];
      words[at + BRUSH_STATE.clusterCount] = placed.count[model];
    } else if (this.isTranslucent[model] === 0) return;
    const leaf = findLeaf(
      this.#built.tree,
      placed.placedMiddle(model, floats, at, 0),
      placed.placedMiddle(model, floats, at, 1),
      placed.placedMiddle(model, floats, at, 2),
    );
    this.#leaf[model] = leaf;
    words[at + BRUSH_STATE.leafLink] = this.#leafLink[leaf] ?? 0;
  }
}

function brushesOf({ brushes }: MapScene): NonNullable<MapScene["brushes"]> {
  if (brushes === null) throw new Error("visleaf bug: a map without brush models has none to move");
  return brushes;
}
