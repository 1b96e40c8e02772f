/**
 * Shows how to move, for the attribute `interaction-prompt`: `auto` some seconds after the map is
 * shown, `when-focused` after it has the focus, until the visitor moves the camera.
 */

import { lateText } from "../base/late-texts.ts";
import { adoptStyle } from "../base/overlay.ts";
import type { ExtrasHost, Feature } from "./extras-host.ts";
import css from "./prompt.css?inline";

const WAIT_MS = 3000;
const MODES = ["auto", "when-focused", "none"];

export function createPrompt(host: ExtrasHost): Feature {
  const { element, viewer, root } = host;
  const part = document.createElement("div");
  part.className = "prompt-place";
  part.hidden = true;
  const slot = document.createElement("slot");
  slot.name = "prompt";
  const text = document.createElement("p");
  text.className = "prompt";
  text.setAttribute("part", "prompt");
  slot.append(text);
  part.append(slot);
  adoptStyle(root, css);
  host.addPart(part);

  let mode = "none";
  let isDone = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unbind = new AbortController();
  const { signal } = unbind;

  const show = (): void => {
    const { mode: controls } = viewer.controls;
    if (isDone || !host.isShown || viewer.isFlying || controls === "none") {
      wait();
      return;
    }
    const isTouch = matchMedia("(pointer: coarse)").matches;
    const key = controls === "fly" ? "promptFly" : "promptOrbit";
    text.textContent = lateText(element, isTouch ? (`${key}Touch` as const) : key);
    part.hidden = false;
    host.announce(text.textContent);
  };
  function wait(): void {
    clearTimeout(timer);
    if (isDone || mode === "none") return;
    if (mode === "when-focused" && !element.matches(":focus-within")) return;
    timer = setTimeout(show, WAIT_MS);
  }
  const end = (): void => {
    if (!host.isShown) return;
    isDone = true;
    part.hidden = true;
    clearTimeout(timer);
  };
  const read = (): void => {
    const value = element.getAttribute("interaction-prompt")?.trim().toLowerCase() ?? "none";
    mode = value === "" ? "auto" : value;
    if (!MODES.includes(mode)) {
      const rule = "must be auto, when-focused or none";
      host.warn(`The attribute interaction-prompt ${rule}, but is "${value.slice(0, 60)}".`);
      mode = "none";
    }
    isDone = false;
    part.hidden = true;
    wait();
  };
  for (const name of ["pointerdown", "wheel", "keydown"] as const) {
    viewer.canvas.addEventListener(name, end, { signal, passive: true });
  }
  element.addEventListener("focusin", wait, { signal });
  read();
  return {
    update: read,
    destroy() {
      clearTimeout(timer);
      unbind.abort();
      part.remove();
    },
  };
}
