/** What to tell someone whose map is not shown. */

import { FormatError } from "../core/errors.ts";
import { GpuError } from "../gpu/errors.ts";
import { LoadEndedError } from "../viewer/load/load-watch.ts";
import { findSupportProblem } from "./describe-support.ts";

export interface Failure {
  /**
   * For programs: a `SupportProblemCode`, a `GpuErrorCode`, a `FormatErrorCode`, a `LoadEndReason`, or
   * "failed".
   */
  readonly code: string;
  /** What happened, in plain words. */
  readonly title: string;
  /** What to do about it, the likeliest first. */
  readonly advice: readonly string[];
  /** The error's one line. */
  readonly detail: string;
  /** Whether trying again may end otherwise. */
  readonly canRetry: boolean;
}

/** `subject`: what was to be opened, by its name. */
export async function describeFailure(error: unknown, subject: string): Promise<Failure> {
  const detail = error instanceof Error ? error.message : String(error);
  const problem = await findSupportProblem(error);
  if (problem !== null) {
    const { code, title, reason, advice } = problem;
    return { code, title, advice, detail: reason, canRetry: code === "no-device" };
  }
  const title = `Could not open ${subject}`;
  if (error instanceof FormatError) {
    return { code: error.code, title, advice: adviseOnFile(error), detail, canRetry: false };
  }
  if (error instanceof LoadEndedError) {
    return { code: error.reason, title, advice: ENDED_ADVICE, detail, canRetry: true };
  }
  if (error instanceof GpuError) {
    return { code: error.code, title, advice: adviseOnGpu(error), detail, canRetry: true };
  }
  return { code: "failed", title, advice: adviseOnSentence(detail), detail, canRetry: true };
}

function adviseOnFile(error: FormatError): string[] {
  if (error.format === "ZIP" || error.format === "LZMA") return adviseOnArchive(error);
  switch (error.code) {
    case "bad-magic": {
      // Quoted are bytes that say nothing.
      if (error.found === "a VPK archive") return [VPK_ADVICE];
      if (error.found?.endsWith(" archive")) {
        return [`This is ${error.found}, which is not read: unpack it, and open the map in it.`];
      }
      const isKnown = error.format === "BSP" && error.found?.startsWith('"') === false;
      const what = isKnown ? `This is ${error.found},` : "This is";
      return [`${what} not a compiled Source map (.bsp), nor an archive with one.`];
    }
    case "bad-version":
    case "unsupported":
      return [
        error.format === "BSP" && error.where === "header"
          ? `This is a Source map of version ${error.found ?? "unknown"}, which is not read yet: it may be sound. Maps of ${error.expected} are read.`
          : `This part of the file is of a kind that is not read yet: ${error.format} ${error.where}.`,
      ];
    case "too-large":
      return [
        "The file asks for more than such a file should: it may be damaged, or made to cost much.",
      ];
    case "truncated":
      return [
        error.found === EMPTY
          ? "There is nothing in the file: its download or upload may never have begun."
          : "The file ends too early: a download or an upload may have been cut short.",
      ];
    default:
      return ["The file is damaged. Get it again, or open another map."];
  }
}

const ENDED_ADVICE = [
  "The map is more than this device can open in time, or it is made to cost much.",
  "Close other pages and programs, and try again.",
];

const VPK_ADVICE =
  "This is a VPK archive: use it as content, and open the map that it belongs to, or one out of it.";

/** As the reader of maps says it of a file without a byte. */
const EMPTY = "an empty file";

function adviseOnArchive({ code }: FormatError): string[] {
  return code === "unsupported"
    ? [
        "The archive is packed in a way that is not read: pack it as a plain zip, without a password.",
      ]
    : ["The archive is damaged, or its download was cut short. Get it again."];
}

/** Errors without a kind of their own are plain sentences; what they are about tells what to do. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/maps in .*none was named/, "Name the one to open."],
  [/no map \(\.bsp\) in/, "Use the archive as content of a map, or open one that has a map in it."],
  [
    /status (404|410)/,
    "Look at the address: there is no such file. It may have been moved or misspelt.",
  ],
  [
    /status (401|403)/,
    "The file is not for everyone: it wants a login, or allows no other sites. Download it, and open your copy.",
  ],
  [/status (408|425|429|5\d\d)/, "The server is in trouble: try it again later."],
  [/status \d+/, "The server does not give this file out: look at the address."],
  [
    /web page/,
    "The address leads to a page, not to the file: copy the link of the download itself.",
  ],
  [
    /Access-Control-Allow-Origin/,
    "If that site is yours, let it send this header. If not, download the file, and open your copy.",
  ],
  [/plain http/, "Use the file's https address, or download it and open your copy."],
  [/cannot be reached/, "Look at the address and at your connection, then try again."],
  [/changed on its server/, "Open it again."],
];

function adviseOnSentence(sentence: string): string[] {
  const advice = ADVICE.find(([pattern]) => pattern.test(sentence))?.[1];
  return advice === undefined ? [] : [advice];
}

function adviseOnGpu(error: GpuError): string[] {
  switch (error.code) {
    case "out-of-memory":
      return [
        "Close other pages and programs that draw much, and try again.",
        "Another device with more graphics memory may show it.",
      ];
    case "limit":
      return /this device draws up to/.test(error.message)
        ? ["The picture is larger than this graphics adapter can draw: ask for a smaller size."]
        : ["The map is larger than this graphics adapter allows. Another device may show it."];
    default:
      return ["Reload the page.", "Bring the browser and the graphics driver up to date."];
  }
}
