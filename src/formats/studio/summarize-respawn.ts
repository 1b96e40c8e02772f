/** Summarises a model of Titanfall or Titanfall 2. */

import type { RespawnModel } from "./open-respawn-mdl.ts";
import { describeMotions, type ModelLists } from "./summarize-lists.ts";

/** Summary of a Titanfall or Titanfall 2 model, for fields that differ from other models. */
export interface RespawnSummary extends Pick<ModelLists, "sequenceList" | "animationList"> {
  readonly sequences: number;
  readonly animations: number;
  /** Files embedded in the MDL. */
  readonly embedded: readonly {
    readonly kind: string;
    readonly offset: number;
    readonly length: number;
  }[];
  /** Sentence about parts that are not read; `null` if there are none. */
  readonly unread: string | null;
}

export function summarizeRespawn({ motions, embedded, unread }: RespawnModel): RespawnSummary {
  const { animations, sequences } = motions;
  return {
    sequences: sequences.length,
    animations: animations.length,
    ...describeMotions(sequences, animations),
    embedded: embedded.map(({ kind, offset, bytes }) => ({ kind, offset, length: bytes.length })),
    unread,
  };
}
