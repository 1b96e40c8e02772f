/**
 * Follows where the models of entities are: rows for the GPU, and the columns of the instances for
 * the CPU.
 */

import { MODEL_CLUSTERS, type ModelsMoment } from "../../map/motion/models.ts";
import type { PropLight, PropSet } from "../../map/props.ts";
import type { MapScene } from "../../map/types.ts";
import { writeTransformedBox } from "../../math/transformed-box.ts";
import { AMBIENT_CUBE_FLOATS, writeAmbientCube } from "../../visibility/ambient-cube.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";
import { addFlagged, copyNumbers, growRun, type Run } from "./changed-rows.ts";
import { PlacedClusters } from "./placed-clusters.ts";

/** The struct `ModelState` of `shaders/common/moment/models.wgsl`, in words. */
export const MODEL_STATE = {
  placed: 0,
  mins: 12,
  firstCluster: 15,
  maxs: 16,
  clusterCount: 19,
  color: 20,
  flags: 24,
  leafLink: 25,
  instance: 26,
  ambient: 28,
  strideWords: 52,
} as const;

export const MODEL_CHANGED = 1;
export const MODEL_HIDDEN = 2;

const STRIDE = MODEL_STATE.strideWords;

/** Inches that a model moves before its ambient light is computed again. */
const LIT_STEP = 4;
/**
 * Inches from the place where a model was built within which the light of lamps that is part of its
 * ambient cube there fades.
 */
const FADES_WITHIN = 256;

/** The part of a model's light that changes when it moves. */
export type ModelLight = Pick<PropLight, "ambient" | "leafs">;

/** Columns of a set that are written in place. */
interface Columns {
  readonly worldFromModel: Float32Array;
  readonly instanceBox: Float32Array;
  readonly instanceFirstCluster: Uint32Array;
  readonly instanceClusterCount: Uint32Array;
  readonly instanceLeaf: Uint32Array;
}

export class ModelStates {
  /** `MODEL_STATE` rows, one per row of the set's `entities`. */
  readonly words: Uint32Array<ArrayBuffer>;
  readonly floats: Float32Array<ArrayBuffer>;
  /** Rows whose words changed since the last `follow`. */
  readonly changed: Run = { first: 0, end: 0 };
  /** Entries of the set's clusters that changed since the last `follow`. */
  readonly changedClusters: Run;
  readonly #set: PropSet;
  readonly #models: NonNullable<PropSet["entities"]>;
  readonly #scene: Pick<MapScene, "tree" | "pvs">;
  readonly #leafLink: Uint32Array;
  readonly #placed: PlacedClusters;
  /** Boxes in model space, which include all places of models on attachments. */
  readonly #boxes: Float32Array;
  /** The set's columns as they were built. */
  readonly #built: Columns;
  /** Point at which each model's light was computed; NaN if it has the light of its built place. */
  readonly #litAt: Float32Array;
  /** Ambient cube of each model minus that of its leaf, at its built place; NaN if not computed. */
  readonly #rest: Float32Array;
  readonly #cube = new Float32Array(AMBIENT_CUBE_FLOATS);
  readonly #point = new Float32Array(3);
  readonly #builtPoint = new Float32Array(3);
  /** Rows that have `MODEL_CHANGED` on the GPU. */
  readonly #flagged: Run = { first: 0, end: 0 };
  readonly #room: Uint32Array;
  #light: ModelLight;

  /**
   * @param set set with entities, whose columns about their places are written from now on
   * @param leafLink link of each leaf: `TreeLinks.leafLink`
   */
  constructor(
    set: PropSet,
    scene: Pick<MapScene, "tree" | "pvs">,
    leafLink: Uint32Array,
    light: ModelLight,
  ) {
    const models = set.entities;
    if (!models) throw new Error("visleaf bug: a set without entities has no models to move");
    const { count, instance } = models;
    this.#set = set;
    this.#models = models;
    this.#scene = scene;
    this.#leafLink = leafLink;
    this.#light = light;
    this.words = new Uint32Array(count * STRIDE);
    this.floats = new Float32Array(this.words.buffer);
    this.#built = {
      worldFromModel: models.worldFromModel,
      instanceBox: pick(set.instanceBox, instance, 6),
      instanceFirstCluster: pick(set.instanceFirstCluster, instance, 1),
      instanceClusterCount: pick(set.instanceClusterCount, instance, 1),
      instanceLeaf: pick(set.instanceLeaf, instance, 1),
    };
    this.#boxes = listBoxes(models, this.#built.instanceBox);
    this.#litAt = new Float32Array(count * 3).fill(Number.NaN);
    this.#rest = new Float32Array(count * AMBIENT_CUBE_FLOATS).fill(Number.NaN);
    this.#room = Uint32Array.from(
      { length: count },
      (_, row) => models.firstRoom + row * MODEL_CLUSTERS,
    );
    const size = new Uint32Array(count).fill(MODEL_CLUSTERS);
    const room = { clusters: set.clusters, first: this.#room, size };
    this.#placed = new PlacedClusters(scene.tree, scene.pvs, room, this.#boxes);
    this.changedClusters = this.#placed.changed;
    for (let row = 0; row < count; row++) {
      this.words[row * STRIDE + MODEL_STATE.instance] = instance[row];
      this.words[row * STRIDE + MODEL_STATE.flags] = set.instanceIsHidden?.[instance[row]]
        ? MODEL_HIDDEN
        : 0;
      const color = models.color.subarray(row * 4, row * 4 + 4);
      this.floats.set(color, row * STRIDE + MODEL_STATE.color);
      this.#writeAsBuilt(row);
    }
  }

  /** First entry of the set's clusters that may change; all later ones may, too. */
  get firstRoom(): number {
    return this.#models.firstRoom;
  }

  /** Takes another light of the same props. */
  relight(light: ModelLight): void {
    this.#light = light;
    this.#litAt.fill(Number.NaN);
    this.#rest.fill(Number.NaN);
    for (let row = 0; row < this.#models.count; row++) {
      if (this.#isAsBuilt(row)) this.#writeBuiltLight(row);
      else this.#lightPlaced(row);
    }
  }

  /**
   * Takes the places of a moment, or those at the start for `null`. Afterwards the rows of
   * `changed` have to be uploaded; those with `MODEL_CHANGED` moved, hid or appeared.
   * @returns whether any did
   */
  follow(moment: ModelsMoment | null): boolean {
    const { words, floats, changed } = this;
    const { count } = this.#models;
    const { worldFromModel, isHidden, color } = moment ?? this.#models;
    changed.end = 0;
    this.changedClusters.end = 0;
    for (let row = 0; row < count; row++) {
      const at = row * STRIDE;
      const from = row * 12;
      const hidden = isHidden[row] === 0 ? 0 : MODEL_HIDDEN;
      words[at + MODEL_STATE.flags] &= ~MODEL_CHANGED;
      let isOther = (words[at + MODEL_STATE.flags] & MODEL_HIDDEN) !== hidden;
      if (copyNumbers(floats, at, worldFromModel, from, 12)) isOther = true;
      if (copyNumbers(floats, at + MODEL_STATE.color, color, row * 4, 4)) isOther = true;
      if (!isOther) continue;
      growRun(changed, row, row + 1);
      words[at + MODEL_STATE.flags] = MODEL_CHANGED | hidden;
      if (this.#isAsBuilt(row)) this.#writeAsBuilt(row);
      else if (hidden === 0) this.#place(row);
      this.#writeColumns(row);
    }
    if (changed.end === 0) return false;
    addFlagged(changed, this.#flagged);
    return true;
  }

  #isAsBuilt(row: number): boolean {
    const { worldFromModel } = this.#built;
    for (let i = 0; i < 12; i++) {
      if (this.floats[row * STRIDE + i] !== worldFromModel[row * 12 + i]) return false;
    }
    return true;
  }

  #writeAsBuilt(row: number): void {
    const { words, floats } = this;
    const built = this.#built;
    const at = row * STRIDE;
    for (let i = 0; i < 12; i++) floats[at + i] = built.worldFromModel[row * 12 + i];
    for (let axis = 0; axis < 3; axis++) {
      floats[at + MODEL_STATE.mins + axis] = built.instanceBox[row * 6 + axis];
      floats[at + MODEL_STATE.maxs + axis] = built.instanceBox[row * 6 + 3 + axis];
    }
    words[at + MODEL_STATE.firstCluster] = built.instanceFirstCluster[row];
    words[at + MODEL_STATE.clusterCount] = built.instanceClusterCount[row];
    words[at + MODEL_STATE.leafLink] = this.#leafLink[built.instanceLeaf[row]] ?? 0;
    this.#set.instanceLeaf[this.#models.instance[row]] = built.instanceLeaf[row];
    this.#writeBuiltLight(row);
    for (let axis = 0; axis < 3; axis++) this.#litAt[row * 3 + axis] = Number.NaN;
  }

  #writeBuiltLight(row: number): void {
    const { ambient } = this.#light;
    const first = this.#models.instance[row] * AMBIENT_CUBE_FLOATS;
    for (let i = 0; i < AMBIENT_CUBE_FLOATS; i++) this.#setAmbient(row, i, ambient[first + i]);
  }

  /** @param i number of the cube */
  #setAmbient(row: number, i: number, value: number): void {
    // Each side is padded to four numbers.
    const side = Math.floor(i / 3);
    this.floats[row * STRIDE + MODEL_STATE.ambient + side + i] = value;
  }

  /** Finds the box, the clusters, the leaf and the light of a moved model. */
  #place(row: number): void {
    const { words, floats } = this;
    const placed = this.#placed;
    const { tree } = this.#scene;
    const at = row * STRIDE;
    writePlacedBox(floats, at, this.#boxes, row * 6);
    placed.follow(row, floats, at);
    words[at + MODEL_STATE.firstCluster] = this.#room[row];
    words[at + MODEL_STATE.clusterCount] = placed.count[row];
    const leaf = findLeaf(
      tree,
      placed.placedMiddle(row, floats, at, 0),
      placed.placedMiddle(row, floats, at, 1),
      placed.placedMiddle(row, floats, at, 2),
    );
    this.#set.instanceLeaf[this.#models.instance[row]] = leaf;
    words[at + MODEL_STATE.leafLink] = this.#leafLink[leaf] ?? 0;
    this.#lightPlaced(row);
  }

  /** Writes the ambient light of a moved model, if it is far from the place of its last light. */
  #lightPlaced(row: number): void {
    if (this.#light.leafs === undefined) return;
    const now = this.#point;
    const built = this.#builtPoint;
    const lit = this.#litAt;
    const at = row * 3;
    this.#writeLightPoint(now, row, this.floats, row * STRIDE);
    this.#writeLightPoint(built, row, this.#built.worldFromModel, row * 12);
    const isNear = squareBetween(now, 0, lit, at) <= LIT_STEP * LIT_STEP;
    // Models without a light point have NaN there.
    if (isNear || Number.isNaN(now[0])) return;
    const rest = row * AMBIENT_CUBE_FLOATS;
    if (Number.isNaN(this.#rest[rest])) this.#findRest(row);
    if (!this.#sample(now)) return;
    for (let axis = 0; axis < 3; axis++) lit[at + axis] = now[axis];
    const share = Math.max(0, 1 - Math.sqrt(squareBetween(now, 0, built, 0)) / FADES_WITHIN);
    for (let i = 0; i < AMBIENT_CUBE_FLOATS; i++) {
      this.#setAmbient(row, i, Math.max(0, this.#cube[i] + this.#rest[rest + i] * share));
    }
  }

  /** Computes how a model's ambient cube differs from that of its leaf, at its built place. */
  #findRest(row: number): void {
    const isLit = this.#sample(this.#builtPoint);
    const first = this.#models.instance[row] * AMBIENT_CUBE_FLOATS;
    for (let i = 0; i < AMBIENT_CUBE_FLOATS; i++) {
      const rest = isLit ? this.#light.ambient[first + i] - this.#cube[i] : 0;
      this.#rest[row * AMBIENT_CUBE_FLOATS + i] = rest;
    }
  }

  /** Computes the ambient light at a point. Returns false if its leaf has none. */
  #sample(point: Float32Array): boolean {
    const { leafs } = this.#light;
    const { tree } = this.#scene;
    const leaf = findLeaf(tree, point[0], point[1], point[2]);
    if (leafs === undefined || tree.leafCluster[leaf] < 0) return false;
    if (!(leafs.sampleCount[leaf] > 0)) return false;
    writeAmbientCube(this.#cube, { ambient: leafs, tree }, leaf, point);
    return true;
  }

  #writeLightPoint(out: Float32Array, row: number, matrices: Float32Array, at: number): void {
    const { lightPoint } = this.#models;
    for (let axis = 0; axis < 3; axis++) {
      const m = at + axis * 4;
      out[axis] =
        matrices[m] * lightPoint[row * 3] +
        matrices[m + 1] * lightPoint[row * 3 + 1] +
        matrices[m + 2] * lightPoint[row * 3 + 2] +
        matrices[m + 3];
    }
  }

  /** Writes the set's columns about a row's instance. */
  #writeColumns(row: number): void {
    const { words, floats } = this;
    const set = this.#set;
    const own = this.#models.instance[row];
    const at = row * STRIDE;
    for (let i = 0; i < 12; i++) set.worldFromModel[own * 12 + i] = floats[at + i];
    for (let axis = 0; axis < 3; axis++) {
      set.instanceBox[own * 6 + axis] = floats[at + MODEL_STATE.mins + axis];
      set.instanceBox[own * 6 + 3 + axis] = floats[at + MODEL_STATE.maxs + axis];
    }
    for (let i = 0; i < 4; i++) {
      set.instanceColor[own * 4 + i] = floats[at + MODEL_STATE.color + i];
    }
    set.instanceFirstCluster[own] = words[at + MODEL_STATE.firstCluster];
    set.instanceClusterCount[own] = words[at + MODEL_STATE.clusterCount];
    const isHidden = (words[at + MODEL_STATE.flags] & MODEL_HIDDEN) !== 0;
    if (set.instanceIsHidden) set.instanceIsHidden[own] = isHidden ? 1 : 0;
  }
}

function squareBetween(a: Float32Array, at: number, b: Float32Array, from: number): number {
  return (a[at] - b[from]) ** 2 + (a[at + 1] - b[from + 1]) ** 2 + (a[at + 2] - b[from + 2]) ** 2;
}

/** Writes the box around a box of a model's space, where the model is. */
function writePlacedBox(floats: Float32Array, at: number, boxes: Float32Array, from: number): void {
  for (let axis = 0; axis < 3; axis++) {
    let middle = floats[at + axis * 4 + 3];
    let half = 0;
    for (let k = 0; k < 3; k++) {
      const factor = floats[at + axis * 4 + k];
      middle += (factor * (boxes[from + k] + boxes[from + 3 + k])) / 2;
      half += (Math.abs(factor) * (boxes[from + 3 + k] - boxes[from + k])) / 2;
    }
    floats[at + MODEL_STATE.mins + axis] = middle - half;
    floats[at + MODEL_STATE.maxs + axis] = middle + half;
  }
}

function pick<A extends Float32Array | Uint32Array>(column: A, rows: Uint32Array, size: number): A {
  const out = new (column.constructor as new (length: number) => A)(rows.length * size);
  rows.forEach((row, i) => {
    out.set(column.subarray(row * size, row * size + size), i * size);
  });
  return out;
}

/**
 * Returns a box in model space for each row: that of the model, or, for models on attachments, one
 * around all that it reaches as built.
 */
function listBoxes(
  { count, box, worldFromModel }: NonNullable<PropSet["entities"]>,
  builtBoxes: Float32Array,
): Float32Array {
  const boxes = box.slice();
  const own = new Float32Array(6);
  const inverse = new Float32Array(12);
  const corners = (from: Float32Array, at: number) =>
    [from.subarray(at, at + 3), from.subarray(at + 3, at + 6)] as const;
  for (let row = 0; row < count; row++) {
    const at = row * 6;
    writeTransformedBox(own, 0, worldFromModel, row * 12, ...corners(box, at));
    if (own.every((value, i) => Math.abs(value - builtBoxes[at + i]) < 1)) continue;
    invertScaled(inverse, worldFromModel, row * 12);
    writeTransformedBox(boxes, at, inverse, 0, ...corners(builtBoxes, at));
  }
  return boxes;
}

/** Inverts a matrix that rotates, scales uniformly and translates. */
function invertScaled(out: Float32Array, m: Float32Array, at: number): void {
  const square = m[at] ** 2 + m[at + 4] ** 2 + m[at + 8] ** 2 || 1;
  for (let row = 0; row < 3; row++) {
    let moved = 0;
    for (let column = 0; column < 3; column++) {
      const value = m[at + column * 4 + row] / square;
      out[row * 4 + column] = value;
      moved -= value * m[at + column * 4 + 3];
    }
    out[row * 4 + 3] = moved;
  }
}
