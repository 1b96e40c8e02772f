// Meaning, remedy and example of one error code.

export interface ErrorRow {
  /** Meaning, one sentence. */
  readonly means: string;
  /** Most likely remedy, one sentence. */
  readonly remedy: string;
  /** Further remedies, most likely first. */
  readonly more?: readonly string[];
  /** Message as it is printed. */
  readonly example: string;
  /** Special cases of the code's messages; the first whose `match` fits is used. */
  readonly cases?: readonly ErrorCase[];
}

/** Meaning and remedy for those messages of a code that match a pattern. */
export interface ErrorCase extends Pick<ErrorRow, "example"> {
  readonly match: RegExp;
  /** `$1` and so on insert groups of the match. If left out, the code's own text is used. */
  readonly means?: string;
  readonly remedy?: string;
}

/** Errors without a code. Their message decides the remedy. */
const SENTENCES: readonly ErrorCase[] = [
  {
    match: /maps in .*none was named/,
    means: "The archive has several maps.",
    remedy: "Name the one to open, or drop the archive on the page and choose in the list of maps.",
    example: "there are 3 maps in maps.zip, and none was named: a, b, c",
  },
  {
    match: /no game content in it, but a map's source: (.+)/,
    means: "The archive has a map's source, which an editor saves.",
    remedy: "Compile $1, and open the .bsp that comes of it.",
    example: "lift.zip has no maps and no game content in it, but a map's source: lift.vmf",
  },
  {
    match: /no game content in it, but another archive: (.+)/,
    means: "The archive has another archive in it.",
    remedy: "Unpack it, and open $1.",
    example: "maps.zip has no maps and no game content in it, but another archive: lift.zip",
  },
  {
    match: /no maps and no game content in it/,
    means: "The archive has no map (.bsp), no model, and no materials.",
    remedy: "Open an archive with a .bsp in it.",
    example: "papers.zip has no maps and no game content in it",
  },
  {
    match: /no map \(\.bsp\) in/,
    means: "The archive has no map.",
    remedy: "Use the archive as content for a map, or open another archive.",
    example: "there is no map (.bsp) in textures.zip",
  },
  {
    match: /status (404|410)/,
    means: "There is no such file at the address.",
    remedy: "Check the address: the file may have moved.",
    example: "https://example.com/a.bsp was answered with status 404: there is no such file",
  },
  {
    match: /status (401|403)/,
    means: "The file needs a login, or its server allows no other sites.",
    remedy: "Download it, and open your copy.",
    example:
      "https://example.com/a.bsp was answered with status 403: its server does not give this file to everyone",
  },
  {
    match: /status (408|425|429|5\d\d)/,
    means: "The server is in trouble.",
    remedy: "Try it again later.",
    example: "https://example.com/a.bsp was answered with status 503",
  },
  {
    match: /status \d+/,
    means: "The server refuses to send this file.",
    remedy: "Check the address.",
    example: "https://example.com/a.bsp was answered with status 418",
  },
  {
    match: /web page/,
    means: "The address leads to a page, not to the file.",
    remedy: "Copy the link of the download itself.",
    example: "https://example.com/a.bsp was answered with a web page: there is no such file",
  },
  {
    match: /Access-Control-Allow-Origin/,
    means: "The file's site cannot be reached, or does not let other sites read the file.",
    remedy: "If the site is yours, send this header; if not, download the file and open your copy.",
    example:
      'https://example.com/a.bsp cannot be reached, or its server does not allow this page to read it: a file on another site is readable only if that site answers with the header "Access-Control-Allow-Origin: https://maps.example" (or *)',
  },
  {
    match: /plain http/,
    means: "Browsers do not let an https page read plain http.",
    remedy: "Use the file's https address, or download it and open your copy.",
    example:
      "http://example.com/a.bsp is plain http, and browsers let a page on https read from https only: serve the file over https",
  },
  {
    match: /cannot be reached/,
    means: "The server cannot be reached.",
    remedy: "Check the address and your connection, then try again.",
    example: "https://example.com/a.bsp cannot be reached (Failed to fetch)",
  },
  {
    match: /changed on its server/,
    means: "The file changed on the server during the read.",
    remedy: "Open it again.",
    example:
      "https://example.com/a.bsp changed on its server while it was being read: open it again",
  },
  {
    match: /no longer (there|be read)/,
    means: "The file was moved, changed or deleted since it was picked.",
    remedy: "Add its folder again, or open another map.",
    example: "de_office.bsp is no longer there: moved, or deleted",
  },
  {
    match: /not allowed|permission/i,
    means: "The browser has no permission to read the file.",
    remedy: "Open it again, and grant access when the browser asks.",
    example: "the browser was not allowed to read maps",
  },
  {
    match: /keeps nothing/,
    means: "Nothing is kept in private windows.",
    remedy: "No action needed: everything else works.",
    example: "this browser keeps nothing for the next visit here (The operation is insecure.)",
  },
  {
    match: /another program/,
    means: "Another program has the file open.",
    remedy: "Close the game or program that has it, then try again.",
    example: "pak01_dir.vpk cannot be read: another program has it",
  },
];

/**
 * Codes of the page and of the element (`describeFailure`): graphics errors, stopped loads, and
 * `failed` for everything else. The types in `test/core/error-catalogue.test.ts` check that every code has a row
 * here, because this module cannot import them.
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
    example: "GPU: the graphics device was lost and could not be replaced [no-device]",
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
    example: 'The load was ended: its stage "world" stalled (30 s without an answer)',
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
