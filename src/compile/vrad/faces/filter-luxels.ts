/**
 * Filters the light of cells and patches into luxels. Includes cells of faces that smooth with a
 * face, so that light is continuous over the seam.
 */

import type { LightScene, SideTable } from "../light-scene.ts";

export interface FaceLuxels {
  /** Luxels across and down. */
  readonly across: number;
  readonly down: number;
  /** For each normal, for each luxel: RGB. */
  readonly values: Float32Array;
}

const MIN_OVERLAP = 0.001;
const SQRT_1_3 = Math.sqrt(1 / 3);

/**
 * Returns the 2D affine map from another face's luxels to this face's: [ss, st, s0, ts, tt, t0].
 */
function mapLuxels({ faces }: LightScene, face: number, other: number): number[] | null {
  if (faces.isDisplaced[face] === 1 || faces.isDisplaced[other] === 1) return null;
  const to = faces.luxelFromWorld.subarray(face * 8, face * 8 + 8);
  const from = faces.worldFromLuxel.subarray(other * 9, other * 9 + 9);
  const out: number[] = [];
  for (const row of [0, 4]) {
    let s = 0;
    let t = 0;
    let base = to[row + 3];
    for (let axis = 0; axis < 3; axis++) {
      const shift = faces.origin[other * 3 + axis] - faces.origin[face * 3 + axis];
      s += to[row + axis] * from[3 + axis];
      t += to[row + axis] * from[6 + axis];
      base += to[row + axis] * (from[axis] + shift);
    }
    out.push(s, t, base);
  }
  return out;
}

const IDENTITY = [1, 0, 0, 0, 1, 0];

class LuxelSum {
  readonly across: number;
  readonly down: number;
  readonly normals: number;
  readonly values: Float32Array;
  readonly weights: Float32Array;
  readonly #source: Float32Array;

  /** @param source light to add: RGB rows */
  constructor(across: number, down: number, normals: number, source: Float32Array) {
    this.#source = source;
    this.across = across;
    this.down = down;
    this.normals = normals;
    this.values = new Float32Array(across * down * normals * 3);
    this.weights = new Float32Array(across * down);
  }

  /**
   * @param at index in the source
   * @param stride distance from one normal's value to the next; 0 if all normals share one value
   */
  add(luxel: number, weight: number, at: number, stride: number): void {
    const from = this.#source;
    const count = this.across * this.down;
    this.weights[luxel] += weight;
    for (let n = 0; n < this.normals; n++) {
      const to = (n * count + luxel) * 3;
      const source = at + n * stride;
      // Light without direction contributes less to the slanted normals of the basis.
      const share = n > 0 && stride === 0 ? weight * SQRT_1_3 : weight;
      this.values[to] += from[source] * share;
      this.values[to + 1] += from[source + 1] * share;
      this.values[to + 2] += from[source + 2] * share;
    }
  }

  /**
   * Divides by the weights. Luxels without weight get the mean of their neighbors, ring by ring.
   */
  finish(): void {
    const count = this.across * this.down;
    let empty: number[] = [];
    for (let luxel = 0; luxel < count; luxel++) {
      if (this.weights[luxel] <= 0) {
        empty.push(luxel);
        continue;
      }
      for (let n = 0; n < this.normals; n++) {
        for (let c = 0; c < 3; c++) {
          this.values[(n * count + luxel) * 3 + c] /= this.weights[luxel];
        }
      }
    }
    while (empty.length > 0 && empty.length < count) {
      const filled = empty.filter((luxel) => this.#fill(luxel));
      // Marks a ring only when it is complete, so that it reads only the previous ring.
      for (const luxel of filled) this.weights[luxel] = 1;
      if (filled.length === 0) break;
      empty = empty.filter((luxel) => this.weights[luxel] <= 0);
    }
  }

  #fill(luxel: number): boolean {
    const s = luxel % this.across;
    const t = (luxel - s) / this.across;
    const count = this.across * this.down;
    const around: number[] = [];
    for (let dt = -1; dt <= 1; dt++) {
      for (let ds = -1; ds <= 1; ds++) {
        if (s + ds < 0 || s + ds >= this.across || t + dt < 0 || t + dt >= this.down) continue;
        const other = luxel + dt * this.across + ds;
        if (this.weights[other] > 0) around.push(other);
      }
    }
    if (around.length === 0) return false;
    for (let n = 0; n < this.normals; n++) {
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (const other of around) sum += this.values[(n * count + other) * 3 + c];
        this.values[(n * count + luxel) * 3 + c] = sum / around.length;
      }
    }
    return true;
  }
}

/** Computes the luxels of one style of a face: direct light, and bounced light for style 0. */
export function filterFace(
  scene: LightScene,
  side: SideTable,
  neighbours: readonly number[],
  face: number,
  slot: number,
): FaceLuxels {
  const { faces, slots } = scene;
  const across = faces.cells[face * 2] + 1;
  const down = faces.cells[face * 2 + 1] + 1;
  const normals = faces.isBumped[face] === 1 ? 4 : 1;
  const direct = new LuxelSum(across, down, normals, side.cells);
  addCells(scene, direct, face, slot, IDENTITY);
  for (const other of neighbours) {
    if (faces.isLit[other] === 0) continue;
    const map = mapLuxels(scene, face, other);
    if (!map) continue;
    for (let s = slots.firstSlot[other]; s < slots.firstSlot[other + 1]; s++) {
      if (slots.style[s] === slots.style[slot]) addCells(scene, direct, other, s, map);
    }
  }
  direct.finish();
  if (slots.style[slot] !== 0) return direct;
  const bounced = new LuxelSum(across, down, normals, scene.patches.bounced);
  addPatches(scene, bounced, face, face, IDENTITY);
  for (const other of neighbours) {
    if (faces.isLit[other] === 0) continue;
    const map = mapLuxels(scene, face, other);
    if (map) addPatches(scene, bounced, face, other, map);
  }
  bounced.finish();
  for (let i = 0; i < direct.values.length; i++) direct.values[i] += bounced.values[i];
  return direct;
}

/**
 * Adds cells, weighted by their area within a luxel of the luxel, and by the distance of their
 * middle.
 * Fact from vrad's `radial.cpp`: another face's cell spans from its least to its greatest corner,
 * without sorting them by this face's axes. A face with opposite axes overlaps nothing and lends no
 * direct light.
 */
function addCells(
  scene: LightScene,
  sum: LuxelSum,
  face: number,
  slot: number,
  map: readonly number[],
): void {
  const { faces, cells, slots } = scene;
  const first = faces.firstCell[face];
  const count = faces.firstCell[face + 1] - first;
  const stride = faces.isBumped[face] === 1 ? count * 3 : 0;
  const [ss, st, s0, ts, tt, t0] = map;
  for (let i = 0; i < count; i++) {
    const cell = first + i;
    if (cells.area[cell] === 0) continue;
    const ms = cells.middle[cell * 2];
    const mt = cells.middle[cell * 2 + 1];
    const s = ss * ms + st * mt + s0;
    const t = ts * ms + tt * mt + t0;
    if (s < -2 || t < -2 || s > sum.across + 1 || t > sum.down + 1) continue;
    const lowS = ss * cells.box[cell * 4] + st * cells.box[cell * 4 + 1] + s0;
    const lowT = ts * cells.box[cell * 4] + tt * cells.box[cell * 4 + 1] + t0;
    const highS = ss * cells.box[cell * 4 + 2] + st * cells.box[cell * 4 + 3] + s0;
    const highT = ts * cells.box[cell * 4 + 2] + tt * cells.box[cell * 4 + 3] + t0;
    const lastS = Math.min(sum.across - 1, Math.floor(highS + 1));
    const lastT = Math.min(sum.down - 1, Math.floor(highT + 1));
    for (let lt = Math.max(0, Math.ceil(lowT - 1)); lt <= lastT; lt++) {
      const high = Math.min(1, highT - lt) - Math.max(-1, lowT - lt);
      if (high <= 0) continue;
      for (let ls = Math.max(0, Math.ceil(lowS - 1)); ls <= lastS; ls++) {
        const wide = Math.min(1, highS - ls) - Math.max(-1, lowS - ls);
        const overlap = wide * high;
        if (wide <= 0 || overlap < MIN_OVERLAP) continue;
        const distance = Math.max(0.1, Math.abs(s - ls), Math.abs(t - lt));
        const at = slots.firstValue[slot] + i * 3;
        sum.add(lt * sum.across + ls, overlap / distance, at, stride);
      }
    }
  }
}

/**
 * Adds patches. A patch reaches slightly beyond the middles of its neighbors, with less weight
 * further out. On terrain it reaches twice as far, as in vrad, so that terrain inside brushes,
 * which gets no light, is not black.
 */
function addPatches(
  scene: LightScene,
  sum: LuxelSum,
  face: number,
  other: number,
  map: readonly number[],
): void {
  const { patches, faces } = scene;
  const reach = Math.max(1, patches.step[face]) * (faces.isDisplaced[face] === 1 ? 3 : 1.5);
  const [ss, st, s0, ts, tt, t0] = map;
  const stride = patches.isBumped[patches.firstPatch[other]] === 1 ? 3 : 0;
  for (let patch = patches.firstPatch[other]; patch < patches.firstPatch[other + 1]; patch++) {
    if (patches.cell[patch] < 0) continue;
    const ms = patches.middle[patch * 2];
    const mt = patches.middle[patch * 2 + 1];
    const s = ss * ms + st * mt + s0;
    const t = ts * ms + tt * mt + t0;
    const lastS = Math.min(sum.across - 1, Math.floor(s + reach));
    const lastT = Math.min(sum.down - 1, Math.floor(t + reach));
    // Sliver patches get little weight, because they are close to edges.
    const size = Math.sqrt(patches.area[patch]);
    for (let lt = Math.max(0, Math.ceil(t - reach)); lt <= lastT; lt++) {
      const down = 1 - Math.abs(t - lt) / reach;
      for (let ls = Math.max(0, Math.ceil(s - reach)); ls <= lastS; ls++) {
        const across = 1 - Math.abs(s - ls) / reach;
        const weight = across * down * size;
        if (weight > 0) sum.add(lt * sum.across + ls, weight, patch * 12, stride);
      }
    }
  }
}
