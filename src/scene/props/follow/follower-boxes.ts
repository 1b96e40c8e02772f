/** Boxes of what hangs on models that play: of all places that these take it to. */

import type { Ledger } from "../../../core/ledger.ts";
import { buildBonePalette } from "../../../formats/studio/mesh/build-bone-palette.ts";
import { multiply3x4 } from "../../../math/matrix3x4.ts";
import { writeTransformedBox } from "../../../math/transformed-box.ts";
import { growBox, writeMiddlePose } from "../motion/track-box.ts";
import type { PropModel } from "../prop-model.ts";
import { type Anchor, IDENTITY } from "./place-followers.ts";

export class FollowerBoxes {
  readonly #ledger: Ledger;
  /** Of a model that plays: the rows of its palette at each frame, and between, a bone after another. */
  readonly #palettes = new Map<PropModel, Float32Array[] | null>();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /**
   * 6 numbers, in the space of the anchor's model: around a box that hangs on it, through all that it plays. null:
   * there is no room to find out.
   * @param offset 12: to the attachment
   * @param box 6
   */
  around(anchor: Anchor, offset: Float32Array, box: Float32Array): Float32Array | null {
    const { model, bone, local, isAligned } = anchor;
    const palettes = this.#palettesOf(model);
    if (palettes === null || !this.#ledger.tryTake("poseSteps", palettes.length)) return null;
    const out = new Float32Array(6);
    const moved = new Float32Array(6);
    const m = new Float32Array(12);
    let reach = 0;
    if (isAligned) {
      // However the model is turned it is turned as the world is, and no farther away.
      writeTransformedBox(moved, 0, offset, 0, box.subarray(0, 3), box.subarray(3, 6));
      const far = [0, 1, 2].map((k) => Math.max(Math.abs(moved[k]), Math.abs(moved[k + 3])));
      reach = Math.hypot(...far) * Math.hypot(local[0], local[4], local[8]);
    }
    out.fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3);
    for (const palette of palettes) {
      multiply3x4(m, 0, palette, bone * 12, local, 0);
      if (isAligned) {
        for (let k = 0; k < 3; k++) {
          moved[k] = m[k * 4 + 3] - reach;
          moved[k + 3] = m[k * 4 + 3] + reach;
        }
      } else {
        multiply3x4(m, 0, m, 0, offset, 0);
        writeTransformedBox(moved, 0, m, 0, box.subarray(0, 3), box.subarray(3, 6));
      }
      growBox(out, 0, moved);
    }
    return out;
  }

  #palettesOf(model: PropModel): Float32Array[] | null {
    let palettes = this.#palettes.get(model);
    if (palettes === undefined) {
      palettes = this.#pose(model);
      this.#palettes.set(model, palettes);
    }
    return palettes;
  }

  #pose({ mdl, track, palette }: PropModel): Float32Array[] | null {
    if (track === null) return [palette ?? IDENTITY];
    const { count } = mdl.bones;
    const halves = track.frameCount * 2 - 1;
    if (!this.#ledger.tryTake("trackPoses", halves * count)) return null;
    const pose = { position: new Float32Array(count * 3), quaternion: new Float32Array(count * 4) };
    return Array.from({ length: halves }, (_, half) => {
      writeMiddlePose(pose, track, count, half);
      return buildBonePalette(mdl, pose);
    });
  }
}
