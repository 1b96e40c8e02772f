/** What a model plays: its sequences, where in one it is, and what plays over it. */

import type { ModelInfo, ModelViewer } from "../../../viewer/model/index.ts";
import { make, setText } from "../../dom.ts";
import { makeSection, makeSliderRow, makeSwitch } from "../model-rows.ts";
import { createSearchList } from "../search-list.ts";
import { createEventMarks, type EventMarks } from "./event-marks.ts";
import { makeStepButtons, stepByArrows } from "./frame-steps.ts";
import { createLayerList } from "./layer-list.ts";
import { listSequences } from "./list-sequences.ts";

export interface SequencePanel {
  readonly element: HTMLElement;
  /** After each frame, and each change. */
  follow(): void;
  readonly tellEvent: EventMarks["tell"];
}

/** null of a model that plays nothing. */
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
