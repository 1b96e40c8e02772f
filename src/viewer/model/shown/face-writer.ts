/** Writes a face's vertices to the GPU when a flex controller has changed. */

import type { StudioVertices } from "../../../formats/studio/types.ts";
import { PROP_VERTEX } from "../../../map/props.ts";
import type { StudioModel } from "../../../model/files/studio-model.ts";
import { createFace, driveFace, type Face } from "../../../model/pose/create-face.ts";

/** Writes rows of the model's vertices, starting at `first`. */
type WriteVertices = (first: number, rows: Uint8Array<ArrayBuffer>) => void;

export class ModelFaceWriter {
  /** The model's vertices with the present flexes. */
  readonly vertices: StudioVertices;
  readonly #model: StudioModel;
  readonly #face: Face;
  readonly #position: Float32Array;
  readonly #normal: Float32Array;
  readonly #view: DataView;
  readonly #first: number;
  readonly #touchedRows: Uint8Array<ArrayBuffer>;

  private constructor(
    model: StudioModel,
    face: Face,
    vertices: StudioVertices,
    rows: Uint8Array<ArrayBuffer>,
  ) {
    this.#model = model;
    this.#face = face;
    this.#position = vertices.position.slice();
    this.#normal = vertices.normal.slice();
    this.vertices = { ...vertices, position: this.#position, normal: this.#normal };
    this.#view = new DataView(rows.buffer, rows.byteOffset, rows.byteLength);
    const { touched } = face;
    this.#first = touched[0];
    const end = (touched[touched.length - 1] + 1) * PROP_VERTEX.strideBytes;
    this.#touchedRows = rows.subarray(this.#first * PROP_VERTEX.strideBytes, end);
  }

  /**
   * @param rows packed rows of the model's vertices
   * @returns `null` if no flex moves a vertex
   */
  static create(model: StudioModel, rows: Uint8Array): ModelFaceWriter | null {
    const face = createFace(model);
    if (face === null || model.vvd === null || face.touched.length === 0) return null;
    return new ModelFaceWriter(model, face, model.vvd.vertices, rows as Uint8Array<ArrayBuffer>);
  }

  /** Values of `MdlFlexes.controllers`, each in its own range. */
  get controllers(): Float32Array {
    return this.#face.controllers;
  }

  /**
   * Sets the controllers that bones drive, and writes the face if any has changed. Allocates
   * nothing.
   * @param localPosition bone positions of the pose, 3 numbers a bone
   */
  drive(localPosition: Float32Array, write: WriteVertices): void {
    const { second, face } = this.#model;
    const { controllers } = this.#face;
    if (driveFace(second.boneFlexDrivers, face.controllers, localPosition, controllers)) {
      this.write(write);
    }
  }

  /** Allocates nothing. */
  write(write: WriteVertices): void {
    const { touched } = this.#face;
    this.#face.evaluate();
    this.#face.morph(this.#position, this.#normal);
    for (let i = 0; i < touched.length; i++) {
      const row = touched[i];
      const at = row * PROP_VERTEX.strideBytes;
      for (let k = 0; k < 3; k++) {
        const normal = Math.round(this.#normal[row * 3 + k] * 127);
        this.#view.setFloat32(at + PROP_VERTEX.position + k * 4, this.#position[row * 3 + k], true);
        this.#view.setInt8(at + PROP_VERTEX.normal + k, Math.max(-127, Math.min(127, normal)));
      }
    }
    write(this.#first, this.#touchedRows);
  }
}
