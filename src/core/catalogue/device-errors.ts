import type { ErrorRow } from "./error-row.ts";

/**
 * Codes of the page and the element (`describeFailure`): of the graphics, of a load that was ended, and
 * of everything else. Whether all are here is told by the types of `test/core/catalogue`, for nothing
 * here may know them.
 */
export const DEVICE_ERRORS = {
  "insecure-context": {
    means: "The page was opened over plain http, where browsers offer no WebGPU.",
    remedy: "Open it over https, or by http://localhost on your own machine.",
    example: "Browsers offer WebGPU only to pages from https:// or from this device itself.",
  },
  "no-webgpu": {
    means: "The browser has no WebGPU, or it is switched off.",
    remedy: "Use a current Chrome, Edge, Safari or Firefox, or switch WebGPU on in its settings.",
    example: "GPU: this browser has no WebGPU [no-webgpu]",
  },
  "no-adapter": {
    means: "WebGPU is there and found no graphics card and driver that it can use.",
    remedy: "Switch on hardware acceleration, and bring the graphics driver up to date.",
    example: "GPU: WebGPU found no graphics adapter [no-adapter]",
  },
  "no-device": {
    means: "The graphics could not be started, or were lost and did not come back.",
    remedy: "Reload the page, and close others that draw much.",
    example: "GPU: the graphics device was lost, and there is no other [no-device]",
  },
  limits: {
    means: "The graphics adapter allows less than WebGPU promises, and than is needed.",
    remedy: "Bring its driver up to date, or use another browser or device.",
    example: "WebGPU runs here with limits that are too small: maxBindGroups is 3 of 4.",
  },
  limit: {
    means: "A picture or a part of the map is larger than this graphics adapter allows.",
    remedy: "Ask for a smaller picture, or use another device.",
    example: "GPU: this device draws up to 8192x8192, not 9000x9000 [limit]",
  },
  "out-of-memory": {
    means: "The graphics adapter has no memory left for the map.",
    remedy: "Close other pages and programs that draw much, or set a smaller texture budget.",
    example: "render/world-vertices: not enough memory left [out-of-memory]",
  },
  validation: {
    means: "WebGPU refused what it was asked: a bug of visleaf's or of the driver.",
    remedy: "Bring the driver up to date; if it stays, report it with the whole message.",
    example: "render/world-opaque: the pipeline is invalid [validation]",
  },
  stalled: {
    means: "Loading came to no end, and was ended.",
    remedy: "Try again with other programs closed: the map is too much here, or made to cost much.",
    example: 'The load was ended: its stage "world" came to no end (30 s without a word)',
  },
  memory: {
    means: "Loading took more memory than it may, and was ended.",
    remedy: "Try again with other pages closed: the map is too much here, or made to cost much.",
    example:
      'The load was ended: its stage "textures" needed too much memory (2200000000 bytes, at most 2147483648)',
  },
  failed: {
    means: "Anything else: most often a file that cannot be had from its address.",
    remedy: "Read the message: it names the address and what its server answered.",
    example: "https://example.com/a.bsp was answered with status 404: there is no such file",
  },
} as const satisfies Readonly<Record<string, ErrorRow>>;
