/** What to tell someone for whom something did not work. */

import { describeFailure } from "../component/failures.ts";

export interface ErrorText {
  /** What happened, in plain words. */
  readonly title: string;
  /** The error's one line. */
  readonly detail: string;
  /** What to do about it. */
  readonly advice: string;
}

/** About a map that did not open. */
export async function describeError(error: unknown, mapName: string): Promise<ErrorText> {
  const { title, detail, advice } = await describeFailure(error, mapName);
  return { title, detail, advice: advice.join(" ") || adviseOn(error) };
}

/** About anything else that a person asked for. */
export function describeFault(error: unknown): ErrorText {
  const detail = error instanceof Error ? error.message : String(error);
  return { title: "That did not work", detail, advice: adviseOn(error) };
}

/** Errors without a kind of their own are plain sentences; what they are about tells what to do. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/maps in .*none was named/, "Drop the archive on the page, and choose in the list of maps."],
  [/no map \(\.bsp\) in/, "Open the archive as content of a map, or one that has a map in it."],
  [/status (401|403|404|410)/, "Look at the address: the file is not there, or not for everyone."],
  [/status \d+/, "The server is in trouble: try it again later."],
  [/web page/, "The address leads to a page about the map: copy the link of the download itself."],
  [/no longer (there|be read)/, "Add its folder again, or open another map."],
  [/not allowed|permission/i, "Open it once more, and let the browser read it when it asks."],
  [/keeps nothing/, "Private windows keep nothing: everything else works here as well."],
  [/another program/, "Close the game or the program that has it open, and try again."],
];

function adviseOn(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return ADVICE.find(([pattern]) => pattern.test(message))?.[1] ?? "Try it again, or another file.";
}
