/** Steps from frame to frame of the sequence that plays. */

import type { ModelViewer } from "../../../viewer/model/index.ts";
import { make } from "../../dom.ts";

/** Of a frame: what is as near to one is at it. */
const NEAR = 1e-3;

/** It stands, at the next whole frame that way: what goes round begins anew, what ends stays at its end. */
export function stepFrame(viewer: ModelViewer, way: 1 | -1): void {
  const sequence = viewer.info?.sequences[viewer.sequence];
  if (sequence === undefined) return;
  const last = sequence.frames - 1;
  viewer.isPlaying = false;
  if (last < 1) return;
  const at = viewer.cycle * last;
  const next = way > 0 ? Math.floor(at + NEAR) + 1 : Math.ceil(at - NEAR) - 1;
  // The last frame of what goes round is its first.
  const frame = sequence.isLooping ? (next + last) % last : Math.min(Math.max(next, 0), last);
  viewer.cycle = frame / last;
}

/** Whether a key is somebody else's: what is typed, or chosen from a list. */
function isTyping({ target }: KeyboardEvent): boolean {
  if (target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && !["range", "checkbox"].includes(target.type);
}

/** `,` and `.` wherever nothing is typed. @param onStep after each */
export function listenForSteps(page: HTMLElement, viewer: ModelViewer): void {
  page.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    if (event.key !== "," && event.key !== ".") return;
    event.preventDefault();
    stepFrame(viewer, event.key === "." ? 1 : -1);
  });
}

/** The arrow keys of a slider of frames go from one to the next, too. */
export function stepByArrows(slider: HTMLElement, viewer: ModelViewer): void {
  slider.addEventListener("keydown", (event) => {
    const { key } = event;
    if (!/^Arrow(Left|Right|Up|Down)$/.test(key)) return;
    event.preventDefault();
    stepFrame(viewer, key === "ArrowRight" || key === "ArrowUp" ? 1 : -1);
  });
}

/** Before and behind the button that plays. */
export function makeStepButtons(viewer: ModelViewer): [back: HTMLElement, on: HTMLElement] {
  const button = (text: string, label: string, way: 1 | -1) => {
    const attributes = { type: "button", class: "model-step", title: label, "aria-label": label };
    const element = make("button", attributes, text);
    element.addEventListener("click", () => stepFrame(viewer, way));
    return element;
  };
  return [button("‹", "A frame back (,)", -1), button("›", "A frame on (.)", 1)];
}
