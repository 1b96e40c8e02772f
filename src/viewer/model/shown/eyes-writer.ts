/** Aims the eyes of a moving model: writes parameter rows of eye materials with each pose. */

import { hasTrait, OWN_PARAM } from "../../../map/material-families.ts";
import { PARAM_NUMBERS } from "../../../map/material-params.ts";
import type { StudioModel } from "../../../model/files/studio-model.ts";
import { type AimedEyes, createAimedEyes } from "../../../model/pose/aim-eyes.ts";
import type { ModelDraws } from "../../../scene/model/choose-draws.ts";

/** Writes a row of four numbers of a material's parameters. */
export type WriteParam = (material: number, param: number, row: Float32Array<ArrayBuffer>) => void;

const ROWS = [
  [OWN_PARAM.EYE_ORIGIN, "origin"],
  [OWN_PARAM.EYE_S, "s"],
  [OWN_PARAM.EYE_T, "t"],
  [OWN_PARAM.EYE_UP, "up"],
] as const;

export class EyesWriter {
  readonly #eyes: AimedEyes;
  readonly #params: Float32Array;
  /** Pairs of an eyeball and its material. */
  readonly #pairs: Uint32Array;
  readonly #row = new Float32Array(4);

  private constructor(eyes: AimedEyes, params: Float32Array, pairs: Uint32Array) {
    this.#eyes = eyes;
    this.#params = params;
    this.#pairs = pairs;
  }

  /** Returns `null` if the model has no drawn eyes. */
  static create(model: StudioModel, { all, drawMesh }: ModelDraws): EyesWriter | null {
    const pairs = new Set<number>();
    const { materials } = all;
    for (let draw = 0; draw < all.drawCount; draw++) {
      const material = all.drawMaterial[draw];
      if (!hasTrait(materials.family[material], "eyeball")) continue;
      const eye = model.eyeballs.mesh.indexOf(drawMesh[draw]);
      if (eye >= 0) pairs.add(eye * materials.count + material);
    }
    if (pairs.size === 0) return null;
    const flat = Uint32Array.from(
      [...pairs].flatMap((pair) => [Math.floor(pair / materials.count), pair % materials.count]),
    );
    return new EyesWriter(createAimedEyes(model), materials.params, flat);
  }

  /**
   * Allocates nothing.
   * @param target in model space; `null` for straight ahead
   */
  write(modelFromBone: Float32Array, target: Float32Array | null, write: WriteParam): void {
    this.#eyes.aim(modelFromBone, target);
    const row = this.#row;
    for (let i = 0; i < this.#pairs.length; i += 2) {
      const eye = this.#pairs[i] * 3;
      const material = this.#pairs[i + 1];
      for (let k = 0; k < ROWS.length; k++) {
        const param = ROWS[k][0];
        const column = this.#eyes[ROWS[k][1]];
        row[0] = column[eye];
        row[1] = column[eye + 1];
        row[2] = column[eye + 2];
        // The fourth number is the material's own.
        row[3] = this.#params[material * PARAM_NUMBERS + param * 4 + 3];
        write(material, param, row as Float32Array<ArrayBuffer>);
      }
    }
  }
}
