/** What a sequence does, where it does it: marks below the bar of its frames, a list of them, and what passed last. */

import type { ModelViewer, SequenceEventInfo } from "../../../viewer/model/index.ts";
import { make } from "../../dom.ts";

export interface EventMarks {
  readonly element: HTMLElement;
  /** Of the sequence that plays now. */
  setEvents(events: readonly SequenceEventInfo[], frames: number): void;
  /** One has passed. */
  tell(event: SequenceEventInfo): void;
}

const KIND_NAMES = { sound: "Sound", step: "Step", other: "Event" } as const;

function nameOf({ kind, event, name, options }: SequenceEventInfo): string {
  return [KIND_NAMES[kind], name === "" ? String(event) : name, options].filter(Boolean).join(" ");
}

export function createEventMarks(viewer: ModelViewer): EventMarks {
  const bar = make("div", { class: "model-marks", "aria-hidden": "true" });
  // Not read out: steps would be, twice a second.
  const last = make("p", { class: "note model-event" });
  const summary = make("summary", {});
  const list = make("ul", { class: "model-events" });
  const element = make("div", {}, bar, last, make("details", { class: "fold" }, summary, list));
  const goTo = (cycle: number): void => {
    viewer.isPlaying = false;
    viewer.cycle = cycle;
  };
  return {
    element,
    setEvents(events, frames) {
      const sorted = [...events].sort((a, b) => a.cycle - b.cycle);
      element.hidden = sorted.length === 0;
      last.textContent = "";
      summary.textContent = sorted.length === 1 ? "1 event" : `${sorted.length} events`;
      const marks = sorted.map((event) => {
        const mark = make("span", { "data-kind": event.kind, title: nameOf(event) });
        mark.style.setProperty("--cycle", String(event.cycle));
        mark.addEventListener("click", () => goTo(event.cycle));
        return mark;
      });
      const rows = sorted.map((event) => {
        const frame = Math.round(event.cycle * Math.max(frames - 1, 0));
        const row = make(
          "button",
          { type: "button", "data-kind": event.kind },
          `Frame ${frame}: ${nameOf(event)}`,
        );
        row.addEventListener("click", () => goTo(event.cycle));
        return make("li", {}, row);
      });
      bar.replaceChildren(...marks);
      list.replaceChildren(...rows);
    },
    tell(event) {
      last.textContent = nameOf(event);
      last.dataset.kind = event.kind;
    },
  };
}
