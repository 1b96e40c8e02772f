import { describeMotions, type ModelLists } from "../summarize-lists.ts";
import type { RespawnModel } from "./open-respawn-mdl.ts";

/** What a person wants to know of a model of Titanfall or Titanfall 2, where others have it otherwise. */
export interface RespawnSummary extends Pick<ModelLists, "sequenceList" | "animationList"> {
  readonly sequences: number;
  readonly animations: number;
  /** The model's other files inside. */
  readonly embedded: readonly {
    readonly kind: string;
    readonly offset: number;
    readonly length: number;
  }[];
  /** What is there and is not read; null where that is nothing. */
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
