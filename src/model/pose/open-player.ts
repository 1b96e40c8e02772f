/** Player of a model. A model with broken animations rests. */

import { FormatError } from "../../core/errors.ts";
import type { StudioModel } from "../files/studio-model.ts";
import { createPosePlayer, type PosePlayer } from "./pose-player.ts";

export interface OpenPlayer {
  readonly player: PosePlayer;
  /** Why the model rests; null if it plays. */
  readonly fault: FormatError | null;
}

/**
 * @param sequence played first; if it is broken, the model's first sequence plays, and a later
 * request for the broken one throws
 */
export function openPlayer(model: StudioModel, sequence = 0): OpenPlayer {
  try {
    return { player: createPosePlayer(model, sequence), fault: null };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    if (sequence !== 0) return openPlayer(model);
    const motions = { ...model.motions, sequences: [] };
    return { player: createPosePlayer({ ...model, motions }), fault: error };
  }
}
