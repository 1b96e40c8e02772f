/** Plays, stops and seeks a particle system, and chooses its seed. */

import type { ParticleChoice, ParticleViewer } from "../../viewer/particles/index.ts";
import { make, setText } from "../dom.ts";
import { makeSliderRow, makeSwitch } from "../models/model-rows.ts";

/** Seconds that the slider spans for systems that do not end. */
const SPAN = 10;
const MAX_RATE = 3;
const MAX_SEED = 2 ** 32 - 1;

export interface Transport {
  readonly element: HTMLElement;
  /** Shows the viewer's time and state. */
  follow(): void;
}

export function makeTransport(
  viewer: ParticleViewer,
  choose: (changed: ParticleChoice) => void,
): Transport {
  const button = (text: string, label: string, onClick: () => void) => {
    const element = make("button", { type: "button", title: label }, text);
    element.addEventListener("click", onClick);
    return element;
  };
  const play = make("button", { type: "button", class: "model-play" });
  play.addEventListener("click", () => {
    viewer.isPlaying = !viewer.isPlaying;
  });
  const restart = button("Restart", "Start again", () => {
    viewer.stopSeconds = null;
    viewer.seconds = 0;
    viewer.isPlaying = true;
  });
  const stop = button("Stop", "End emission, as the input Stop does; particles live on", () => {
    viewer.stopSeconds = viewer.stopSeconds === null ? viewer.seconds : null;
  });
  const buttons = make("div", { class: "model-buttons" }, play, restart, stop);
  const repeat = makeSwitch("Repeat", viewer.isLooping, (isOn) => {
    viewer.isLooping = isOn;
  });
  const row = make(
    "div",
    { class: "model-transport" },
    buttons,
    make("div", { class: "switches" }, repeat),
  );
  const time = makeSliderRow({
    ...{ label: "Seconds", min: 0, max: SPAN, step: 0.015, value: 0 },
    format: (seconds) => seconds.toFixed(2),
    onInput: (seconds) => {
      viewer.isPlaying = false;
      viewer.seconds = seconds;
    },
  });
  const slider = time.element.querySelector("input") as HTMLInputElement;
  const speed = makeSliderRow({
    ...{ label: "Speed", min: 0, max: MAX_RATE, step: 0.05, value: viewer.rate },
    format: (rate) => `×${rate.toFixed(2)}`,
    onInput: (rate) => {
      viewer.rate = rate;
    },
  });
  const seed = make("input", {
    ...{ type: "number", min: "0", max: String(MAX_SEED), step: "1", "aria-label": "Seed" },
  });
  seed.addEventListener("change", () => {
    if (seed.validity.valid && seed.value !== "") choose({ seed: seed.valueAsNumber });
    else seed.value = String(viewer.choice.seed);
  });
  const another = button("Another", "The next seed", () =>
    choose({ seed: (viewer.choice.seed + 1) % MAX_SEED }),
  );
  const seedRow = make(
    "label",
    { class: "particle-seed" },
    make("span", {}, "Seed"),
    seed,
    another,
  );
  let shownSeconds = Number.NaN;
  return {
    element: make("div", {}, row, time.element, speed.element, seedRow),
    follow() {
      setText(play, viewer.isPlaying ? "Pause" : "Play");
      stop.setAttribute("aria-pressed", String(viewer.stopSeconds !== null));
      const seedText = String(viewer.choice.seed);
      if (seed.value !== seedText && document.activeElement !== seed) seed.value = seedText;
      const { seconds, endSeconds } = viewer;
      if (seconds === shownSeconds) return;
      shownSeconds = seconds;
      // The slider ends with the last particle, or grows while the system goes on.
      const span = endSeconds ?? Math.max(SPAN, Math.ceil(seconds / SPAN) * SPAN);
      if (endSeconds !== null || span > Number(slider.max)) slider.max = String(span);
      time.show(seconds);
    },
  };
}
