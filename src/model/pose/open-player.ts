/** A player of a model, also of one whose animations are broken: that one rests. */

import { FormatError } from "../../core/errors.ts";
import type { StudioModel } from "../studio-model.ts";
import { createPosePlayer, type PosePlayer } from "./pose-player.ts";

export interface OpenPlayer {
  readonly player: PosePlayer;
  /** Why it plays nothing; null: it does. */
  readonly fault: FormatError | null;
}

export function openPlayer(model: StudioModel): OpenPlayer {
  try {
    return { player: createPosePlayer(model), fault: null };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const motions = { ...model.motions, sequences: [] };
    return { player: createPosePlayer({ ...model, motions }), fault: error };
  }
}
