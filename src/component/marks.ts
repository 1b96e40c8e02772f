/**
 * Marks over a map: tool brushes, leaves and entities. Package entry `visleaf/marks`, loaded by
 * `<visleaf-map marks="…">`. Example: `showMarks(viewer, "trigger,playerclip")`.
 */

import { parseMarks } from "../map/mark-kinds.ts";
import { MapMarks } from "../viewer/marks/map-marks.ts";
import type { MarkHit } from "../viewer/marks/pick-mark.ts";
import type { Viewer } from "../viewer/viewer-types.ts";

export { MARK_SETS, MARKS, type Mark, type MarkSection } from "../map/mark-kinds.ts";
export type { MarkHit } from "../viewer/marks/pick-mark.ts";

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

/** The part of an element that is used. */
interface MarkedElement extends EventTarget {
  readonly marks: string;
}

const followed = new WeakSet<Viewer>();

/**
 * Shows the marks of an element's attribute. The event `warning` reports marks that are unknown or
 * cannot be shown.
 */
export function markElement(viewer: Viewer, element: MarkedElement): void {
  const warn = (message: string): void => {
    const event = new CustomEvent("warning", { detail: { message }, cancelable: true });
    if (element.dispatchEvent(event)) console.warn(`visleaf-map marks: ${message}`);
  };
  // Reads the attribute at each event, because it may change while the map loads.
  if (!followed.has(viewer)) viewer.on("scene", () => markElement(viewer, element));
  followed.add(viewer);
  showMarks(viewer, element.marks, { onWarning: warn }).catch((error: Error) => {
    warn(`The marks cannot be shown: ${error.message}`);
  });
}
