/** What to tell someone for whom something did not work. */

import { describeFailure } from "../../component/failures.ts";

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
  const { code, title, detail, advice } = await describeFailure(error, mapName);
  const here = code === "failed" ? adviseInPage(detail) : undefined;
  return { title, detail, advice: here ?? (advice.join(" ") || OTHERWISE) };
}

/** About anything else that a person asked for. */
export async function describeFault(error: unknown): Promise<ErrorText> {
  return { ...(await describeError(error, "")), title: "That did not work" };
}

const OTHERWISE = "Try again, or try another file.";

/** What can be done in this page, where that is more than can be said anywhere. */
const IN_PAGE: readonly (readonly [RegExp, string])[] = [
  [/maps in .*none was named/, "Drop the archive on the page and choose in the list of maps."],
  [/no longer (there|be read)/, "Add its folder again, or open another map."],
  [/not allowed|permission/i, "Open it again, and let the browser read it when it asks."],
  [/keeps nothing/, "Private windows keep nothing. Everything else works."],
  [/another program/, "Close the game or program that has it open, then try again."],
];

function adviseInPage(sentence: string): string | undefined {
  return IN_PAGE.find(([pattern]) => pattern.test(sentence))?.[1];
}
