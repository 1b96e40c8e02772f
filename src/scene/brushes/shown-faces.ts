/** Overdraw of faces that several brush entities show, which no count of the file bounds. */

import type { BspWorld } from "../../formats/bsp/types.ts";
import { polygonArea } from "../../math/polygon.ts";
import { writeFacePolygon } from "../world/displacement.ts";

/** Area that counts as a whole layer, in square inches: seen from 16 inches, it fills the picture. */
const LAYER_AREA = 32 * 32;

/**
 * Counts how often faces are shown again: by entities that share a model, or by models that share faces. The first
 * showing of a face is free, for the file has a record for it.
 */
export class ShownFaces {
  readonly #bsp: BspWorld;
  readonly #isShown: Uint8Array;
  /** Layers of all faces of each model that is shown; NaN until it is shown again. */
  readonly #ofModel = new Map<number, number>();
  /** Layers of each face; NaN if not measured yet. */
  readonly #layers: Float32Array;

  constructor(bsp: BspWorld) {
    this.#bsp = bsp;
    this.#isShown = new Uint8Array(bsp.faces.count);
    this.#layers = new Float32Array(bsp.faces.count).fill(Number.NaN);
  }

  /** Returns the layers that a model adds: 0 to 1 by area for each of its faces that is shown already. */
  countAgain(model: number): number {
    const known = this.#ofModel.get(model);
    if (known !== undefined && !Number.isNaN(known)) return known;
    const layers = this.#sum(model);
    if (known !== undefined) this.#ofModel.set(model, layers);
    return layers;
  }

  add(model: number): void {
    if (this.#ofModel.has(model)) return;
    const { firstFace, faceCount } = this.#bsp.models;
    this.#isShown.fill(1, firstFace[model], firstFace[model] + faceCount[model]);
    this.#ofModel.set(model, Number.NaN);
  }

  #sum(model: number): number {
    const { firstFace, faceCount } = this.#bsp.models;
    let layers = 0;
    for (let face = firstFace[model]; face < firstFace[model] + faceCount[model]; face++) {
      if (this.#isShown[face] === 1) layers += this.#layersOf(face);
    }
    return layers;
  }

  #layersOf(face: number): number {
    if (Number.isNaN(this.#layers[face])) {
      const { faces } = this.#bsp;
      const corners = new Float32Array(faces.edgeCount[face] * 3);
      const count = writeFacePolygon(this.#bsp, faces, face, corners);
      const area = polygonArea(corners, 0, count);
      // Written so that NaN is a whole layer.
      this.#layers[face] = area < LAYER_AREA ? area / LAYER_AREA : 1;
    }
    return this.#layers[face];
  }
}
