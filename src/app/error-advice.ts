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
  [/maps in .*none was named/, "Drop the archive on the page and choose in the list of maps."],
  [
    /no map \(\.bsp\) in/,
    "There is no map in this archive. Add it after opening a map, or open another.",
  ],
  [/status (401|403|404|410)/, "Check the address: there is no such file, or it is not public."],
  [/status \d+/, "The server has a problem. Try again later."],
  [/web page/, "The address is a web page, not a map. Copy the link of the download itself."],
  [/no longer (there|be read)/, "Add its folder again, or open another map."],
  [/not allowed|permission/i, "Open it again, and let the browser read it when it asks."],
  [/keeps nothing/, "Private windows keep nothing. Everything else works."],
  [/another program/, "Close the game or program that has it open, then try again."],
];

function adviseOn(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return (
    ADVICE.find(([pattern]) => pattern.test(message))?.[1] ?? "Try again, or try another file."
  );
}
