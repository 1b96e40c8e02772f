/**
 * What the compiler hides, leafs and entities, over a map: the door `visleaf/marks`. `<visleaf-map marks="…">` fetches it.
 *
 *     await showMarks(viewer, "trigger,playerclip");
 */

import { showMarks } from "../viewer/marks/show-marks.ts";
import type { Viewer } from "../viewer/viewer.ts";

export { MARK_SETS, MARKS, type Mark, type MarkSection } from "../map/marks/mark-kinds.ts";
export type { MarkHit } from "../viewer/marks/pick-mark.ts";
export { type MarksOptions, marksUnder, showMarks } from "../viewer/marks/show-marks.ts";

/** The part of an element that is used. */
interface MarkedElement extends EventTarget {
  readonly marks: string;
}

const followed = new WeakSet<Viewer>();

/** What an element's attribute says; what is left out, or cannot be shown, is told by its event `warning`. */
export function markElement(viewer: Viewer, element: MarkedElement): void {
  const warn = (message: string): void => {
    const event = new CustomEvent("warning", { detail: { message }, cancelable: true });
    if (element.dispatchEvent(event)) console.warn(`visleaf-map marks: ${message}`);
  };
  // An attribute that was taken away while the map was loading asked for nothing then.
  if (!followed.has(viewer)) viewer.on("scene", () => markElement(viewer, element));
  followed.add(viewer);
  showMarks(viewer, element.marks, { onWarning: warn }).catch((error: Error) => {
    warn(`Cannot be shown, because ${error.message}`);
  });
}
