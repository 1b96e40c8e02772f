/**
 * Marks over a map: tool brushes, leaves and entities. Package entry `visleaf/marks`, loaded by
 * `<visleaf-map marks="…">`. Example: `showMarks(viewer, "trigger,playerclip")`.
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
