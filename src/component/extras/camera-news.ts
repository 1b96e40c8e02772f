/**
 * Announces camera moves to screen readers: once the camera has stood still for a moment, and only
 * while the element has the focus. Nothing is announced during flights.
 */

import { lateText } from "../base/late-texts.ts";
import type { ExtrasHost } from "./extras-host.ts";
import { describeCamera } from "./map-description.ts";

const STILL_MS = 1200;

/**
 * Returns a function that stops.
 * @param listSeen returns the slots of the hotspots in view
 */
export function followCamera(host: ExtrasHost, listSeen: () => Promise<string[]>): () => void {
  const { element, viewer } = host;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const announce = async (): Promise<void> => {
    if (viewer.map === null || viewer.isFlying || !element.matches(":focus-within")) return;
    const text = describeCamera(element, viewer.camera);
    const names = (await listSeen()).map((name) => labelOf(element, name)).filter(Boolean);
    const seen = names.length === 0 ? "" : lateText(element, "inView", { names: names.join(", ") });
    host.announce(`${text} ${seen}`.trim());
  };
  const off = viewer.on("camerachange", () => {
    // Most pages have no focus on the map: no timer is needed then.
    if (timer === undefined && !element.matches(":focus-within")) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      void announce();
    }, STILL_MS);
  });
  return () => {
    clearTimeout(timer);
    off();
  };
}

/** Returns the label of a hotspot, as screen readers name it. */
function labelOf(element: Element, slot: string): string {
  const child = [...element.children].find((each) => each.slot === slot);
  return (child?.ariaLabel ?? child?.textContent ?? "").trim();
}
