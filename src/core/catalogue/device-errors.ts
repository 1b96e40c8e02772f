import type { ErrorRow } from "./error-row.ts";
import { SENTENCES } from "./sentences.ts";

/**
 * Codes of the page and the element (`describeFailure`): of the graphics, of a load that was ended, and
 * of everything else. Whether all are here is told by the types of `test/core/catalogue`, for nothing
 * here may know them.
 */
export const DEVICE_ERRORS = {
  "insecure-context": {
    means: "Browsers offer WebGPU only to pages from https:// or from this device itself.",
    remedy: "Open the page over https://.",
    more: [
      "On your own machine, use http://localhost or http://127.0.0.1 instead of the machine's name.",
    ],
    example: "This address is not secure",
  },
  "no-webgpu": {
    means: "WebGPU, which draws the maps, is missing or switched off here.",
    remedy:
      "Use a current Chrome or Edge (113 or later), Safari 26 or later, or Firefox 141 or later.",
    more: [
      "On Linux, Chrome may need WebGPU switched on: chrome://flags/#enable-unsafe-webgpu.",
      "In Firefox it may be off: set dom.webgpu.enabled in about:config.",
    ],
    example: "GPU: this browser has no WebGPU [no-webgpu]",
  },
  "no-adapter": {
    means: "The browser has WebGPU but found no usable graphics card and driver.",
    remedy: "Switch on hardware acceleration in the browser's settings, and restart it.",
    more: [
      "Bring the graphics driver up to date.",
      "In Chrome, chrome://gpu shows why: the card or its driver may be blocked.",
      "A remote desktop or a virtual machine may hide the graphics card.",
    ],
    example: "GPU: WebGPU found no graphics adapter [no-adapter]",
  },
  "no-device": {
    means: "The graphics device could not be created, or was lost and not restored.",
    remedy: "Reload the page, and close other pages that use the GPU.",
    more: ["Bring the browser and the graphics driver up to date."],
    example: "GPU: the graphics device was lost, and there is no other [no-device]",
  },
  limits: {
    means: "The WebGPU limits of this device are too small.",
    remedy: "Update the graphics driver: old drivers report lower limits.",
    more: [
      "If the machine has a second graphics card, let the browser use that one.",
      "Use another browser or device.",
    ],
    example: "This graphics adapter allows too little",
  },
  limit: {
    means: "A part of the map is larger than this graphics adapter allows.",
    remedy: "Use another device.",
    example:
      "GPU: render/world-vertices: 9000000000 bytes, and the device allows 4294967296 [limit]",
    cases: [
      {
        match: /this device draws up to/,
        means: "The picture is larger than this graphics adapter can draw.",
        remedy: "Ask for a smaller size.",
        example: "GPU: this device draws up to 8192x8192, not 9000x9000 [limit]",
      },
    ],
  },
  "out-of-memory": {
    means: "The graphics adapter has no memory left for the map.",
    remedy: "Close other pages and programs that use the GPU, and try again.",
    more: ["Try a smaller texture budget, or a device with more graphics memory."],
    example: "render/world-vertices: not enough memory left [out-of-memory]",
  },
  validation: {
    means: "WebGPU rejected a call: a bug in visleaf or in the driver.",
    remedy: "Reload the page, and bring the browser and the graphics driver up to date.",
    more: ["If it happens again, report it with the whole message."],
    example: "render/world-opaque: the pipeline is invalid [validation]",
  },
  stalled: {
    means:
      "Loading took too long and was stopped: the map is too large for this device, or malicious.",
    remedy: "Close other pages and programs, and try again.",
    example: 'The load was ended: its stage "world" came to no end (30 s without a word)',
  },
  memory: {
    means:
      "Loading needed too much memory and was stopped: the map is too large for this device, or malicious.",
    remedy: "Close other pages and programs, and try again.",
    example:
      'The load was ended: its stage "textures" needed too much memory (2200000000 bytes, at most 2147483648)',
  },
  failed: {
    means: "Another error: see the message.",
    remedy: "Try again, or try another file.",
    example: "the load worker stopped: it did not start",
    cases: SENTENCES,
  },
} as const satisfies Readonly<Record<string, ErrorRow>>;
