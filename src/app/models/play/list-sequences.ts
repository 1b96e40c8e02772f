import type { ModelInfo } from "../../../viewer/model/index.ts";
import type { SearchItem } from "../search-list.ts";

/** Sequences as they are listed and searched for: by name and activity. */
export function listSequences(sequences: ModelInfo["sequences"]): SearchItem[] {
  return sequences.map(({ name, activity, frames, fps }) => ({
    name,
    kin: activity,
    note: [activity, frames === 0 ? "declared, empty" : `${frames} at ${Math.round(fps)}/s`]
      .filter(Boolean)
      .join(" · "),
  }));
}
