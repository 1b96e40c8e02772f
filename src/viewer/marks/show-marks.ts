/** Shows marks over a viewer's maps in one call; they stay from map to map. */

import { parseMarks } from "../../map/marks/mark-kinds.ts";
import type { Viewer } from "../viewer-types.ts";
import { MapMarks } from "./map-marks.ts";
import type { MarkHit } from "./pick-mark.ts";

export interface MarksOptions {
  /**
   * Called with a sentence for each thing left out, for this map and later ones, and for unknown
   * names.
   */
  readonly onWarning?: (message: string) => void;
}

interface Shown {
  readonly marks: MapMarks;
  onWarning: (message: string) => void;
}

const shownBy = new WeakMap<Viewer, Shown>();

/**
 * Shows these marks on the present map and all later ones, instead of previous marks; an empty list
 * shows none. Resolves when they are drawn. Rejects with FormatError, or with one sentence if the
 * map's file cannot be read again.
 * @param words names of `MARKS` and `MARK_SETS`, and `lines` or `through`: a list, or
 *   comma-separated
 */
export async function showMarks(
  viewer: Viewer,
  words: string | readonly string[],
  { onWarning = () => undefined }: MarksOptions = {},
): Promise<void> {
  const text = typeof words === "string" ? words : words.join(",");
  const choice = parseMarks(text, (word) => onWarning(`There are no marks "${word}".`));
  const shown = shownBy.get(viewer) ?? follow(viewer);
  shown.onWarning = onWarning;
  for (const message of await shown.marks.show(choice)) onWarning(message);
}

/**
 * Returns the mark of `showMarks` at a point of the canvas, in CSS pixels from its top left.
 * @returns `null` if there is no mark
 */
export function marksUnder(viewer: Viewer, x: number, y: number): MarkHit | null {
  return shownBy.get(viewer)?.marks.pickAt(x, y) ?? null;
}

function follow(viewer: Viewer): Shown {
  const marks = new MapMarks(viewer, () => viewer.source);
  const shown: Shown = { marks, onWarning: () => undefined };
  shownBy.set(viewer, shown);
  const onMap = async (): Promise<void> => {
    try {
      for (const message of await marks.onMap()) shown.onWarning(message);
    } catch (error) {
      shown.onWarning(`Cannot be shown, because ${(error as Error).message}`);
    }
  };
  viewer.on("scene", () => void onMap());
  viewer.on("unload", () => void onMap());
  return shown;
}
