/** A player of a model, also of one whose animations are broken: that one rests. */

import { FormatError } from "../../core/errors.ts";
import type { StudioModel } from "../studio-model.ts";
import { createPosePlayer, type PosePlayer } from "./pose-player.ts";

export interface OpenPlayer {
  readonly player: PosePlayer;
  /** Why it plays nothing; null: it does. */
  readonly fault: FormatError | null;
}

/** @param sequence what it plays first; where that is broken, the model's first: who asks for it again is told */
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
