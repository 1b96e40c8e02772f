/** The page without WebGPU: what is missing, and what to do about it. */

import { GpuError } from "../gpu/errors.ts";
import { byId, make, setText } from "./dom.ts";

interface Explanation {
  readonly title: string;
  readonly reason: string;
  readonly advice: readonly string[];
}

const INSECURE: Explanation = {
  title: "This address is not secure",
  reason: "Browsers offer WebGPU only to pages from https:// or from this device itself.",
  advice: [
    "Open the page over https://.",
    "On your own machine, use http://localhost or http://127.0.0.1 instead of the machine's name.",
  ],
};

const ABSENT: Explanation = {
  title: "This browser has no WebGPU",
  reason: "visleaf draws with WebGPU, and here it is missing or switched off.",
  advice: [
    "Use a current Chrome or Edge (113 or later), Safari 26 or later, or Firefox 141 or later.",
    "On Linux, Chrome may need WebGPU switched on: chrome://flags/#enable-unsafe-webgpu.",
    "In Firefox it may be off: set dom.webgpu.enabled in about:config.",
  ],
};

const NO_ADAPTER: Explanation = {
  title: "No graphics adapter for WebGPU",
  reason: "The browser has WebGPU but found no graphics card and driver that it can use.",
  advice: [
    "Switch on hardware acceleration in the browser's settings, and restart it.",
    "Bring the graphics driver up to date.",
    "In Chrome, chrome://gpu says why: the card or its driver may be on a block list.",
    "A remote desktop or a virtual machine may hide the graphics card.",
  ],
};

/** What to say about an error of `createViewer`, by what the browser is like. */
export function explainUnsupported(error: unknown, isSecure: boolean): Explanation {
  const code = error instanceof GpuError ? error.code : null;
  if (code === "no-webgpu") return isSecure ? ABSENT : INSECURE;
  if (code === "no-adapter" || code === "no-device") return NO_ADAPTER;
  return {
    title: "The graphics could not be started",
    reason: "WebGPU is there, but setting it up failed.",
    advice: ["Reload the page.", "Bring the browser and the graphics driver up to date."],
  };
}

/** Replaces the start screen. */
export function showUnsupported(error: unknown): void {
  const { title, reason, advice } = explainUnsupported(error, isSecureContext);
  setText(byId("unsupported-title"), title);
  setText(byId("unsupported-reason"), reason);
  byId("unsupported-advice").replaceChildren(...advice.map((line) => make("li", {}, line)));
  setText(byId("unsupported-detail"), error instanceof Error ? error.message : String(error));
  byId("unsupported").hidden = false;
  document.body.dataset.state = "unsupported";
}
