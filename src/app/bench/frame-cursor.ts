/** Lets the arrow keys walk along a chart's frames, and says what each took. */

import { setText } from "../dom.ts";

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -10,
  PageDown: 10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** Of all charts in a container, now and later. `live` is read out when it changes. */
export function bindFrameCursor(container: HTMLElement, live: HTMLElement): void {
  container.addEventListener("keydown", (event) => {
    const picture = (event.target as Element).closest?.(".plot-picture");
    const step = STEPS[event.key];
    if (!picture || step === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    const hits = [...picture.querySelectorAll(".plot-hit")];
    if (hits.length === 0) return;
    event.preventDefault();
    const current = hits.findIndex((hit) => hit.classList.contains("is-current"));
    const from = current < 0 ? (step < 0 ? hits.length : -1) : current;
    const next = Math.min(hits.length - 1, Math.max(0, from + step));
    hits[current]?.classList.remove("is-current");
    hits[next].classList.add("is-current");
    setText(live, hits[next].querySelector("text")?.textContent ?? "");
  });
  container.addEventListener("focusout", (event) => {
    const picture = (event.target as Element).closest(".plot-picture");
    for (const hit of picture?.querySelectorAll(".is-current") ?? []) {
      hit.classList.remove("is-current");
    }
  });
}
