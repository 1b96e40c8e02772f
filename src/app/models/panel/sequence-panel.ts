/** Plays a model's sequences: the list, the position, and the layers over it. */

import type { ModelInfo, ModelViewer, SequenceEventInfo } from "../../../viewer/model/index.ts";
import { make, setText } from "../../dom.ts";
import { makeSection, makeSliderRow, makeSwitch } from "../model-rows.ts";
import { createSearchList, type SearchItem } from "../search-list.ts";

// Steps through the frames of the current sequence.

/** Fraction of a frame within which a position counts as the frame. */
const NEAR = 1e-3;

/**
 * Pauses at the next whole frame in a direction. Looping sequences wrap around, others stop at
 * their end.
 */
function stepFrame(viewer: ModelViewer, way: 1 | -1): void {
  const sequence = viewer.info?.sequences[viewer.sequence];
  if (sequence === undefined) return;
  const last = sequence.frames - 1;
  viewer.isPlaying = false;
  if (last < 1) return;
  const at = viewer.cycle * last;
  const next = way > 0 ? Math.floor(at + NEAR) + 1 : Math.ceil(at - NEAR) - 1;
  // The last frame of a looping sequence equals its first.
  const frame = sequence.isLooping ? (next + last) % last : Math.min(Math.max(next, 0), last);
  viewer.cycle = frame / last;
}

/** True if a text field or a select list handles the key. */
function isTyping({ target }: KeyboardEvent): boolean {
  if (target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && !["range", "checkbox"].includes(target.type);
}

/**
 * Handles `,` and `.` outside text fields.
 *
 * @param onStep called after each step
 */
export function listenForSteps(page: HTMLElement, viewer: ModelViewer): void {
  page.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    if (event.key !== "," && event.key !== ".") return;
    event.preventDefault();
    stepFrame(viewer, event.key === "." ? 1 : -1);
  });
}

/** Steps by frames with the arrow keys of a frame slider. */
function stepByArrows(slider: HTMLElement, viewer: ModelViewer): void {
  slider.addEventListener("keydown", (event) => {
    const { key } = event;
    if (!/^Arrow(Left|Right|Up|Down)$/.test(key)) return;
    event.preventDefault();
    stepFrame(viewer, key === "ArrowRight" || key === "ArrowUp" ? 1 : -1);
  });
}

/** Makes the step buttons beside the play button. */
function makeStepButtons(viewer: ModelViewer): [back: HTMLElement, on: HTMLElement] {
  const button = (text: string, label: string, way: 1 | -1) => {
    const attributes = { type: "button", class: "model-step", title: label, "aria-label": label };
    const element = make("button", attributes, text);
    element.addEventListener("click", () => stepFrame(viewer, way));
    return element;
  };
  return [button("‹", "A frame back (,)", -1), button("›", "A frame on (.)", 1)];
}

/** Builds list items, searchable by name and activity. */
function listSequences(sequences: ModelInfo["sequences"]): SearchItem[] {
  return sequences.map(({ name, activity, frames, fps }) => ({
    name,
    kin: activity,
    note: [activity, frames === 0 ? "declared, empty" : `${frames} at ${Math.round(fps)}/s`]
      .filter(Boolean)
      .join(" · "),
  }));
}

// The layers over the sequence, each with a weight.

export interface LayerList {
  readonly element: HTMLElement;
  /** Shows the viewer's current layers, including ones added by scripts. */
  follow(): void;
}

type Layer = ModelViewer["layers"][number];

function createLayerList(viewer: ModelViewer, info: ModelInfo): LayerList {
  const { sequences } = info;
  const summary = make("summary", {}, "Play over it …");
  const choice = make("details", {}, summary);
  // The list needs a visible container, so it is made on opening and dropped on closing.
  choice.addEventListener("toggle", () => {
    choice.replaceChildren(summary);
    if (!choice.open) return;
    const list = createSearchList("sequence to play over it", (row) => {
      choice.open = false;
      choice.replaceChildren(summary);
      summary.focus();
      viewer.addLayer(row);
      viewer.isPlaying = true;
      follow();
    });
    choice.append(list.element);
    list.setItems(listSequences(sequences));
    list.focus();
  });
  const rows = make("ul", { class: "model-layers" });
  let shown: readonly Layer[] = [];

  const makeRow = (layer: Layer): HTMLElement => {
    const name = sequences[layer.sequence]?.name ?? "";
    const remove = make(
      "button",
      { type: "button", class: "icon", "aria-label": `Remove ${name}`, title: `Remove ${name}` },
      "×",
    );
    remove.addEventListener("click", () => {
      viewer.removeLayer(layer);
      follow();
      summary.focus();
    });
    const weight = makeSliderRow({
      ...{ label: name, min: 0, max: 1, step: 0.01, value: layer.weight },
      format: (value) => `${Math.round(value * 100)} %`,
      onInput: (value) => viewer.setLayer(layer, { weight: value }),
    });
    return make("li", {}, weight.element, remove);
  };
  /** Rebuilds the rows if layers have changed; otherwise a dragged slider is kept. */
  const follow = (): void => {
    const { layers } = viewer;
    if (layers.length === shown.length && layers.every((layer, i) => layer === shown[i])) return;
    shown = [...layers];
    rows.replaceChildren(...shown.map(makeRow));
  };
  follow();
  return { element: make("div", { class: "model-over" }, rows, choice), follow };
}

// Events of a sequence: marks below the frame bar, a list, and the event that passed last.

export interface EventMarks {
  readonly element: HTMLElement;
  /** Shows the events of the current sequence. */
  setEvents(events: readonly SequenceEventInfo[], frames: number): void;
  /** Shows an event that has passed. */
  tell(event: SequenceEventInfo): void;
}

const KIND_NAMES = { sound: "Sound", step: "Step", other: "Event" } as const;

function nameOf({ kind, event, name, options }: SequenceEventInfo): string {
  return [KIND_NAMES[kind], name === "" ? String(event) : name, options].filter(Boolean).join(" ");
}

function createEventMarks(viewer: ModelViewer): EventMarks {
  const bar = make("div", { class: "model-marks", "aria-hidden": "true" });
  // Not a live region: footsteps would be announced twice a second.
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

export interface SequencePanel {
  readonly element: HTMLElement;
  /** Updates the panel. Called after each frame and each change. */
  follow(): void;
  readonly tellEvent: EventMarks["tell"];
}

/** Returns `null` for a model without sequences. */
export function makeSequences(viewer: ModelViewer, info: ModelInfo): SequencePanel | null {
  const { sequences } = info;
  if (sequences.length === 0) return null;
  const list = createSearchList("sequence", (row) => {
    viewer.play(row);
    viewer.isPlaying = true;
  });
  list.setItems(listSequences(sequences));
  const play = make("button", { type: "button", class: "model-play" });
  play.addEventListener("click", () => {
    viewer.isPlaying = !viewer.isPlaying;
  });
  const scrub = makeSliderRow({
    ...{ label: "Frame", min: 0, max: 1, step: 0.001, value: 0 },
    format: (cycle) => {
      const { frames } = sequences[Math.max(viewer.sequence, 0)];
      return String(Math.round(cycle * Math.max(frames - 1, 0)));
    },
    onInput: (cycle) => {
      viewer.isPlaying = false;
      viewer.cycle = cycle;
    },
  });
  stepByArrows(scrub.element, viewer);
  const speed = makeSliderRow({
    ...{ label: "Speed", min: -2, max: 2, step: 0.05, value: viewer.rate },
    format: (rate) => `×${rate.toFixed(2)}`,
    onInput: (rate) => {
      viewer.rate = rate;
    },
  });
  const [back, on] = makeStepButtons(viewer);
  const buttons = make("div", { class: "model-buttons" }, back, play, on);
  const row = make("div", { class: "model-transport" }, buttons, makeSwitches(viewer, info));
  const marks = createEventMarks(viewer);
  const layers = createLayerList(viewer, info);
  let marked = -1;
  let shownCycle = Number.NaN;
  const follow = (): void => {
    if (viewer.sequence !== marked) {
      marked = viewer.sequence;
      const { events, frames } = sequences[marked] ?? { events: [], frames: 0 };
      marks.setEvents(events, frames);
    }
    list.mark(viewer.sequence);
    setText(play, viewer.isPlaying ? "Pause" : "Play");
    layers.follow();
    if (viewer.cycle === shownCycle) return;
    shownCycle = viewer.cycle;
    scrub.show(shownCycle);
  };
  follow();
  const parts = [list.element, row, scrub.element, marks.element, speed.element, layers.element];
  return { element: makeSection("Sequences", ...parts), follow, tellEvent: marks.tell };
}

function makeSwitches(viewer: ModelViewer, { sequences }: ModelInfo): HTMLElement {
  const repeat = makeSwitch("Repeat", viewer.isRepeating, (isOn) => {
    viewer.isRepeating = isOn;
  });
  const switches = make("div", { class: "switches" }, repeat);
  if (sequences.some(({ walks }) => walks)) {
    const walk = makeSwitch("Walks", viewer.rootMotion, (isOn) => {
      viewer.rootMotion = isOn;
      void viewer.show("ground", isOn);
    });
    switches.append(walk);
  }
  return switches;
}
